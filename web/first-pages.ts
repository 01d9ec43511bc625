// What pages ask for as soon as they are open, and modules that they load by themselves. The start page asks for both beside its scripts
// (`scripts/first-paint.ts`, `public/early.js`), so that a page is drawn with its content in place of two more ways to the server.

/** Bodies by call, as the page sends them, but for the time of lists (`t`); `:id` is that of the address. Calls must only read. */
export type FirstPage = { calls?: Record<string, object>; modules?: string[] }

/** What lists send first. */
const list = (params: object = {}) => ({ current: 1, size: 10, params })
const notices = { 'sys/notice/paging': { size: 4, params: { state: 0 } } }
const switches = { 'sys/config/switch/detail': {} }
const course = { calls: { 'course/course/detail': { id: ':courseId' } } }
const preview = { calls: { 'course/course/preview': { id: ':courseId' } }, modules: ['app/learner/compose-preview'] }
const signIn = { calls: switches, modules: ['app/visitor/switches'] }

/** By route, and by address where the query names what the page is about. */
export const firstPages: Record<string, FirstPage> = {
  '/login': signIn,
  '/register': signIn,
  '/forgot': signIn,
  '/help': { calls: { 'sys/config/help': {} } },
  '/survey/:key': { calls: { 'survey/answer/public-detail': { key: ':key' } } },
  '/web/index': {
    calls: {
      'course/course/user-paging': list(),
      'stat/today/mine': {},
      'sys/dic/list': { dicCode: 'course_catalog' },
      ...notices,
    },
    modules: ['domains/stat/dashboard/Today'],
  },
  '/web/course/view/:courseId': course,
  '/web/course/view/:courseId/:fileId': course,
  '/web/course/preview/:courseId': preview,
  '/web/course/preview/:courseId/:fileId': preview,
  '/web/work/:courseId/:fileId': { calls: { 'course/work/detail': { courseId: ':courseId', fileId: ':fileId' } } },
  '/web/course': {
    calls: {
      'exam/exam/paging': list({ mine: true, state: 0, stage: 'todo' }),
      'sys/dic/list': { dicCode: 'exam_type' },
      ...notices,
    },
  },
  '/web/exam/check/:id': { calls: { 'exam/exam/simple-detail': { id: ':id' }, 'exam/exam/check-info': { id: ':id' }, ...switches } },
  '/web/exam/trial?exam=:id': { calls: { 'exam/exam/detail': { id: ':id' } } },
  '/web/exam/result/:id': {
    calls: { 'paper/paper/paper-result': { id: ':id' }, 'paper/paper/result-report': { id: ':id' }, 'assist/state': {} },
    modules: ['domains/survey/AfterSurvey', 'domains/assist/explain/Explain'],
  },
  '/web/paper': { calls: { 'paper/paper/paging': list({ mine: true, bestOnly: true }) } },
  '/web/paper/list/:examId/:userId': { calls: { 'paper/paper/paging': list({ examId: ':examId', userId: ':userId' }) } },
  '/web/qu/view/:id': { calls: { 'repo/book/detail': { quId: ':id' } } },
  '/web/book': { calls: { 'repo/book/places': {}, 'repo/book/paging': list(), 'repo/book/due': {} } },
  '/web/book/list/:examId': { calls: { 'repo/book/places': { examId: ':examId' }, 'repo/book/paging': list({ examId: ':examId' }) } },
  '/web/repo': { calls: { 'repo/train/check': {}, 'repo/paging': list({ isTrain: true }) } },
  '/web/repo/view/:repoId': {
    calls: {
      'repo/detail': { id: ':repoId' },
      'repo/chapter-group': { repoId: ':repoId' },
      'repo/train/paging': { size: 100, params: { repoId: ':repoId', state: 0 } },
    },
  },
  '/web/repo/repo/:trainId': { calls: { 'repo/train/result': { id: ':trainId' } } },
  '/web/battle': {
    calls: {
      'battle/battle/rank': {},
      'battle/battle/my-paging': list(),
      'repo/paging': { current: 1, size: 50, params: { isTrain: true } },
      'battle/battle/check': {},
    },
    modules: ['domains/battle/BattleLobby'],
  },
  '/web/battle/:id': { calls: { 'battle/battle/detail': { id: ':id' } }, modules: ['domains/battle/BattleRoom'] },
  '/web/activity': { calls: { 'activity/activity/my-paging': list() } },
  '/web/activity/:id': { calls: { 'activity/activity/detail': { id: ':id' }, 'activity/activity/rank': { id: ':id' } } },
  '/web/activity/run/:runId': { calls: { 'activity/activity/run': { runId: ':runId' } } },
  '/web/team': { calls: { 'stat/team/overview': {}, 'stat/team/paging': list() } },
  '/web/team/:userId': { calls: { 'stat/team/person': { userId: ':userId' } } },
  '/web/notice': { calls: { 'sys/notice/paging': { current: 1, size: 6, params: { state: 0 } } } },
  '/web/notice/detail/:id': { calls: { 'sys/notice/detail': { id: ':id' } } },
  '/web/survey/:id': { calls: { 'survey/answer/detail': { id: ':id' } } },
  '/web/path/:id': { calls: { 'path/learn/detail': { id: ':id' } } },
  '/web/uc?to=profile': { calls: { 'sys/user/currentUser': {} }, modules: ['domains/account/own/OwnProfile'] },
  '/web/uc?to=msg': { calls: { 'sys/user/msg/paging': list() }, modules: ['domains/message/Inbox'] },
  '/web/uc?to=cert': { calls: { 'cert/grant/my-paging': { ...list(), size: 100 } }, modules: ['domains/cert/MyCerts'] },
  '/web/uc?to=real': { calls: switches, modules: ['domains/account/realname/RealName'] },
  '/web/uc?to=path': { calls: { 'path/learn/my-paging': list() }, modules: ['domains/path/MyPaths'] },
  '/web/uc?to=learn': {
    calls: { 'course/file/learn/courses': {}, 'course/file/learn/paging': list() },
    modules: ['domains/course/learn/LearnHistory'],
  },
  '/web/uc?to=work': { calls: { 'course/work/mine': list() }, modules: ['domains/course/work/MyWorks'] },
  '/web/uc?to=train': { calls: { 'repo/train/paging': list() }, modules: ['domains/train/TrainHistory'] },
  '/web/uc?to=survey': { calls: { 'survey/answer/mine': list() }, modules: ['domains/survey/MySurveys'] },
  '/web/uc?to=points': { calls: { 'user/points/my-paging': list() }, modules: ['domains/points/PointsLog'] },
  '/web/uc?to=pay': { calls: { ...switches, 'course/buy/coursePayment/page': list() }, modules: ['domains/pay/Payments'] },
  '/web/uc?to=password': { modules: ['domains/account/own/OwnPassword'] },
  '/web/uc?to=account': { calls: { 'sys/user/bind/bind-list': {}, ...switches }, modules: ['domains/account/own/Accounts'] },
  '/web/uc?to=totp': { calls: { 'sys/user/totp-state': {} }, modules: ['domains/account/code/TwoFactor'] },
  '/web/uc?to=session': { calls: { 'sys/user/session/list': {} }, modules: ['domains/session/Sessions'] },
}
