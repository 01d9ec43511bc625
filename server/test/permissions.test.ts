// Calls every endpoint as four kinds of callers, and compares the open ones with a list.
import { describe, expect, test } from 'vitest'
import type { Permit } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { served } from '../src/domains.ts'
import { makeUser } from '../src/domains/people/user/user.factory.ts'
import { sharedApp } from './people.ts'

/** Endpoints without sign-in; a new one must be added here. */
const openToAll = [
  '/api/cert/verify',
  '/api/common/captcha/check',
  '/api/common/captcha/gen',
  '/api/common/crop-wechat/get-url',
  '/api/common/ding-talk/get-url',
  '/api/common/ldap/get-url',
  '/api/common/oidc/get-url',
  '/api/common/wx/get-url',
  '/api/course/scorm/commit',
  '/api/exam/seb/config',
  '/api/integrate/lti/choose',
  '/api/integrate/lti/enter',
  '/api/integrate/lti/keys',
  '/api/integrate/lti/launch',
  '/api/integrate/lti/login',
  '/api/integrate/lti/wait',
  '/api/integrate/tool-service/auth',
  '/api/integrate/tool-service/chosen',
  '/api/integrate/tool-service/lineitem/scores',
  '/api/integrate/tool-service/memberships',
  '/api/integrate/tool-service/token',
  '/api/live/notify/record',
  '/api/live/notify/stream',
  '/api/paper/phone/beat',
  '/api/paper/phone/join',
  '/api/paper/phone/put-done',
  '/api/paper/phone/sign-pieces',
  '/api/pay/notify/alipay',
  '/api/pay/notify/paypal',
  '/api/pay/notify/wechat',
  '/api/survey/answer/public-detail',
  '/api/survey/answer/public-save',
  '/api/sys/cam/info',
  '/api/sys/cam/send',
  '/api/sys/config/detail',
  '/api/sys/config/help',
  '/api/sys/config/switch/detail',
  '/api/sys/evidence/picture',
  '/api/sys/license/detail',
  '/api/sys/user/face-challenge',
  '/api/sys/user/face-login',
  '/api/sys/user/forgot',
  '/api/sys/user/isComplete',
  '/api/sys/user/ldap-check',
  '/api/sys/user/login',
  '/api/sys/user/mobile-login',
  '/api/sys/user/reg',
  '/api/sys/user/reg-departs',
  '/api/sys/user/sms',
  '/api/sys/user/third-login',
]
/** Endpoints for every signed-in user; each handler checks access to the row. */
const openToSignedIn = [
  '/api/activity/activity/detail',
  '/api/activity/activity/fill',
  '/api/activity/activity/hand',
  '/api/activity/activity/my-paging',
  '/api/activity/activity/my-rank',
  '/api/activity/activity/rank',
  '/api/activity/activity/run',
  '/api/activity/activity/start',
  '/api/assist/explain',
  '/api/assist/state',
  '/api/battle/battle/check',
  '/api/battle/battle/detail',
  '/api/battle/battle/fill',
  '/api/battle/battle/leave',
  '/api/battle/battle/my-paging',
  '/api/battle/battle/rank',
  '/api/battle/battle/start',
  '/api/cert/grant/detail',
  '/api/cert/grant/my-list',
  '/api/cert/grant/my-paging',
  '/api/common/cos/token',
  '/api/common/file/begin',
  '/api/common/file/begin-direct',
  '/api/common/file/confirm',
  '/api/common/file/finish',
  '/api/common/file/missing-parts',
  '/api/common/file/upload',
  '/api/common/oss/sts',
  '/api/common/qiniu/token',
  '/api/common/s3/sign',
  '/api/course/buy/coursePayment/download',
  '/api/course/buy/coursePayment/page',
  '/api/course/buy/init',
  '/api/course/course/detail',
  '/api/course/course/simple-detail',
  '/api/course/course/user-paging',
  '/api/course/face/save',
  '/api/course/face/state',
  '/api/course/face/validate-face',
  '/api/course/file/decrypt',
  '/api/course/file/desc',
  '/api/course/file/learn/courses',
  '/api/course/file/learn/fix-process',
  '/api/course/file/learn/load-process',
  '/api/course/file/learn/paging',
  '/api/course/file/learn/save-process',
  '/api/course/learn/courses',
  '/api/course/learn/fix-process',
  '/api/course/learn/load-process',
  '/api/course/learn/paging',
  '/api/course/learn/save-process',
  '/api/course/note/delete',
  '/api/course/note/list',
  '/api/course/note/save',
  '/api/course/question/ask',
  '/api/course/question/reply',
  '/api/course/question/user-paging',
  '/api/course/rate/paging',
  '/api/course/rate/save',
  '/api/course/read-check/gen',
  '/api/course/read-check/pass',
  '/api/course/room/calendar',
  '/api/course/room/cancel',
  '/api/course/room/detail',
  '/api/course/room/enrol',
  '/api/course/room/sign',
  '/api/course/scorm/open',
  '/api/course/scorm/save',
  '/api/course/stop/answer',
  '/api/course/stop/next',
  '/api/course/work/detail',
  '/api/course/work/hand',
  '/api/course/work/mine',
  '/api/course/work/save-draft',
  '/api/exam/apply/save',
  '/api/exam/buy/init',
  '/api/exam/exam/check-info',
  '/api/exam/exam/paging',
  '/api/exam/exam/simple-detail',
  '/api/exam/face/validate-face',
  '/api/integrate/tool-link/open',
  '/api/live/room/beat',
  '/api/live/room/chat',
  '/api/live/room/chat-rule',
  '/api/live/room/enter',
  '/api/live/room/hide',
  '/api/live/room/mute',
  '/api/live/room/push-url',
  '/api/live/room/say',
  '/api/live/room/start',
  '/api/live/room/stop',
  '/api/paper/book/paging',
  '/api/paper/capture/save',
  '/api/paper/event/save',
  '/api/paper/late/ask',
  '/api/paper/paper/check-process',
  '/api/paper/paper/create-paper',
  '/api/paper/paper/export-pdf',
  '/api/paper/paper/fill-answer',
  '/api/paper/paper/hand-exam',
  '/api/paper/paper/leave-incr',
  '/api/paper/paper/left-time',
  '/api/paper/paper/list-mine',
  '/api/paper/paper/paging',
  '/api/paper/paper/paper-detail',
  '/api/paper/paper/paper-result',
  '/api/paper/paper/qu-detail',
  '/api/paper/paper/result-report',
  '/api/paper/record/begin',
  '/api/paper/record/consent',
  '/api/paper/record/mine',
  '/api/paper/record/need',
  '/api/paper/record/phone-open',
  '/api/paper/record/phone-state',
  '/api/paper/record/put-done',
  '/api/paper/record/sign-pieces',
  '/api/path/learn/detail',
  '/api/path/learn/my-paging',
  '/api/pay/alipay/trade',
  '/api/pay/config/list',
  '/api/pay/coupon/use',
  '/api/pay/invoice/detail',
  '/api/pay/invoice/save',
  '/api/pay/local/trade',
  '/api/pay/order/bought',
  '/api/pay/order/close',
  '/api/pay/order/detail',
  '/api/pay/paypal/trade',
  '/api/pay/points/trade',
  '/api/pay/wechat/trade',
  '/api/qu/mark/favourite',
  '/api/qu/mark/note',
  '/api/qu/mark/report',
  '/api/qu/qu/check-answer',
  '/api/repo/book/detail',
  '/api/repo/book/due',
  '/api/repo/book/paging',
  '/api/repo/book/places',
  '/api/repo/book/print',
  '/api/repo/book/remove',
  '/api/repo/buy/init',
  '/api/repo/chapter-group',
  '/api/repo/chapter/list',
  '/api/repo/detail',
  '/api/repo/paging',
  '/api/repo/train/card',
  '/api/repo/train/check',
  '/api/repo/train/detail',
  '/api/repo/train/fill',
  '/api/repo/train/finish',
  '/api/repo/train/paging',
  '/api/repo/train/position',
  '/api/repo/train/progress',
  '/api/repo/train/qu-detail',
  '/api/repo/train/result',
  '/api/repo/train/start',
  '/api/socket/ticket',
  '/api/stat/first-steps',
  '/api/stat/team/export',
  '/api/stat/team/overview',
  '/api/stat/team/paging',
  '/api/stat/team/person',
  '/api/stat/team/record',
  '/api/stat/team/remind',
  '/api/stat/today/mine',
  '/api/stat/today/pace',
  '/api/stat/today/save-pace',
  '/api/stat/work/todo',
  '/api/survey/answer/detail',
  '/api/survey/answer/mine',
  '/api/survey/answer/save',
  '/api/sys/api-token/self',
  '/api/sys/cam/open',
  '/api/sys/cam/take',
  '/api/sys/config/prop/upload',
  '/api/sys/depart/tree',
  '/api/sys/depart/tree-select',
  '/api/sys/dic/list',
  '/api/sys/dic/value/tree',
  '/api/sys/face/consent',
  '/api/sys/face/mine',
  '/api/sys/list-view/delete',
  '/api/sys/list-view/list',
  '/api/sys/list-view/save',
  '/api/sys/list-view/set-first',
  '/api/sys/menu/routes',
  '/api/sys/notice/detail',
  '/api/sys/notice/paging',
  '/api/sys/push/delete',
  '/api/sys/push/key',
  '/api/sys/push/save',
  '/api/sys/user/bind/bind-info',
  '/api/sys/user/bind/bind-list',
  '/api/sys/user/bind/bind-mobile',
  '/api/sys/user/bind/third-bind',
  '/api/sys/user/bind/unbind',
  '/api/sys/user/bind/unbind-mobile',
  '/api/sys/user/currentUser',
  '/api/sys/user/first-pass',
  '/api/sys/user/info',
  '/api/sys/user/logout',
  '/api/sys/user/msg/count-unread',
  '/api/sys/user/msg/detail-for-read',
  '/api/sys/user/msg/mark-all-read',
  '/api/sys/user/msg/mark-read',
  '/api/sys/user/msg/paging',
  '/api/sys/user/msg/user-delete',
  '/api/sys/user/queryHotelInfo',
  '/api/sys/user/real/checkFace',
  '/api/sys/user/real/detail',
  '/api/sys/user/real/parse-id',
  '/api/sys/user/real/queryUserInfo',
  '/api/sys/user/real/submit',
  '/api/sys/user/session/end',
  '/api/sys/user/session/list',
  '/api/sys/user/totp-begin',
  '/api/sys/user/totp-disable',
  '/api/sys/user/totp-enable',
  '/api/sys/user/totp-recovery',
  '/api/sys/user/totp-state',
  '/api/sys/user/totp-verify',
  '/api/sys/user/update',
  '/api/sys/user/update-pass',
  '/api/user/points/my-paging',
]

