// Every picture of the handbooks: who is signed in, which page, what is done there, and what is marked. `npm run handbook -- shots` takes them.
import type { Locator, Page } from '@playwright/test'
import { openExam, startPaper } from '../e2e/exam-setup.ts'
import { signIn } from '../e2e/fixtures.ts'
import type { Site } from '../e2e/server.ts'

export type Shot = {
  /** the file in `handbook/images`, without its ending */
  name: string
  as: string
  path: string | ((site: Site) => Promise<string>)
  /** is there when the page shows what the picture is about */
  ready: (page: Page) => Locator
  do?: (page: Page) => Promise<void>
  /** numbered frames, in this order */
  mark?: (page: Page) => Locator[]
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** An exam with two candidates who have just begun. */
async function watched(site: Site): Promise<string> {
  const exam = await openExam(site, { title: '消防安全月度考试', types: [1, 3], leaveWatch: true, leaveSeconds: 0, leaveLimit: 9 })
  for (const name of ['learner21', 'learner22', 'learner23']) await startPaper(await signIn(site, name), exam)
  return `/admin/exam/watch/detail?examId=${exam.examId}`
}

export const shots: Shot[] = [
  {
    name: 'user-list',
    as: 'admin',
    path: '/admin/user/list',
    ready: (page) => page.getByRole('row').nth(3),
    mark: (page) => [button(page, '新建用户'), button(page, /^导入$|导\s*入/)],
  },
  {
    name: 'question-edit',
    as: 'teacher',
    path: '/admin/repo/qu/add?repoId=1',
    ready: (page) => page.getByRole('heading', { name: '新建试题', level: 1 }),
    mark: (page) => [button(page, '保存并新建')],
  },
  {
    name: 'exam-list',
    as: 'teacher',
    path: '/admin/exam/list',
    ready: (page) => page.getByRole('row').nth(2),
    mark: (page) => [button(page, '新建考试'), page.getByRole('button', { name: /的更多操作/ }).first()],
  },
  {
    name: 'course-list',
    as: 'teacher',
    path: '/admin/course/list',
    ready: (page) => page.getByRole('row').nth(2),
    mark: (page) => [button(page, '新建课程')],
  },
  {
    name: 'watch',
    as: 'proctor',
    path: watched,
    ready: (page) => page.getByTestId('watch-grid').getByRole('listitem').nth(2),
    mark: (page) => [button(page, '群发消息'), button(page, '全体补时')],
  },
  {
    name: 'learner-home',
    as: 'learner03',
    path: '/web/index',
    ready: (page) => page.getByRole('heading', { name: '我的课程' }),
  },
  {
    name: 'exam-check',
    as: 'learner03',
    path: '/web/exam/check/1',
    ready: (page) => page.getByRole('heading', { name: '考试须知' }).first(),
    mark: (page) => [button(page, '设备检测')],
  },
]
