// The fixed routes and the top menu of the learner area (learner.md §2); entries without a page in this version are left out.
import type { Site } from '@shuyuan/contract/site/config/config-site.ts'
import type { PlainText } from '../../kernel/i18n.ts'

export type LearnerRoute = {
  path: string
  title: PlainText
  component: string
  /** the top menu entry that stays highlighted */
  highlight?: string
  /** fills the window, without the layout */
  bare?: boolean
  /** uses no Ant Design: pages that a learner may see first load fast */
  plain?: boolean
}

export const learnerRoutes: LearnerRoute[] = [
  { path: '/web/index', title: '课程学习', component: 'course/learner/MyCoursePage', plain: true },
  {
    path: '/web/course/view/:courseId',
    title: '课程详情',
    component: 'course/learner/CourseViewPage',
    highlight: '/web/index',
    plain: true,
  },
  {
    path: '/web/course/view/:courseId/:fileId',
    title: '课程详情',
    component: 'course/learner/CourseViewPage',
    highlight: '/web/index',
    plain: true,
  },
  // for people who make courses; shown in a frame of the back office
  { path: '/web/course/preview/:courseId', title: '课程预览', component: 'course/learner/CoursePreviewPage', bare: true, plain: true },
  {
    path: '/web/course/preview/:courseId/:fileId',
    title: '课程预览',
    component: 'course/learner/CoursePreviewPage',
    bare: true,
    plain: true,
  },
  { path: '/web/work/:courseId/:fileId', title: '作业', component: 'course/learner/WorkPage', highlight: '/web/index', plain: true },
  { path: '/web/room/sign/:code', title: '线下培训签到', component: 'course/learner/RoomSignPage', highlight: '/web/index', plain: true },
  { path: '/web/course', title: '在线考试', component: 'exam/learner/ExamRoomListPage', plain: true },
  { path: '/web/exam/check/:id', title: '考试须知', component: 'paper/learner/ExamCheckPage', highlight: '/web/course', plain: true },
  { path: '/web/exam/start/:id', title: '考试', component: 'paper/learner/PaperRunnerPage', bare: true, plain: true },
  { path: '/web/exam/trial', title: '试考', component: 'paper/learner/TrialPage', bare: true, plain: true },
  {
    path: '/web/exam/result/:id',
    title: '考试结果',
    component: 'paper/learner/PaperResultPage',
    highlight: '/web/paper',
    plain: true,
  },
  { path: '/web/paper', title: '我的成绩', component: 'paper/learner/MyPaperPage', plain: true },
  {
    path: '/web/paper/list/:examId/:userId',
    title: '考试记录',
    component: 'paper/learner/PaperListPage',
    highlight: '/web/paper',
    plain: true,
  },
  { path: '/web/qu/view/:id', title: '试题详情', component: 'book/learner/QuViewPage', highlight: '/web/repo', plain: true },
  { path: '/web/book', title: '错题本', component: 'book/learner/BookPage', highlight: '/web/repo', plain: true },
  { path: '/web/book/print', title: '打印错题', component: 'book/learner/BookPrintPage', bare: true, plain: true },
  { path: '/web/book/list/:examId', title: '错题本', component: 'book/learner/WrongBookPage', highlight: '/web/course', plain: true },
  { path: '/web/repo', title: '题库训练', component: 'train/learner/MyRepoPage', plain: true },
  { path: '/web/repo/view/:repoId', title: '题库详情', component: 'train/learner/RepoViewPage', highlight: '/web/repo', plain: true },
  {
    path: '/web/repo/training/:repoId/:mode',
    title: '题库训练',
    component: 'train/learner/TrainingPage',
    highlight: '/web/repo',
    plain: true,
  },
  { path: '/web/repo/repo/:trainId', title: '训练结果', component: 'train/learner/TrainResultPage', highlight: '/web/repo', plain: true },
  { path: '/web/battle', title: '知识对战', component: 'battle/learner/BattlePage', plain: true },
  { path: '/web/battle/:id', title: '对战', component: 'battle/learner/BattlePage', highlight: '/web/battle', plain: true },
  { path: '/web/activity', title: '答题活动', component: 'activity/learner/ActivityListPage', plain: true },
  {
    path: '/web/activity/:id',
    title: '活动详情',
    component: 'activity/learner/ActivityViewPage',
    highlight: '/web/activity',
    plain: true,
  },
  {
    path: '/web/activity/run/:runId',
    title: '活动答题',
    component: 'activity/learner/ActivityRunPage',
    highlight: '/web/activity',
    plain: true,
  },
  { path: '/web/team', title: '我的团队', component: 'stat/learner/TeamPage', plain: true },
  { path: '/web/team/:userId', title: '我的团队', component: 'stat/learner/TeamPersonPage', highlight: '/web/team', plain: true },
  { path: '/web/notice', title: '系统公告', component: 'message/learner/NoticeListPage', plain: true },
  {
    path: '/web/notice/detail/:id',
    title: '公告详情',
    component: 'message/learner/NoticeDetailPage',
    highlight: '/web/notice',
    plain: true,
  },
  { path: '/web/survey/:id', title: '填写问卷', component: 'survey/learner/SurveyPage', highlight: '/web/uc', plain: true },
  { path: '/web/path/:id', title: '我的培养', component: 'path/learner/PathPage', highlight: '/web/uc', plain: true },
  { path: '/web/pay-return/:orderId', title: '支付结果', component: 'pay/learner/PayReturnPage', plain: true },
  { path: '/web/uc', title: '用户中心', component: 'app/learner/UserCenterPage', plain: true },
]