const app = await sharedApp()
await makeUser(app.db, { userName: 'a-learner' })
await makeUser(app.db, { userName: 'a-teacher', roleType: RoleType.staff })

const outcomes: Record<number, string> = { [errors.signedOut[0]]: 'signed out', [errors.forbidden[0]]: 'forbidden' }
const answerWith = async (token: string, index: number) => {
  const { endpoint } = served[index]!
  const reply = await app.http.inject({ method: 'POST', url: endpoint.path, headers: { token }, payload: {} })
  const code = reply.headers['content-type']?.includes('json') ? reply.json<{ code: number }>().code : 0
  return outcomes[code] ?? 'let in'
}
const tokens = new Map<string, string>()
const signIn = async (userName: string) => {
  const { token } = await app.as(userName)
  tokens.set(userName, token)
  return token
}
/** Some calls end the session: where it seems to be over, a new one shows whether the call refuses them all. */
const answerTo = async (userName: string | null, index: number) => {
  if (userName === null) return answerWith('', index)
  const answer = await answerWith(tokens.get(userName) ?? (await signIn(userName)), index)
  return answer === 'signed out' ? answerWith(await signIn(userName), index) : answer
}

/** Calls of signed-in users that only leaders of a department and callers with `stat:team` are let into. */
const ofLeaders = new Set(['/api/stat/team/overview', '/api/stat/team/paging', '/api/stat/team/export'])

