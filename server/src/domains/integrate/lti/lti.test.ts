// Launches from a learning platform by LTI 1.3, against a stand-in platform with real keys.
import { ltiPlatform } from '@shuyuan/contract/integrate/lti.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ltiBrowser } from '../../../../test/lti-browser.ts'
import { ltiClient, type SpoiltLaunch, startLtiStub } from '../../../../test/lti-stub.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'
import { makeFixedExam } from '../../paper/fixed.factory.ts'
import { MOST_READS } from '../../../providers/login/lti-verify.ts'
import { sweepLaunches } from './lti-launch.service.ts'

const { app, admin } = await startWithEnv(STUB_ENV)
const stub = await startLtiStub()
afterAll(() => stub.close())

const { examId } = await makeFixedExam(app.ctx(), { single: 1 })
const courseId = await makeCourse(app.ctx(), {
  files: [{ fileId: await makeFile(app.ctx(), Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', { title: '须知' }) }],
})
const { deptCode } = await app.db.selectFrom('sysDepart').orderBy('path').select('deptCode').executeTakeFirstOrThrow()
const form = {
  title: 'Moodle',
  issuer: stub.url,
  clientId: ltiClient.clientId,
  deployments: `${ltiClient.deployment}, d-2`,
  authUrl: `${stub.url}/auth?tenant=1`,
  keysUrl: `${stub.url}/keys`,
  deptCode,
  enabled: true,
}
const { id: platformId } = await app.ok(ltiPlatform.save, form, admin)
const examLink = `https://exam.school.cn/lti/exam/${examId}`

beforeEach(async () => {
  await app.db.deleteFrom('integrateLtiStep').execute()
  await app.db.deleteFrom('sysUser').where('id', 'in', app.db.selectFrom('integrateLtiUser').select('userId')).execute()
  await app.db.deleteFrom('sysLoginLog').execute()
  await app.ok(ltiPlatform.save, { id: platformId, ...form }, admin)
})

const { begin, post, launch, enter, enterBy } = ltiBrowser(app, stub, examLink)
const accounts = () =>
  app.db.selectFrom('integrateLtiUser').innerJoin('sysUser', 'sysUser.id', 'userId').orderBy('sysUser.id').selectAll('sysUser').execute()

describe('a launch', () => {
  test('asks the platform, makes a learner once, and leads to the exam', async () => {
    const { address, status } = await begin()
    const asked = new URL(address)
    expect([status, asked.origin + asked.pathname]).toEqual([303, `${stub.url}/auth`])
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      tenant: '1',
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: ltiClient.clientId,
      redirect_uri: expect.stringMatching(/^http:\/\/.*\/api\/integrate\/lti\/launch$/),
      login_hint: 'u-1',
      lti_message_hint: 'hint',
    })
    const first = await enterBy(await launch())
    expect(first).toMatchObject({ code: 0, data: { to: `/web/exam/check/${examId}` } })
    expect(await accounts()).toMatchObject([{ realName: '李同学', roleType: RoleType.learner, deptCode, passwordHash: '', email: '' }])
    expect(await app.ok(user.info, {}, first.data.token)).toMatchObject({ realName: '李同学' })
    await enterBy(await launch())
    expect(await accounts()).toHaveLength(1)
    await enterBy(await launch({}, examLink, { login_hint: 'u-2' }))
    expect(await accounts()).toHaveLength(2)
    expect((await app.ok(ltiPlatform.paging, {}, admin)).records).toMatchObject([{ users: 2, deployments: 'd-1, d-2' }])
  })

  test('leads to a course, and nowhere else', async () => {
    expect(await enterBy(await launch({}, `https://exam.school.cn/lti/course/${courseId}`))).toMatchObject({
      data: { to: `/web/course/view/${courseId}` },
    })
    for (const target of ['https://exam.school.cn/lti/exam/999999', 'https://evil.example/', 'x'])
      expect((await launch({}, target)).arrived.search).toBe('?problem=1')
  })

  test('two at once of a new person make one account', async () => {
    const codes = await Promise.all([launch(), launch()])
    expect(codes.every(({ arrived }) => arrived.searchParams.has('code'))).toBe(true)
    expect(await accounts()).toHaveLength(1)
  })

  test('takes the new key of a platform that changed it', async () => {
    await launch()
    await stub.rotate()
    expect((await launch()).arrived.searchParams.has('code')).toBe(true)
  })
})

describe('an ID token', () => {
  test.each<[string, SpoiltLaunch]>([
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['for several clients without azp', { claims: { aud: [ltiClient.clientId, 'another'] } }],
    ['for another azp', { claims: { azp: 'another' } }],
    ['with another nonce', { claims: { nonce: 'x' } }],
    ['without a nonce', { without: ['nonce'] }],
    ['that ended', { claims: { exp: Math.floor(Date.now() / 1_000) - 120 } }],
    ['without an end', { without: ['exp'] }],
    ['without a subject', { without: ['sub'] }],
    ['of another deployment', { lti: { deployment_id: 'd-3' } }],
    ['of another message', { lti: { message_type: 'LtiDeepLinkingRequest' } }],
    ['of another version', { lti: { version: '1.1' } }],
    ['without a resource link', { lti: { resource_link: {} } }],
    ['signed by another key', { signed: 'strange' }],
    ['signed with a secret', { signed: 'secret' }],
    ['not signed', { signed: 'none' }],
  ])('%s is refused, and logged', async (_, how) => {
    const { arrived } = await launch(how)
    expect(arrived.href).toBe('http://here/lti?problem=1')
    expect(await accounts()).toEqual([])
    expect(await app.db.selectFrom('sysLoginLog').select(['way', 'success']).execute()).toEqual([{ way: 'lti', success: false }])
  })

  test('of a teacher of the course gives no account of a learner, and says why', async () => {
    const roles = ['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor']
    expect((await launch({ lti: { roles } })).arrived.search).toBe('?problem=teacher')
    expect(await accounts()).toEqual([])
  })

  test('is good once: neither it nor its state is taken again', async () => {
    const { idToken, state } = await launch()
    expect((await post(idToken, state)).search).toBe('?problem=1')
    const { address } = await begin()
    expect((await post(idToken, new URL(address).searchParams.get('state') ?? '')).search).toBe('?problem=1')
    expect((await post(idToken, 'made-up')).search).toBe('?problem=1')
  })

  test('comes within ten minutes', async () => {
    const { address } = await begin()
    app.clock.advance(601)
    const state = new URL(address).searchParams.get('state') ?? ''
    expect((await post(await stub.tokenFor(address, examLink), state)).search).toBe('?problem=1')
    await begin()
    await sweepLaunches(app.app)
    expect(await app.db.selectFrom('integrateLtiStep').selectAll().execute()).toHaveLength(1)
    app.clock.advance(-601)
  })
})

describe('the session', () => {
  test('opens once, within two minutes, in the browser that began', async () => {
    const one = await launch()
    const code = one.arrived.searchParams.get('code') ?? ''
    expect((await enter(code, '')).code).toBe(errors.thirdExpired[0])
    const other = await begin()
    expect((await enter(code, other.cookie)).code).toBe(errors.thirdExpired[0])
    expect((await enter(code, one.cookie)).code).toBe(0)
    expect((await enter(code, one.cookie)).code).toBe(errors.thirdExpired[0])
    const late = await launch()
    app.clock.advance(121)
    expect((await enterBy(late)).code).toBe(errors.thirdExpired[0])
    app.clock.advance(-121)
    // a state is no code
    expect((await enter(new URL(other.address).searchParams.get('state') ?? '', other.cookie)).code).toBe(errors.thirdExpired[0])
  })

  test('is not opened for a disabled account, nor for one of the back office', async () => {
    await enterBy(await launch())
    const { id } = (await accounts())[0]!
    await app.db.updateTable('sysUser').set({ state: UserState.disabled }).where('id', '=', id).execute()
    expect((await enterBy(await launch())).code).toBe(errors.accountDisabled[0])
    await app.db.updateTable('sysUser').set({ state: UserState.active, roleType: RoleType.staff }).where('id', '=', id).execute()
    expect((await enterBy(await launch())).code).toBe(errors.forbidden[0])
  })
})

describe('a platform', () => {
  test('that is unknown, off, or one of two without a client begins nothing', async () => {
    const problem = '/lti?problem=1'
    expect((await begin({ iss: 'https://other.example' })).address).toBe(problem)
    expect((await begin({ client_id: 'another' })).address).toBe(problem)
    const second = await app.ok(ltiPlatform.save, { ...form, clientId: 'second' }, admin)
    expect((await begin()).address).toBe(problem)
    expect((await begin({ client_id: ltiClient.clientId })).address).toContain(stub.url)
    await app.ok(ltiPlatform.delete, { ids: [second.id] }, admin)
    await app.ok(ltiPlatform.save, { id: platformId, ...form, enabled: false }, admin)
    expect((await begin()).address).toBe(problem)
  })

  test('has addresses that may be called, and is there once', async () => {
    const save = async (more: Partial<typeof form>) =>
      (await app.call(ltiPlatform.save, { ...form, ...more }, admin)).fields.map(({ field }) => field)
    expect(await save({ keysUrl: 'http://10.9.8.7/keys' })).toEqual(['keysUrl'])
    expect(await save({ authUrl: 'javascript:alert(1)' })).toEqual(['authUrl'])
    expect(await save({ deptCode: 'none' })).toEqual(['deptCode'])
    expect(await save({})).toEqual(['clientId'])
  })
})

test('launches that name a key that is not there ask the platform for its keys a few times a minute', async () => {
  await app.ok(ltiPlatform.save, { id: platformId, ...form, keysUrl: `${stub.url}/keys?apart` }, admin)
  const asked = () => stub.calls.filter((call) => call.url.search === '?apart').length
  for (let at = 0; at < 3 * MOST_READS; at++) expect((await launch({ kid: `none-${at}` })).arrived.search).toBe('?problem=1')
  expect(asked()).toBe(MOST_READS)
})