/** The learner's start: their courses, or the exams where courses are off. */
export const startPath = (site: Site | undefined, has: (key: string) => boolean) =>
  has('course/learner/MyCoursePage') && isOn(site?.props.moduleCourse) ? '/web/index' : '/web/course'

/** Neither courses nor exams are open to learners. */
export const hasNoModule = (site: Site | undefined) => !isOn(site?.props.moduleCourse) && !isOn(site?.props.moduleExam)

export type Entry = {
  title: PlainText
  path: string
  icon: 'learn' | 'repo' | 'battle' | 'activity' | 'exam' | 'result' | 'team' | 'notice' | 'user'
}
export type Group = { title: PlainText; icon: Entry['icon']; children: Entry[] }

/** Site props are true, 1 or '1' (decisions.md 22); without the site's settings everything is shown. */
const isOn = (value: unknown) => value === undefined || value === true || value === 1 || value === '1'

/**
 * The top menu: entries whose module is on and whose page exists; a group of one becomes that entry.
 * @param leads the user leads a department
 */
export function topMenu(site: Site | undefined, has: (key: string) => boolean, leads = false): (Entry | Group)[] {
  const course = isOn(site?.props.moduleCourse)
  const exam = isOn(site?.props.moduleExam)
  const exists = (path: string) => learnerRoutes.some((route) => route.path === path && has(route.component))
  const entry = (title: PlainText, path: string, icon: Entry['icon'], on = true): Entry[] =>
    on && exists(path) ? [{ title, path, icon }] : []
  const learning = [
    ...entry('课程学习', '/web/index', 'learn', course),
    ...entry('题库训练', '/web/repo', 'repo', exam),
    ...entry('知识对战', '/web/battle', 'battle', exam),
    ...entry('答题活动', '/web/activity', 'activity', exam),
  ]
  return [
    ...(learning.length > 1 ? [{ title: '在线学习' as const, icon: 'learn' as const, children: learning }] : learning),
    ...entry('在线考试', '/web/course', 'exam', exam),
    ...entry('我的成绩', '/web/paper', 'result', exam),
    ...entry('我的团队', '/web/team', 'team', leads),
    ...entry('系统公告', '/web/notice', 'notice'),
    ...entry('用户中心', '/web/uc', 'user'),
  ]
}

/** Entries that fit at 390 px, in a readable size. */
const MOST_TABS = 5
/** What learners open most; these have a tab of their own before the others. */
const firstTabs: Entry['icon'][] = ['learn', 'repo', 'exam', 'result']

/** The menu on phones: at most five tabs; with more entries, the last tab opens a list of the rest. */
export function tabBar(menu: (Entry | Group)[]): { tabs: Entry[]; more: Entry[] } {
  const flat = menu.flatMap((entry) => ('children' in entry ? entry.children : [entry]))
  if (flat.length <= MOST_TABS) return { tabs: flat, more: [] }
  const byUse = [...flat.filter(({ icon }) => firstTabs.includes(icon)), ...flat.filter(({ icon }) => !firstTabs.includes(icon))]
  const tabs = byUse.slice(0, MOST_TABS - 1)
  return { tabs: flat.filter((entry) => tabs.includes(entry)), more: flat.filter((entry) => !tabs.includes(entry)) }
}