/** The codes expected by the four callers, from the endpoint's permit. */
const promised = (permit: Permit, path: string) => {
  if (permit === '-') return { anonymous: 'let in', learner: 'let in', teacher: 'let in', administrator: 'let in' }
  if (permit === 'any' && !ofLeaders.has(path))
    return { anonymous: 'signed out', learner: 'let in', teacher: 'let in', administrator: 'let in' }
  return { anonymous: 'signed out', learner: 'forbidden', teacher: 'forbidden', administrator: 'let in' }
}

describe.each(served.map((one, index) => ({ index, path: one.endpoint.path, permit: one.endpoint.permit })))(
  '$path',
  ({ index, path, permit }) => {
    test('answers anonymous callers, learner, teacher without the tag and administrator as declared', async () => {
      expect({
        anonymous: await answerTo(null, index),
        learner: await answerTo('a-learner', index),
        teacher: await answerTo('a-teacher', index),
        administrator: await answerTo('admin', index),
      }).toEqual(promised(permit, path))
    })
  },
)

test('the delivered role of invigilators opens no banks, templates, marking or settings of exams', async () => {
  await makeUser(app.db, { userName: 'a-proctor', roleType: RoleType.staff, roles: ['监考员'] })
  const closed = ['/api/qu/qu/paging', '/api/tmpl/tmpl/paging', '/api/paper/paper/review-paper', '/api/exam/exam/save']
  const indexes = closed.map((path) => served.findIndex(({ endpoint }) => endpoint.path === path))
  expect(indexes).not.toContain(-1)
  const answers = await Promise.all(indexes.map((index) => answerTo('a-proctor', index)))
  expect(answers).toEqual(closed.map(() => 'forbidden'))
  expect(
    await answerTo(
      'a-proctor',
      served.findIndex(({ endpoint }) => endpoint.path === '/api/exam/watch/watch-stat'),
    ),
  ).toBe('let in')
})

test('the lists above name all endpoints open to everyone or to every signed-in user', () => {
  const open = (permit: Permit) => served.flatMap(({ endpoint }) => (endpoint.permit === permit ? [endpoint.path] : [])).toSorted()
  expect(open('-'), 'limit the rows in the handler, then list the path in openToAll, in the order of the paths').toEqual(openToAll)
  expect(open('any'), 'limit the rows in the handler, then list the path in openToSignedIn, in the order of the paths').toEqual(
    openToSignedIn,
  )
})
