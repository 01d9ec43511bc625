// The pages that a learner may see first or under time: `weight.spec.ts` weighs them, `npm run bench -- pages` times them.
import { expect, type Page } from '@playwright/test'
import { openExam, startPaper } from './exam-setup.ts'
import type { Client } from './fixtures.ts'
import type { Site } from './server.ts'

type Opened = { path: string; ready: (page: Page) => Promise<unknown> }
type LearnerPage = { open: (site: Site, learner: Client) => Opened | Promise<Opened>; visitor?: boolean }

const heading = (name?: string) => (page: Page) =>
  expect(page.getByRole('heading', { ...(name === undefined ? {} : { name }), level: 1 }).first()).toBeVisible()
const at = (path: string, name?: string): LearnerPage => ({ open: () => ({ path, ready: heading(name) }) })
const radio = (page: Page) => expect(page.getByRole('radio').first()).toBeVisible()
/** Opened without a session. */
const visitor = (path: string, name?: string): LearnerPage => ({ ...at(path, name), visitor: true })

export const learnerPages: Record<string, LearnerPage> = {
  login: visitor('/login', '登录'),
  register: visitor('/register'),
  forgot: visitor('/forgot'),
  'certificate check': visitor('/cert'),
  home: at('/web/index', '课程学习'),
  'exam list': at('/web/course', '在线考试'),
  'exam check': {
    open: async (site) => {
      const { examId, title } = await openExam(site)
      return { path: `/web/exam/check/${examId}`, ready: heading(title) }
    },
  },
  'exam room': {
    open: async (site, learner) => {
      const { path } = await startPaper(learner, await openExam(site))
      return { path, ready: radio }
    },
  },
  results: at('/web/paper', '我的成绩'),
  course: at('/web/course/view/1'),
  'course player': at('/web/course/view/1/1'),
  banks: at('/web/repo', '题库训练'),
  training: { open: () => ({ path: '/web/repo/training/2/1', ready: radio }) },
  'user centre': at('/web/uc', '用户中心'),
  inbox: at('/web/uc?to=msg', '用户中心'),
  certificates: at('/web/uc?to=cert', '用户中心'),
  points: at('/web/uc?to=points', '用户中心'),
  'learning history': at('/web/uc?to=learn', '用户中心'),
  'training history': at('/web/uc?to=train', '用户中心'),
  notices: at('/web/notice', '系统公告'),
  battles: at('/web/battle', '知识对战'),
  activities: at('/web/activity', '答题活动'),
}
