// Rosters of learning platforms, against a stand-in that checks tokens and plays failures (Names and Role Provisioning Services 2.0).
import { lti, ltiPlatform, ltiRoster, type LtiRosterUse } from '@shuyuan/contract/integrate/lti.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import type { JSONWebKeySet } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeLtiBook } from '../../../../test/lti-book.ts'
import { ltiBrowser } from '../../../../test/lti-browser.ts'
import { ltiClient, startLtiStub } from '../../../../test/lti-stub.ts'
import { enrolWith, startWithEnv } from '../../../../test/people.ts'
import { type Play, STUB_ENV } from '../../../../test/provider-stub.ts'
import { makeFixedExam } from '../../paper/fixed.factory.ts'
import { forgetMembers, readRosters } from './lti-roster.service.ts'

const { app, admin } = await startWithEnv(STUB_ENV)
const book = makeLtiBook()
const stub = await startLtiStub(book.answer)
afterAll(() => stub.close())
book.keys = async () => (await app.http.inject({ method: 'GET', url: lti.keys.path })).json<JSONWebKeySet>()

const { deptCode } = await app.db.selectFrom('sysDepart').orderBy('path').select('deptCode').executeTakeFirstOrThrow()
const form = {
  title: 'Canvas',
  issuer: stub.url,
  clientId: ltiClient.clientId,
  deployments: ltiClient.deployment,
  authUrl: `${stub.url}/auth`,
  keysUrl: `${stub.url}/keys`,
  tokenUrl: `${stub.url}/token`,
  deptCode,
  enabled: true,
}
const { id: platformId } = await app.ok(ltiPlatform.save, form, admin)
const set = (roster: LtiRosterUse, more: object = {}) => app.ok(ltiPlatform.save, { id: platformId, ...form, roster, ...more }, admin)
const { examId } = await makeFixedExam(app.ctx(), { single: 1 })
const { launch, enterBy } = ltiBrowser(app, stub, `https://exam.school.cn/lti/exam/${examId}`)

const MEMBER = 'http://purl.imsglobal.org/vocab/lis/v2/membership#'
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'
const learner = (user_id: string, name = user_id) => ({ status: 'Active', user_id, name, roles: [`${MEMBER}Learner`] })
const teacher = { status: 'Active', user_id: 't-1', name: '王 老师', roles: [`${MEMBER}Instructor`] }
const service = (url = `${stub.url}/memberships`) => ({ [NRPS]: { context_memberships_url: url, service_versions: ['2.0'] } })
/** A teacher of the course opens the link; the platform names course and roster. */
const open = (url?: string) => launch({ services: service(url), lti: { context: { id: 'c-1', title: '急救 2026' }, roles: teacher.roles } })

const courses = async () => (await app.ok(ltiRoster.paging, {}, admin)).records
const contextId = async () => (await courses())[0]!.id
const read = async () => app.ok(ltiRoster.read, { id: await contextId() }, admin)
type Asked = { state?: 'present' | 'added' | 'gone'; name?: string }
const members = async (asked: Asked = {}) =>
  (await app.ok(ltiRoster.members, { params: { contextId: await contextId(), ...asked } }, admin)).records
const names = async (state: Asked['state']) => (await members({ state })).map(({ name }) => name)
const accounts = () =>
  app.db.selectFrom('integrateLtiUser').innerJoin('sysUser', 'id', 'userId').selectAll('sysUser').orderBy('realName').execute()

beforeEach(async () => {
  book.reset()
  book.forget()
  await app.db.deleteFrom('integrateLtiContext').execute()
  await app.db.deleteFrom('sysUser').where('id', 'in', app.db.selectFrom('integrateLtiUser').select('userId')).execute()
  await set('report')
  book.members = [[learner('u-1', '李 小明'), teacher], [learner('u-2', '安安')]]
})

