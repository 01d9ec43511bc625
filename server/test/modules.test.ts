// What a switched-off module closes to learners, and what stays open (decision record 49); which calls need no licence.
import { config } from '@shuyuan/contract/site/config/config.ts'
import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { menuMine } from '@shuyuan/contract/people/role-menu/menu-mine.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { served } from '../src/domains.ts'
import { setUpExam } from '../src/domains/paper/exam-setup.factory.ts'
import { openNewPaper } from './papers.ts'
import { startWith } from './people.ts'
import { code, refusal } from './refusal.ts'

const { app, admin, ann, bob } = await startWith('ann', 'bob')
type MenuNode = { component: string; children?: MenuNode[] }
const all = served.map((one) => one.endpoint)
const pathsOf = (chosen: Endpoint[]) => chosen.map((one) => one.path).toSorted()
const ofModules = all.filter(
  (one) => (one.permit === 'any' || one.permit === '-') && /^\/api\/(?:course|exam|paper|qu|repo)\//.test(one.path),
)

/** Stays open: what an open paper needs, the caller's own results, and what they paid. */
const staysOpen = [
  // what an open paper needs; with `begun` in the contract, or decided by the handler
  '/api/exam/exam/check-info',
  '/api/exam/seb/config',
  '/api/paper/capture/save',
  '/api/paper/event/save',
  '/api/paper/paper/check-process',
  '/api/paper/paper/create-paper',
  '/api/paper/paper/fill-answer',
  '/api/paper/paper/hand-exam',
  '/api/paper/paper/leave-incr',
  '/api/paper/paper/left-time',
  '/api/paper/paper/paper-detail',
  '/api/paper/paper/qu-detail',
  '/api/paper/phone/beat',
  '/api/paper/phone/join',
  '/api/paper/phone/put-done',
  '/api/paper/phone/sign-pieces',
  '/api/paper/record/begin',
  '/api/paper/record/phone-open',
  '/api/paper/record/phone-state',
  '/api/paper/record/put-done',
  '/api/paper/record/sign-pieces',
  // own results
  '/api/paper/late/ask',
  '/api/course/buy/coursePayment/download',
  '/api/course/file/learn/courses',
  '/api/course/file/learn/paging',
  '/api/course/learn/courses',
  '/api/course/learn/paging',
  '/api/course/work/mine',
  '/api/paper/book/paging',
  '/api/paper/paper/export-pdf',
  '/api/paper/paper/list-mine',
  '/api/paper/paper/paging',
  '/api/paper/paper/paper-result',
  '/api/paper/paper/result-report',
  '/api/paper/record/mine',
  '/api/repo/train/paging',
  '/api/repo/train/result',
  // a closing page reports with the ticket of an opening that was allowed
  '/api/course/scorm/commit',
  // own payments
  '/api/course/buy/coursePayment/page',
].toSorted()

const site = await app.ok(config.detail, {}, admin)
const turn = (on: boolean) => app.ok(config.save, { ...site, props: { ...site.props, moduleExam: on, moduleCourse: on } }, admin)
const codeOf = async ({ path }: Endpoint, token: string) => {
  const reply = await app.http.inject({ method: 'POST', url: path, headers: { token }, payload: {} })
  return reply.headers['content-type']?.includes('json') ? reply.json<{ code: number }>().code : 0
}

describe('while both modules are off', () => {
  beforeAll(() => turn(false))
  afterAll(() => turn(true))

  test.each(ofModules.map((one) => [one.path, one] as const))('%s answers learners as the table says', async (path, endpoint) => {
    const isClosed = (await codeOf(endpoint, ann.token)) === code('moduleOff')
    expect(isClosed, 'whether learners are refused; declare the module at the endpoint, or list in staysOpen a call that stays open').toBe(
      !staysOpen.includes(path),
    )
    expect(await codeOf(endpoint, admin.token), 'the back office is not refused').not.toBe(code('moduleOff'))
  })
})

test('the table names calls that exist', () => {
  expect(ofModules.length).toBeGreaterThan(50)
  expect(staysOpen.filter((path) => !pathsOf(ofModules).includes(path))).toEqual([])
})

test('an open paper goes on to its result while the module is off; nobody else begins', async () => {
  const { examId, id, session } = await openNewPaper(app, ann)
  const { examId: other } = await setUpExam(app.ctx())
  await turn(false)
  expect(await app.ok(checkInfo['check-info'], { id: examId }, ann)).toMatchObject({ canStart: true, ongoingPaperId: id })
  expect(await app.ok(paper['create-paper'], { examId }, ann)).toEqual({ id })
  await app.ok(paper['hand-exam'], { id, session }, ann)
  expect(await app.ok(paper['paper-result'], { id }, ann)).toMatchObject({ id })
  for (const [who, target] of [
    [bob, examId],
    [ann, other],
  ] as const) {
    expect(await app.call(checkInfo['check-info'], { id: target }, who)).toEqual(refusal('moduleOff'))
    expect(await app.call(paper['create-paper'], { examId: target }, who)).toEqual(refusal('moduleOff'))
  }
  expect(await app.call(exam.paging, {}, ann)).toEqual(refusal('moduleOff'))
  await turn(true)
})

test('without a licence a user can sign in, upload a licence and sign out', () => {
  expect(pathsOf(all.filter((one) => one.unlicensed))).toEqual([
    '/api/sys/menu/routes',
    '/api/sys/uploadLicense',
    '/api/sys/user/info',
    '/api/sys/user/logout',
    // the second step of a sign-in
    '/api/sys/user/totp-begin',
    '/api/sys/user/totp-enable',
    '/api/sys/user/totp-state',
    '/api/sys/user/totp-verify',
  ])
})

test('a module that is off leaves no page in the back office, and comes back with it', async () => {
  const keys = (nodes: readonly MenuNode[]): string[] => nodes.flatMap(({ component, children = [] }) => [component, ...keys(children)])
  const pages = async () => keys(await app.ok(menuMine.routes, {}, admin)).filter((key) => key.endsWith('Page'))
  const before = await pages()
  expect(before).toContain('exam/admin/ExamListPage')
  expect(before).toContain('course/admin/CourseListPage')
  await turn(false)
  expect((await pages()).filter((key) => /^(?:exam|paper|tmpl|qu|repo|course|live)\/admin/.test(key))).toEqual([])
  expect(await pages()).toContain('sys/admin/UserListPage')
  await turn(true)
  expect(await pages()).toEqual(before)
})
