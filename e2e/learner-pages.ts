// Every page of a learner: `weight.spec.ts` weighs them, `npm run bench -- pages` times them. `architecture/learner-pages.test.ts` compares
// them with the routes and with the parts of the user centre.
import { activity } from '@shuyuan/contract/activity/activity.ts'
import { battle } from '@shuyuan/contract/battle/battle.ts'
import { book } from '@shuyuan/contract/book/book.ts'
import { notice, NoticeState } from '@shuyuan/contract/message/notice.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { team } from '@shuyuan/contract/stat/team.ts'
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { openExam, startPaper } from './exam-setup.ts'
import { at, heading, type LearnerPage, part, radio, running, visitor } from './learner-page.ts'
import { openActivity, openAssignment, openCerts, openPath, openRoomSign, openSurvey, plainBank } from './site-setup.ts'
import { type Client, expect, signIn } from './fixtures.ts'
import type { Site } from './server.ts'

/** A paper of the learner that is handed in with wrong answers, so that it has a result and fills the wrong-answer book. */
async function handIn(site: Site, learner: Client) {
  const setup = await openExam(site)
  const { paperId } = await startPaper(learner, setup)
  await learner.call(paper['hand-exam'], { id: paperId })
  return { ...setup, paperId }
}

/** A battle begins after three seconds, by the server's clock. */
const PATIENCE_MS = 60_000
export const learnerPages: Record<string, LearnerPage> = {
  login: visitor('/login', '登录'),
  register: visitor('/register'),
  forgot: visitor('/forgot'),
  'certificate check': visitor('/cert'),
  handbooks: visitor('/help/*', '帮助', '/help'),
  chapter: visitor('/help/*', '考试中：作答、保存、断网', '/help/learner/in-exam'),
  home: at('/web/index', '课程学习'),
  'exam list': at('/web/course', '在线考试'),
  // what runs stands above everything else and has its place from the start
  'home, open paper': {
    route: '/web/index',
    as: 'learner07',
    open: async (site, learner) => {
      await startPaper(learner, await openExam(site))
      return { path: '/web/index', ready: running('课程学习') }
    },
  },
  'exam list, open paper': {
    route: '/web/course',
    as: 'learner08',
    open: async (site, learner) => {
      await startPaper(learner, await openExam(site))
      return { path: '/web/course', ready: running('在线考试') }
    },
  },
  'exam check': {
    route: '/web/exam/check/:id',
    open: async (site) => {
      const { examId, title } = await openExam(site)
      return { path: `/web/exam/check/${examId}`, ready: heading(title) }
    },
  },
  'exam room': {
    route: '/web/exam/start/:id',
    open: async (site, learner) => {
      const { path } = await startPaper(learner, await openExam(site))
      return { path, ready: radio }
    },
  },
  // for its maker
  'exam trial': {
    route: '/web/exam/trial',
    as: 'teacher',
    open: async (site) => ({ path: `/web/exam/trial?exam=${(await openExam(site)).examId}`, ready: radio }),
  },
  result: {
    route: '/web/exam/result/:id',
    open: async (site, learner) => {
      const { paperId, title } = await handIn(site, learner)
      return { path: `/web/exam/result/${paperId}`, ready: heading(title) }
    },
  },
  results: at('/web/paper', '我的成绩'),
  'results of an exam': {
    route: '/web/paper/list/:examId/:userId',
    open: async (site, learner) => {
      const { examId } = await handIn(site, learner)
      return { path: `/web/paper/list/${examId}/0`, ready: heading('考试记录') }
    },
  },
  // finished by this learner: its exams, survey, certificate and rating stand below it
  course: { ...at('/web/course/view/:courseId', undefined, '/web/course/view/4'), most: { kilobytes: 206, requests: 39 } },
  'course before its time': at('/web/course/view/:courseId', undefined, '/web/course/view/1'),
  'course player': {
    ...at('/web/course/view/:courseId/:fileId', undefined, '/web/course/view/4/1'),
    most: { kilobytes: 249, requests: 47 },
  },
  'course preview': {
    route: '/web/course/preview/:courseId',
    open: () => ({ path: '/web/course/preview/4', ready: heading() }),
    as: 'teacher',
  },
  'course player, preview': {
    route: '/web/course/preview/:courseId/:fileId',
    open: () => ({ path: '/web/course/preview/4/1', ready: heading() }),
    as: 'teacher',
    most: { kilobytes: 227, requests: 30 },
  },
  banks: at('/web/repo', '题库训练'),
  bank: at('/web/repo/view/:repoId', undefined, '/web/repo/view/2'),
  training: { route: '/web/repo/training/:repoId/:mode', open: () => ({ path: '/web/repo/training/2/1', ready: radio }) },
  'training result': {
    route: '/web/repo/repo/:trainId',
    open: async (_site, learner) => {
      const { id } = await learner.call(train.start, { repoId: '2', mode: TrainMode.inOrder, scope: '', clear: false })
      await learner.call(train.finish, { id })
      return { path: `/web/repo/repo/${id}`, ready: heading() }
    },
  },
  book: {
    route: '/web/book',
    open: async (site, learner) => {
      await handIn(site, learner)
      return { path: '/web/book', ready: heading('错题本') }
    },
  },
  'book of an exam': {
    route: '/web/book/list/:examId',
    open: async (site, learner) => {
      const { examId } = await handIn(site, learner)
      return { path: `/web/book/list/${examId}`, ready: heading('考试错题') }
    },
  },
  'book, printed': {
    route: '/web/book/print',
    open: async (site, learner) => {
      const { examId } = await handIn(site, learner)
      // formulas, which load 75 kB more, stand in other exams only
      return { path: `/web/book/print?examId=${examId}`, ready: heading('错题本') }
    },
  },
  question: {
    route: '/web/qu/view/:id',
    open: async (site, learner) => {
      const { examId } = await handIn(site, learner)
      const [one] = (await learner.call(book.paging, { params: { examId } })).records
      return { path: `/web/qu/view/${one!.quId}`, ready: heading('试题详情') }
    },
  },
  'user centre': at('/web/uc', '用户中心'),
  profile: part('profile', '个人资料'),
  inbox: part('msg', '我的消息'),
  certificates: part('cert', '我的证书', openCerts),
  'real name': part('real', '实名认证'),
  'learning history': part('learn', '学习记录'),
  'training history': part('train', '训练历史'),
  points: part('points', '积分明细'),
  payments: part('pay', '付款记录'),
  password: part('password', '修改密码'),
  bindings: part('account', '账号绑定'),
  'second factor': { ...part('totp', '两步验证'), as: 'teacher' },
  devices: part('session', '登录设备'),
  notices: at('/web/notice', '系统公告'),
  notice: {
    route: '/web/notice/detail/:id',
    open: async (_site, learner) => {
      const { records } = await learner.call(notice.paging, { params: { state: NoticeState.shown } })
      return { path: `/web/notice/detail/${records[0]!.id}`, ready: heading(records[0]!.title) }
    },
  },
  battles: at('/web/battle', '知识对战'),
  battle: {
    route: '/web/battle/:id',
    asksAgain: true,
    open: async (site, learner) => {
      const repoId = await plainBank(await signIn(site, 'teacher'), '对战的题', { count: 10, isTrain: true })
      const { id } = await learner.call(battle.start, { repoId, mode: 'robot' })
      return {
        path: `/web/battle/${id}`,
        ready: (page) => expect(page.getByRole('group', { name: '选项' })).toBeVisible({ timeout: PATIENCE_MS }),
      }
    },
  },
  team: { ...at('/web/team', '我的团队'), as: 'baiyun' },
  'person of a team': {
    route: '/web/team/:userId',
    as: 'baiyun',
    open: async (_site, leader) => {
      const { records } = await leader.call(team.paging, { params: { realName: '王秀兰' } })
      return { path: `/web/team/${records[0]!.id}`, ready: heading('王秀兰') }
    },
  },
  activities: at('/web/activity', '答题活动'),
  activity: {
    route: '/web/activity/:id',
    open: async (site) => {
      const { id } = await openActivity(site)
      return { path: `/web/activity/${id}`, ready: heading() }
    },
  },
  'activity, played': {
    route: '/web/activity/run/:runId',
    open: async (site, learner) => {
      const { id } = await openActivity(site)
      const { runId } = await learner.call(activity.start, { id })
      return { path: `/web/activity/run/${runId}`, ready: (page) => expect(page.getByRole('group', { name: '选项' })).toBeVisible() }
    },
  },
  assignment: { route: '/web/work/:courseId/:fileId', open: openAssignment, as: 'learner34' },
  'sign-in to a lesson': { route: '/web/room/sign/:code', open: openRoomSign },
  assignments: part('work', '我的作业'),
  survey: { route: '/web/survey/:id', open: async (site) => ({ path: `/web/survey/${(await openSurvey(site)).id}`, ready: radio }) },
  'survey by link': { route: '/survey/:key', visitor: true, open: async (site) => ({ path: (await openSurvey(site)).link, ready: radio }) },
  surveys: part('survey', '我的问卷'),
  path: {
    route: '/web/path/:id',
    open: async (site) => ({ path: `/web/path/${await openPath(site)}`, ready: heading('一天入门') }),
  },
  paths: part('path', '我的培养'),
  // of an order that is not the learner's
  'payment result': {
    route: '/web/pay-return/:orderId',
    open: () => ({
      path: '/web/pay-return/1',
      ready: async (page) => {
        await heading('支付结果')(page)
        await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
      },
    }),
  },
}