describe('a roster', () => {
  test('is known from a launch, and read in all its pages', async () => {
    expect((await open()).arrived.search).toBe('?problem=teacher')
    expect(await courses()).toMatchObject([{ platformTitle: 'Canvas', title: '急救 2026', people: 0, readTime: null, problem: null }])
    expect(await read()).toEqual({ problem: null, people: 3, added: 3, gone: 0, accounts: 0 })
    expect(await courses()).toMatchObject([{ people: 3, added: 3, gone: 0, accounts: 0 }])
    expect(await members()).toMatchObject([
      { id: 'u-2', name: '安安', teaches: false, active: true, state: 'added', userName: null },
      { id: 'u-1', name: '李小明', teaches: false, state: 'added' },
      { id: 't-1', name: '王老师', teaches: true },
    ])
    expect(await accounts()).toEqual([])
    // a launch without a roster changes nothing, and another address replaces the first
    await launch({ lti: { context: { id: 'c-2', title: 'x' } } })
    await open(`${stub.url}/other`)
    expect(await courses()).toHaveLength(1)
    expect(await read()).toMatchObject({ problem: 'answer' })
  })

  test('is compared with the last reading: who is new, who is gone, who came back', async () => {
    await open()
    await read()
    app.clock.advance(60)
    book.members = [[learner('u-2', '安安'), learner('u-3', '新 同学'), teacher]]
    expect(await read()).toMatchObject({ people: 3, added: 1, gone: 1 })
    expect([await names('added'), await names('gone'), await names('present')]).toEqual([['新同学'], ['李小明'], ['安安', '王老师']])
    expect((await members({ name: '李' })).map(({ goneTime }) => goneTime !== null)).toEqual([true])
    app.clock.advance(60)
    book.members = [[learner('u-1', '李 小明'), learner('u-2', '安安'), teacher]]
    expect(await read()).toMatchObject({ added: 1, gone: 1 })
    expect([await names('added'), await names('gone')]).toEqual([['李小明'], ['新同学']])
    app.clock.advance(91 * 86_400)
    await forgetMembers(app.app)
    expect(await members()).toHaveLength(3)
    app.clock.advance(-91 * 86_400 - 120)
  })

  test('makes accounts of learners only where the platform’s setting says so, which launches enter', async () => {
    book.members = [[learner('u-1', '李 小明'), teacher, { ...learner('u-4', '停用'), status: 'Inactive' }]]
    await open()
    expect(await read()).toMatchObject({ people: 3, accounts: 0 })
    expect(await accounts()).toEqual([])
    await set('accounts')
    expect(await read()).toMatchObject({ people: 3, added: 0, accounts: 1 })
    expect(await accounts()).toMatchObject([{ realName: '李小明', roleType: RoleType.learner, deptCode, passwordHash: '', email: '' }])
    expect(await read()).toMatchObject({ accounts: 0 })
    const { data } = await enterBy(await launch({}, `https://exam.school.cn/lti/exam/${examId}`, { login_hint: 'u-1' }))
    expect(data.to).toBe(`/web/exam/check/${examId}`)
    expect(await accounts()).toHaveLength(1)
    expect((await members()).find(({ id }) => id === 'u-1')?.userName).toMatch(/^lti/)
    // who is gone keeps the account
    book.members = [[teacher]]
    await read()
    expect(await accounts()).toMatchObject([{ state: UserState.active }])
  })

  test('is read at night, unless the platform is off or its rosters are not read', async () => {
    await open()
    await readRosters(app.app)
    expect(await courses()).toMatchObject([{ people: 3, added: 3 }])
    book.members = [[teacher]]
    for (const [use, more] of [
      ['off', {}],
      ['report', { enabled: false }],
      ['report', { tokenUrl: '' }],
    ] as const) {
      await set(use, more)
      await readRosters(app.app)
      expect((await app.call(ltiRoster.read, { id: await contextId() }, admin)).code).toBe(errors.notFound[0])
      expect(await courses()).toMatchObject([{ people: 3, gone: 0 }])
    }
    await set('report')
    await readRosters(app.app)
    expect(await courses()).toMatchObject([{ people: 1, gone: 2 }])
  })
})

describe('a roster that was not read as a whole changes nothing', () => {
  const at = (path: string, play: Play) => {
    book.fault = ({ url }) => (`${url.pathname}${url.search}` === path ? play : undefined)
  }
  const container = (link: string): Play => ({
    raw: JSON.stringify({ id: 'x', context: { id: 'c-1' }, members: [learner('u-9')] }),
    headers: { link },
  })
  const elsewhere = '<https://evil.example/m>; rel="next"'
  const circle = `<${stub.url}/memberships>; rel="next"`
  test.each<[string, () => void, string, string]>([
    ['no token', () => at('/token', { status: 400, body: { error: 'invalid_scope' } }), 'token', 'token: HTTP 400 invalid_scope'],
    ['a refusal', () => at('/memberships', { status: 403, body: {} }), 'answer', 'HTTP 403'],
    ['a refused second page', () => at('/memberships?page=1', { status: 500, body: {} }), 'answer', 'HTTP 500'],
    ['a lost connection', () => at('/memberships?page=1', 'cut'), 'silent', ''],
    ['another answer', () => at('/memberships', 'garbage'), 'form', ''],
    ['a next page of another site', () => at('/memberships', container(elsewhere)), 'form', 'link'],
    ['pages in a circle', () => at('/memberships', container(circle)), 'form', 'link'],
    ['nobody', () => void (book.members = [[]]), 'empty', ''],
    ['too many', () => void (book.members = [Array.from({ length: 10_001 }, (_, n) => learner(`m-${n}`))]), 'tooMany', ''],
  ])('%s', async (_name, spoil, problem, detail) => {
    await open()
    await read()
    const before = await members()
    book.forget()
    spoil()
    const kept = await read()
    // the kept token is refused and another one asked for
    expect(kept.problem).toBe(problem)
    const [course] = await courses()
    expect(course).toMatchObject({ problem, people: 3 })
    expect(course!.problemDetail).toContain(detail)
    expect(await members()).toEqual(before)
    book.reset()
    book.members = [[learner('u-1', '李 小明'), teacher], [learner('u-2', '安安')]]
    expect(await read()).toMatchObject({ problem: null, people: 3, added: 0 })
    expect(await courses()).toMatchObject([{ problem: null, problemDetail: '' }])
  })

  test('an address inside the network', async () => {
    await open('http://10.9.8.7/memberships')
    expect(await read()).toMatchObject({ problem: 'address' })
    expect(await courses()).toMatchObject([{ problemDetail: '10.9.8.7' }])
  })

  test('a token that the platform has forgotten is asked for again', async () => {
    await open()
    book.seconds = 3_600
    await read()
    const asked = book.asked
    await read()
    expect(book.asked).toBe(asked)
    book.forget()
    expect(await read()).toMatchObject({ problem: null })
    expect(book.asked).toBe(asked + 1)
  })
})

test('rosters keep to the data scope of the caller', async () => {
  await open()
  const id = await contextId()
  const own = await enrolWith(app, { userName: 'scoped' }, ['integrate:lti:list', 'integrate:lti:update'], DataScope.own)
  expect((await app.ok(ltiRoster.paging, {}, own)).records).toEqual([])
  expect((await app.call(ltiRoster.members, { params: { contextId: id } }, own)).code).toBe(errors.notFound[0])
  expect((await app.call(ltiRoster.read, { id }, own)).code).toBe(errors.notFound[0])
})
