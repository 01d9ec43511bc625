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

/** Pages of the back office as they open: name of the picture, account, address. */
const pages: [name: string, as: string, path: string][] = [
  ['dashboard', 'admin', '/admin/home/dashboard'],
  ['own-profile', 'admin', '/profile/index'],
  ['departments', 'admin', '/admin/user/depart'],
  ['groups', 'admin', '/admin/user/group'],
  ['roles', 'admin', '/admin/user/role'],
  ['switches', 'admin', '/admin/sys/switch'],
  ['directory', 'admin', '/admin/user/directory'],
  ['real-names', 'admin', '/admin/user/real'],
  ['face-library', 'admin', '/admin/user/face-library'],
  ['sms', 'admin', '/admin/sys/sms'],
  ['site', 'admin', '/admin/sys/site'],
  ['storage', 'admin', '/admin/sys/upload'],
  ['notices', 'admin', '/admin/operate/notice'],
  ['message-templates', 'admin', '/admin/operate/tmpl'],
  ['points-rules', 'admin', '/admin/operate/points-rule'],
  ['survey-result', 'admin', '/admin/operate/survey/result/1'],
  ['certificate-designer', 'admin', '/admin/cert/add'],
  ['orders', 'admin', '/admin/pay/order'],
  ['coupons', 'admin', '/admin/pay/coupon'],
  ['audit-log', 'admin', '/admin/sys/log'],
  ['api-tokens', 'admin', '/admin/sys/api-token'],
  ['lti', 'admin', '/admin/sys/lti'],
  ['bin', 'admin', '/admin/sys/bin'],
  ['backup', 'admin', '/admin/sys/backup'],
  ['dictionaries', 'admin', '/admin/sys/dic'],
  ['hotel-service', 'admin', '/admin/sys/hotel'],
  ['licence', 'admin', '/admin/sys/license'],
  ['assistant', 'admin', '/admin/sys/assist'],
  ['banks', 'teacher', '/admin/repo/list'],
  ['import', 'teacher', '/admin/repo/qu?repoId=1'],
  ['question-reports', 'teacher', '/admin/repo/report'],
  ['template-edit', 'teacher', '/admin/exam/tmpl/update/1'],
  ['template-preview', 'teacher', '/admin/exam/tmpl/preview/1'],
  ['exam-edit', 'teacher', '/admin/exam/update/1'],
  ['marking', 'teacher', '/admin/exam/review'],
  ['allocation', 'admin', '/admin/exam/review/allot/4'],
  ['exam-page', 'teacher', '/admin/exam/view/1'],
  ['exam-statistics', 'teacher', '/admin/exam/stat/1'],
  ['course-files', 'teacher', '/admin/course/file'],
  ['course-matrix', 'teacher', '/admin/course/stat/4'],
  ['course-questions', 'teacher', '/admin/course/question'],
  ['lessons', 'teacher', '/admin/course/live'],
  ['training-report', 'teacher', '/admin/repo/train'],
  ['activities', 'teacher', '/admin/exam/activity'],
  ['reports', 'admin', '/admin/home/report'],
  ['assignments', 'teacher', '/admin/course/work'],
  ['path-people', 'teacher', '/admin/course/path/stat/1'],
  ['course-rates', 'teacher', '/admin/course/rate'],
  ['watch-list', 'proctor', '/admin/exam/watch'],
]
/** Pages of learners. Names that end with `-phone` mean the size of a phone. */
const phonePages: typeof pages = [
  ['learner-course-phone', 'learner03', '/web/course/view/4'],
  ['learner-exams-phone', 'learner03', '/web/course'],
  ['learner-papers-phone', 'learner03', '/web/paper'],
  ['learner-book-phone', 'learner03', '/web/book'],
  ['learner-bank-phone', 'learner03', '/web/repo/view/1'],
  ['learner-activities-phone', 'learner03', '/web/activity'],
  ['learner-certificates-phone', 'learner05', '/web/uc?to=cert'],
  ['learner-account-phone', 'learner03', '/web/uc'],
  ['learner-team-phone', 'baiyun', '/web/team'],
  ['learner-records-phone', 'learner03', '/web/uc?to=learn'],
  ['learner-notices-phone', 'learner03', '/web/notice'],
  ['learner-survey-phone', 'learner03', '/web/survey/1'],
  ['learner-home-phone', 'learner03', '/web/index'],
  ['learner-works-phone', 'learner03', '/web/uc?to=work'],
  ['learner-path-phone', 'learner03', '/web/path/1'],
]
const heading = (page: Page) => page.locator('h1, main').first()

export const shots: Shot[] = [
  ...pages.map(([name, as, path]) => ({ name, as, path, ready: heading })),
  ...phonePages.map(([name, as, path]) => ({ name, as, path, ready: heading })),
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
