// Tools of other makers in courses, against a stand-in tool that checks ID tokens and signs statements.
import { lti } from '@shuyuan/contract/integrate/lti.ts'
import { tool, toolLink, toolService } from '@shuyuan/contract/integrate/tool.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { createLocalJWKSet, exportJWK, exportSPKI, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { cookieIn } from '../../../../test/lti-browser.ts'
import { enrolWith, startWithEnv } from '../../../../test/people.ts'
import { MOST_READS } from '../../../providers/login/lti-verify.ts'
import { startProviderStub, STUB_ENV } from '../../../../test/provider-stub.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeCourse } from '../../course/course.factory.ts'
import { sweepHints } from './tool-open.service.ts'
import { sweepSpent } from './tool-access.service.ts'

const { app, admin, ann, bob } = await startWithEnv(STUB_ENV, 'ann', 'bob')
const keys = await generateKeyPair('RS256', { extractable: true })
const strange = await generateKeyPair('RS256', { extractable: true })
let published: JSONWebKeySet = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] }
let isDown = false
const stub = await startProviderStub(() => (isDown ? 'cut' : { body: published }))
afterAll(() => stub.close())
const teacher = await enrolWith(app, { userName: 'linker' }, ['course:tool:list', 'course:tool:add', 'course:tool:update'], DataScope.all)

const SITE = 'https://exam.school.cn'
const REDIRECT = 'https://tool.example/launch'
const SCOPE = 'https://purl.imsglobal.org/spec/lti-ags/scope/score'
const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`
const form: Body<typeof tool.save> = {
  title: 'H5P',
  issuer: `${SITE}/`,
  loginUrl: 'https://tool.example/login?tenant=2',
  targetUrl: 'https://tool.example/start',
  redirectUris: `${REDIRECT}\nhttps://tool.example/other`,
  keysUrl: `${stub.url}/keys`,
  enabled: true,
}
const { id: toolId } = await app.ok(tool.save, form, admin)
const registered = (await app.ok(tool.paging, {}, admin)).records[0]!
const { id: fileId } = await app.ok(toolLink.save, { toolId, title: '互动练习', targetUrl: 'https://tool.example/part/7' }, teacher)
const courseId = await makeCourse(app.ctx(), { title: '急救', files: [{ fileId }] })

beforeEach(async () => {
  isDown = false
  await app.ok(tool.save, { id: toolId, ...form }, admin)
  for (const table of ['integrateToolHint', 'integrateToolResult', 'courseFileLearn', 'courseLearn'] as const)
    await app.db.deleteFrom(table).execute()
})

async function start(who: Person, { path = toolLink.open.path, body = { courseId, fileId } }: { path?: string; body?: object } = {}) {
  const reply = await app.http.inject({ method: 'POST', url: path, headers: { token: who.token }, payload: body })
  const { code, data } = reply.json<{ code: number; data: { url: string } | null }>()
  return {
    code,
    asked: data?.url ? new URL(data.url).searchParams : new URLSearchParams(),
    url: data?.url ?? '',
    cookie: cookieIn(reply.headers['set-cookie']),
  }
}
type Started = Awaited<ReturnType<typeof start>>

/** The tool sends the browser back. */
async function authorize({ asked, cookie }: Started, more: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') {
  const given = new URLSearchParams({
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: registered.clientId,
    redirect_uri: REDIRECT,
    login_hint: asked.get('login_hint') ?? '',
    lti_message_hint: asked.get('lti_message_hint') ?? '',
    state: 's"1',
    nonce: 'n-1',
    ...more,
  }).toString()
  const get = (url: string) => app.http.inject({ method: 'GET', url, headers: { cookie } })
  if (method === 'GET') return get(`${toolService.auth.path}?${given}`)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await app.http.inject({ method: 'POST', url: toolService.auth.path, headers, payload: given })
  return get(String(reply.headers.location))
}
const fieldIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]
async function claimsIn(html: string) {
  const own = (await app.http.inject({ method: 'GET', url: lti.keys.path })).json<JSONWebKeySet>()
  const rules = { issuer: SITE, audience: registered.clientId, algorithms: ['RS256'], requiredClaims: ['sub', 'exp', 'iat', 'nonce'] }
  return (await jwtVerify(fieldIn(html, 'id_token') ?? '', createLocalJWKSet(own), rules)).payload
}
/** The learner has opened the tool. @returns the name by which it knows them */
async function opened(who: Person) {
  const { sub } = await claimsIn((await authorize(await start(who))).body)
  return sub!
}

type Spoilt = { claims?: Record<string, unknown>; by?: CryptoKey; scope?: string; form?: Record<string, string> }
const statement = ({ claims = {}, by = keys.privateKey }: Spoilt = {}) => {
  const now = Math.floor(Date.now() / 1_000)
  const own = {
    iss: registered.clientId,
    sub: registered.clientId,
    aud: `${SITE}${toolService.token.path}`,
    iat: now,
    exp: now + 60,
    jti: randomUUID(),
  }
  return new SignJWT({ ...own, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(by)
}
async function tokenFor(how: Spoilt = {}, signed?: string) {
  const payload = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signed ?? (await statement(how)),
    scope: how.scope ?? `${SCOPE} other`,
    ...how.form,
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await app.http.inject({ method: 'POST', url: toolService.token.path, headers, payload })
  return { status: reply.statusCode, ...reply.json<{ access_token?: string; error?: string; expires_in?: number }>() }
}
let moment = 0
async function report(
  userId: string,
  more: object = {},
  { token, item = `${courseId}-${fileId}`, type }: { token?: string; item?: string; type?: string } = {},
) {
  moment += 1_000
  const body = {
    userId,
    timestamp: new Date(Date.UTC(2026, 10, 24) + moment).toISOString(),
    scoreGiven: 8.5,
    scoreMaximum: 10,
    activityProgress: 'Completed',
    gradingProgress: 'FullyGraded',
    ...more,
  }
  const bearer = token ?? (await tokenFor()).access_token ?? ''
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': type ?? 'application/vnd.ims.lis.v1.score+json' }
  const url = `${toolService['lineitem/scores'].path}?id=${item}`
  return (await app.http.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) })).statusCode
}
const resultsFor = async (who: Person) => (await app.ok(toolLink.results, { params: { fileId } }, who)).records
const progress = () =>
  app.db.selectFrom('courseFileLearn').where('userId', '=', ann.id).select(['process', 'finishTime']).executeTakeFirst()

describe('an opening', () => {
  test('leads through the tool, which gets name, role, course and column', async () => {
    const started = await start(ann)
    expect(started.url).toContain('https://tool.example/login?tenant=2&')
    expect(Object.fromEntries(started.asked)).toMatchObject({
      iss: SITE,
      target_link_uri: 'https://tool.example/part/7',
      client_id: registered.clientId,
      lti_deployment_id: registered.deploymentId,
    })
    const { body, headers } = await authorize(started)
    expect(headers['content-security-policy']).toMatch(/form-action https:\/\/tool\.example; frame-ancestors 'self'$/)
    expect(body).toContain(`<form method="post" action="${REDIRECT}">`)
    expect(fieldIn(body, 'state')).toBe('s&#34;1')
    const claims = await claimsIn(body)
    expect(claims).toMatchObject({
      nonce: 'n-1',
      name: '安安',
      sub: started.asked.get('login_hint'),
      [claim('message_type')]: 'LtiResourceLinkRequest',
      [claim('version')]: '1.3.0',
      [claim('deployment_id')]: registered.deploymentId,
      [claim('target_link_uri')]: 'https://tool.example/part/7',
      [claim('resource_link')]: { id: `${courseId}-${fileId}`, title: '互动练习' },
      [claim('context')]: { id: courseId, title: '急救' },
      [claim('roles')]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'],
      'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': {
        scope: [SCOPE],
        lineitem: `${SITE}/api/integrate/tool-service/lineitem?id=${courseId}-${fileId}`,
      },
    })
    // the account is not told, and stays the same
    expect(JSON.stringify(claims)).not.toContain('@')
    expect(claims.sub).toMatch(/^[\da-f-]{36}$/)
    expect(await opened(ann)).toBe(claims.sub)
    expect(await opened(bob)).not.toBe(claims.sub)
  })

  test('brings the custom parameters of tool and link, with the variables of the standard', async () => {
    await app.ok(tool.save, { id: toolId, ...form, custom: 'id=5\nwho=$Person.name.full\ncourse=$Context.id\nother=$No.such' }, admin)
    const link = { toolId, title: '互动练习', targetUrl: 'https://tool.example/part/7' }
    await app.ok(toolLink.save, { id: fileId, ...link, custom: 'id = $ResourceLink.id' }, teacher)
    expect((await claimsIn((await authorize(await start(ann))).body))[claim('custom')]).toEqual({
      id: `${courseId}-${fileId}`,
      who: '安安',
      course: courseId,
      other: '$No.such',
    })
    await app.ok(toolLink.save, { id: fileId, ...link }, teacher)
    expect((await app.call(toolLink.save, { id: fileId, ...link, custom: 'x' }, teacher)).fields).toMatchObject([{ field: 'custom' }])
    expect((await app.call(tool.save, { id: toolId, ...form, custom: '=x' }, admin)).fields).toMatchObject([{ field: 'custom' }])
  })

  test('takes a request by post, too', async () => {
    expect((await claimsIn((await authorize(await start(ann), {}, 'POST')).body)).nonce).toBe('n-1')
    // one that makes no header of a redirect
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const long = await app.http.inject({ method: 'POST', url: toolService.auth.path, headers, payload: `state=${'x'.repeat(20_000)}` })
    expect([long.statusCode, long.headers.location]).toEqual([400, undefined])
  })

  test('is good once, within five minutes, in the browser that began, and for its tool and person', async () => {
    const refused = async (started: Started, more: Record<string, string> = {}) => {
      const { body } = await authorize(started, more)
      expect(fieldIn(body, 'id_token')).toBeUndefined()
      return fieldIn(body, 'error')
    }
    const once = await start(ann)
    await authorize(once)
    expect(await refused(once)).toBe('login_required')
    expect(await refused({ ...(await start(ann)), cookie: '' })).toBe('login_required')
    expect(await refused({ ...(await start(ann)), cookie: (await start(bob)).cookie })).toBe('login_required')
    expect(await refused(await start(ann), { login_hint: (await start(bob)).asked.get('login_hint') ?? '' })).toBe('login_required')
    expect(await refused(await start(ann), { lti_message_hint: 'x' })).toBe('login_required')
    const other = await app.ok(tool.save, { ...form, title: '另一个' }, admin)
    const clientId = (await app.ok(tool.paging, {}, admin)).records.find(({ id }) => id === other.id)!.clientId
    expect(await refused(await start(ann), { client_id: clientId })).toBe('login_required')
    await app.ok(tool.delete, { ids: [other.id] }, admin)
    const late = await start(ann)
    app.clock.advance(301)
    expect(await refused(late)).toBe('login_required')
    await start(await app.as('ann'))
    await sweepHints(app.app)
    expect(await app.db.selectFrom('integrateToolHint').select('hash').execute()).toHaveLength(1)
    app.clock.advance(-301)
  })

  test.each([
    ['scope', 'profile'],
    ['response_type', 'code'],
    ['response_mode', 'query'],
    ['nonce', ''],
  ])('with a wrong %s is refused at the tool', async (name, value) => {
    const { body } = await authorize(await start(ann), { [name]: value })
    expect([fieldIn(body, 'error'), fieldIn(body, 'error_description'), fieldIn(body, 'state')]).toEqual([
      'invalid_request',
      name,
      's&#34;1',
    ])
  })

  test('sends nothing to an address that is not registered, nor for a tool that is unknown or off', async () => {
    const started = await start(ann)
    const wrong: Record<string, string>[] = [
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: `${REDIRECT}/x` },
      { client_id: 'unknown' },
    ]
    for (const more of wrong) {
      const { body, statusCode } = await authorize(started, more)
      expect([statusCode, body.includes('<form')]).toEqual([400, false])
    }
    await app.ok(tool.save, { id: toolId, ...form, enabled: false }, admin)
    expect((await authorize(started)).statusCode).toBe(400)
    expect((await start(ann)).code).toBe(errors.notFound[0])
  })

  test('keeps to the course: its audience, and files that open no tool', async () => {
    await app.db.updateTable('course').set({ state: CourseState.disabled }).where('id', '=', courseId).execute()
    expect((await start(ann)).code).toBe(errors.courseDisabled[0])
    await app.db.updateTable('course').set({ state: CourseState.enabled }).where('id', '=', courseId).execute()
    expect((await start(ann, { body: { courseId, fileId: '999999' } })).code).toBe(errors.courseFileNone[0])
  })

  test('by a teacher has the role, and no column', async () => {
    const started = await start(teacher, { path: toolLink.try.path, body: { id: fileId } })
    const claims = await claimsIn((await authorize(started)).body)
    expect(claims[claim('roles')]).toEqual(['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'])
    expect(Object.keys(claims).some((name) => name.includes('lti-ags'))).toBe(false)
    expect((await start(ann, { path: toolLink.try.path, body: { id: fileId } })).code).toBe(errors.forbidden[0])
  })
})

describe('a choice in the tool', () => {
  const DL = 'https://purl.imsglobal.org/spec/lti-dl/claim/'
  const choose = () => start(teacher, { path: toolLink.choose.path, body: { toolId } })
  type Settings = { deep_link_return_url: string; data: string }
  const settings = async () => (await claimsIn((await authorize(await choose())).body))[`${DL}deep_linking_settings`] as Settings
  const items = [
    { type: 'ltiResourceLink', title: '第一 关', url: 'https://tool.example/part/1', custom: { id: '1\n2', 'a=b': 3 } },
    { type: 'link', url: 'https://tool.example/page' },
    { type: 'ltiResourceLink' },
  ]
  async function answer(data: string, more: object = {}, by = keys.privateKey) {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: registered.clientId,
      aud: SITE,
      iat: now,
      exp: now + 60,
      nonce: randomUUID(),
      [claim('message_type')]: 'LtiDeepLinkingResponse',
      [claim('version')]: '1.3.0',
      [claim('deployment_id')]: registered.deploymentId,
      [`${DL}data`]: data,
      [`${DL}content_items`]: items,
      ...more,
    }
    const signed = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(by)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams({ JWT: signed }).toString()
    return app.http.inject({ method: 'POST', url: toolService.chosen.path, headers, payload })
  }
  const added = async () => (await app.ok(toolLink.paging, {}, teacher)).records.filter(({ id }) => id !== fileId)
  const clear = () => app.db.deleteFrom('courseFile').where('id', '!=', fileId).execute()

  test('asks for links, and makes those of the answer, once, as the work of the teacher', async () => {
    const { deep_link_return_url: back, data } = await settings()
    expect(back).toBe(SITE + toolService.chosen.path)
    expect((await answer(data)).statusCode).toBe(200)
    expect(await added()).toMatchObject([
      { title: 'H5P', targetUrl: '', custom: '' },
      { title: '第一 关', targetUrl: 'https://tool.example/part/1', custom: 'id=1 2\nab=3' },
    ])
    const log = await app.db.selectFrom('sysLog').where('userId', '=', teacher.id).orderBy('id', 'desc').select('title').executeTakeFirst()
    expect(log?.title).toBe('从工具中选择')
    expect((await answer(data)).statusCode).toBe(400)
    expect(await added()).toHaveLength(2)
    await clear()
  })

  test.each<[string, object]>([
    ['another deployment', { [claim('deployment_id')]: 'x' }],
    ['another message', { [claim('message_type')]: 'LtiResourceLinkRequest' }],
    ['another site', { aud: 'https://other.example' }],
    ['an address that is none', { [`${DL}content_items`]: [{ type: 'ltiResourceLink', url: 'javascript:alert(1)' }] }],
    ['an unknown code', { [`${DL}data`]: 'x' }],
  ])('takes no answer of %s', async (_, more) => {
    expect((await answer((await settings()).data, more)).statusCode).toBe(400)
    expect(await added()).toEqual([])
  })

  test('takes no answer signed by others, after an hour, or for a person who left; a learner chooses nothing', async () => {
    expect((await answer((await settings()).data, {}, strange.privateKey)).statusCode).toBe(400)
    const { data } = await settings()
    await app.db
      .updateTable('integrateToolChoice')
      .set({ expireTime: new Date(0) })
      .execute()
    expect((await answer(data)).statusCode).toBe(400)
    const { data: late } = await settings()
    await app.db.updateTable('sysUser').set({ state: UserState.disabled }).where('id', '=', teacher.id).execute()
    expect((await answer(late)).statusCode).toBe(400)
    await app.db.updateTable('sysUser').set({ state: UserState.active }).where('id', '=', teacher.id).execute()
    expect((await start(ann, { path: toolLink.choose.path, body: { toolId } })).code).toBe(errors.forbidden[0])
    expect(await added()).toEqual([])
  })
})

describe('a token', () => {
  test.each<[string, Spoilt]>([
    ['signed by another key', { by: strange.privateKey }],
    ['that ended', { claims: { exp: Math.floor(Date.now() / 1_000) - 120 } }],
    ['that lives for a day', { claims: { exp: Math.floor(Date.now() / 1_000) + 86_400 } }],
    ['for another address', { claims: { aud: 'https://other.example/token' } }],
    ['about somebody else', { claims: { sub: 'x' } }],
    ['of an unknown tool', { claims: { iss: 'x', sub: 'x' } }],
    ['without a number', { claims: { jti: undefined } }],
  ])('is not given for a statement %s', async (_, how) => {
    expect(await tokenFor(how)).toEqual({ status: 401, error: 'invalid_client' })
  })

  test('is given once for a statement', async () => {
    const signed = await statement()
    expect(await tokenFor({}, signed)).toMatchObject({ status: 200, expires_in: 3_600 })
    expect(await tokenFor({}, signed)).toEqual({ status: 401, error: 'invalid_client' })
    expect(await tokenFor({}, 'rubbish')).toEqual({ status: 401, error: 'invalid_client' })
    await sweepSpent(app.app)
    expect((await app.db.selectFrom('integrateToolSpent').select('hash').execute()).length).toBeGreaterThan(0)
  })

  test('is for scores, by client credentials', async () => {
    expect(await tokenFor({ scope: 'other' })).toEqual({ status: 400, error: 'invalid_scope' })
    expect(await tokenFor({ form: { grant_type: 'password' } })).toEqual({ status: 400, error: 'unsupported_grant_type' })
    expect(await tokenFor({ form: { client_assertion_type: 'x' } })).toEqual({ status: 400, error: 'invalid_request' })
  })

  test('takes a key that was entered, and a published one that changed', async () => {
    const publicKey = await exportSPKI(strange.publicKey)
    await app.ok(tool.save, { id: toolId, ...form, keysUrl: '', publicKey }, admin)
    expect((await tokenFor({ by: strange.privateKey })).status).toBe(200)
    expect((await tokenFor()).status).toBe(401)
    await app.ok(tool.save, { id: toolId, ...form, keysUrl: '', publicKey: JSON.stringify(await exportJWK(keys.publicKey)) }, admin)
    expect((await tokenFor()).status).toBe(200)
    await app.ok(tool.save, { id: toolId, ...form, keysUrl: `${stub.url}/fresh` }, admin)
    isDown = true
    expect((await tokenFor()).status).toBe(401)
    isDown = false
    expect((await tokenFor()).status).toBe(200)
    const first = published
    published = { keys: [{ ...(await exportJWK(strange.publicKey)), kid: 'k2', alg: 'RS256', use: 'sig' }] }
    const now = Math.floor(Date.now() / 1_000)
    const own = {
      iss: registered.clientId,
      sub: registered.clientId,
      aud: `${SITE}${toolService.token.path}`,
      iat: now,
      exp: now + 60,
      jti: 'new',
    }
    expect(
      (await tokenFor({}, await new SignJWT(own).setProtectedHeader({ alg: 'RS256', kid: 'k2' }).sign(strange.privateKey))).status,
    ).toBe(200)
    published = first
  })
})

test('keys that are not there are asked for a few times a minute, whoever names them', async () => {
  await app.ok(tool.save, { id: toolId, ...form, keysUrl: `${stub.url}/asked` }, admin)
  const asked = () => app.app.outgoing.counts().reduce((sum, one) => sum + one.value, 0)
  const before = asked()
  const { privateKey } = await generateKeyPair('RS256')
  const claims = { iss: registered.clientId, sub: registered.clientId, aud: `${SITE}${toolService.token.path}`, jti: 'x', iat: 1, exp: 2 }
  for (let at = 0; at < 3 * MOST_READS; at++) {
    const statement = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: `none ${at}` }).sign(privateKey)
    expect((await tokenFor({}, statement)).status).toBe(401)
  }
  expect(asked() - before).toBe(MOST_READS)
  await app.ok(tool.save, { id: toolId, ...form }, admin)
})

describe('a score', () => {
  test('is shown to the teacher, and finishes file and course when the learner is through', async () => {
    const userId = await opened(ann)
    expect(await report(userId, { activityProgress: 'InProgress', scoreGiven: 2 })).toBe(200)
    expect(await progress()).toMatchObject({ process: 0, finishTime: null })
    expect(await resultsFor(teacher)).toMatchObject([
      { realName: '安安', courseTitle: '急救', score: 2, maximum: 10, activity: 'InProgress' },
    ])
    expect(await report(userId, { comment: '很好' })).toBe(200)
    expect(await resultsFor(teacher)).toMatchObject([
      { score: 8.5, maximum: 10, activity: 'Completed', grading: 'FullyGraded', comment: '很好' },
    ])
    expect(await progress()).toMatchObject({ process: 100, finishTime: expect.any(Date) as Date })
    expect(await app.db.selectFrom('courseLearn').where('userId', '=', ann.id).select('finishDue').executeTakeFirst()).toEqual({
      finishDue: true,
    })
    expect((await app.ok(toolLink.paging, {}, teacher)).records).toMatchObject([{ toolTitle: 'H5P', courses: 1, results: 1 }])
    // taken back
    expect(await report(userId, { scoreGiven: null, activityProgress: 'Initialized', gradingProgress: 'NotReady' })).toBe(200)
    expect(await resultsFor(teacher)).toMatchObject([{ score: null, maximum: null }])
    expect((await progress())?.finishTime).not.toBeNull()
  })

  test('replaces one of the future, which an earlier version took', async () => {
    const userId = await opened(ann)
    expect(await report(userId, { scoreGiven: 1 })).toBe(200)
    await app.db
      .updateTable('integrateToolResult')
      .set({ scoreTime: new Date('9999-12-31T23:59:59Z') })
      .execute()
    expect(await report(userId)).toBe(200)
    expect(await resultsFor(teacher)).toMatchObject([{ score: 8.5 }])
  })

  test.each([
    [50, 200],
    [90, 400],
  ])('%i s ahead of the clock of this site is answered with %i', async (ahead, status) => {
    const timestamp = new Date(app.clock.now().getTime() + ahead * 1_000).toISOString()
    expect(await report(await opened(ann), { timestamp })).toBe(status)
  })

  test('is read as Moodle writes it', async () => {
    const userId = await opened(ann)
    const body = { scoreGiven: '87.50000', scoreMaximum: '100.00000', timestamp: '2026-11-24T09:00:00+0000' }
    expect(await report(userId, body)).toBe(200)
    expect(await resultsFor(teacher)).toMatchObject([{ score: 87.5, maximum: 100, scoreTime: '2026-11-24 17:00:00' }])
  })

  test('that is refused is seen by administrators, with the field', async () => {
    const last = async () => (await app.ok(tool.paging, {}, admin)).records.find(({ id }) => id === toolId)
    const userId = await opened(ann)
    await report(userId, { timestamp: 'yesterday' })
    expect(await last()).toMatchObject({ problem: 'score', problemDetail: 'timestamp', problemTime: expect.any(String) as string })
    await report(randomUUID())
    expect(await last()).toMatchObject({ problem: 'place', problemDetail: '' })
    await tokenFor({ by: strange.privateKey })
    expect(await last()).toMatchObject({ problem: 'token', problemDetail: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' })
    await tokenFor({ scope: 'other' })
    expect(await last()).toMatchObject({ problem: 'scope' })
  })

  test('that is older than the stored one is refused', async () => {
    const userId = await opened(ann)
    expect(await report(userId, { timestamp: '2026-11-24T10:00:00.500+08:00' })).toBe(200)
    expect(await report(userId, { timestamp: '2026-11-24T01:59:59Z', scoreGiven: 1 })).toBe(409)
    expect(await resultsFor(teacher)).toMatchObject([{ score: 8.5 }])
  })

  test.each<[string, number, object, { token?: string; item?: string; type?: string }]>([
    ['without a token', 401, {}, { token: '' }],
    ['with a made-up token', 401, {}, { token: 'a.b.c' }],
    ['of another type', 415, {}, { type: 'application/json' }],
    ['below zero', 400, { scoreGiven: -1 }, {}],
    ['without a maximum', 400, { scoreMaximum: undefined }, {}],
    ['without a time', 400, { timestamp: 'yesterday' }, {}],
    ['of the future', 400, { timestamp: '9999-12-31T23:59:59Z' }, {}],
    ['with an unknown progress', 400, { activityProgress: 'Done' }, {}],
    ['for an unknown person', 404, { userId: randomUUID() }, {}],
    ['for another column', 404, {}, { item: `${courseId}-999999` }],
    ['for another course', 404, {}, { item: `999999-${fileId}` }],
    ['for no column', 404, {}, { item: 'x' }],
  ])('%s is refused', async (_, status, more, how) => {
    expect(await report(await opened(ann), more, how)).toBe(status)
    expect(await resultsFor(teacher)).toEqual([])
  })

  test('by another tool, an ID token, or a tool that is off is refused', async () => {
    const userId = await opened(ann)
    const idToken = fieldIn((await authorize(await start(ann))).body, 'id_token') ?? ''
    expect(await report(userId, {}, { token: idToken })).toBe(401)
    const other = await app.ok(tool.save, { ...form, title: '另一个' }, admin)
    const clientId = (await app.ok(tool.paging, {}, admin)).records.find(({ id }) => id === other.id)!.clientId
    const { access_token: token = '' } = await tokenFor({ claims: { iss: clientId, sub: clientId } })
    expect(await report(userId, {}, { token })).toBe(404)
    await app.ok(tool.delete, { ids: [other.id] }, admin)
    expect(await report(userId, {}, { token })).toBe(401)
    const { access_token: own = '' } = await tokenFor()
    await app.ok(tool.save, { id: toolId, ...form, enabled: false }, admin)
    expect(await report(userId, {}, { token: own })).toBe(401)
  })

  test('is seen within the data scope', async () => {
    expect(await report(await opened(ann))).toBe(200)
    const narrow = await enrolWith(app, { userName: 'narrow' }, ['course:tool:list'], DataScope.own)
    expect(await resultsFor(narrow)).toEqual([])
    expect(await resultsFor(teacher)).toHaveLength(1)
  })

  test('alone finishes the file: not its opening, nor time', async () => {
    const { code } = await start(ann)
    expect(code).toBe(0)
    await app.ok(courseFileLearn['load-process'], { courseId, fileId }, ann)
    await app.ok(courseFileLearn['fix-process'], { courseId, fileId }, ann)
    expect(await progress()).toMatchObject({ process: 0, finishTime: null })
  })
})

describe('a tool', () => {
  test('has addresses and keys that can be used', async () => {
    const wrong = async (more: Partial<typeof form>) =>
      (await app.call(tool.save, { ...form, ...more }, admin)).fields.map(({ field }) => field)
    expect(await wrong({ loginUrl: 'javascript:alert(1)' })).toEqual(['loginUrl'])
    expect(await wrong({ targetUrl: 'tool' })).toEqual(['targetUrl'])
    expect(await wrong({ issuer: 'https://exam.school.cn/path' })).toEqual(['issuer'])
    expect(await wrong({ redirectUris: `${REDIRECT} javascript:1` })).toEqual(['redirectUris'])
    expect(await wrong({ keysUrl: 'https://10.1.2.3/keys' })).toEqual(['keysUrl'])
    expect(await wrong({ publicKey: 'x' })).toEqual(['publicKey'])
    const pem = keys.privateKey instanceof CryptoKey ? JSON.stringify(await exportJWK(keys.privateKey)) : ''
    expect(await wrong({ publicKey: pem })).toEqual(['publicKey'])
  })

  test('stays while a course file opens it, and a link stays with its tool', async () => {
    expect((await app.call(tool.delete, { ids: [toolId] }, admin)).fields.map(({ field }) => field)).toEqual(['ids'])
    const other = await app.ok(tool.save, { ...form, title: '另一个' }, admin)
    const change = { id: fileId, title: '新名称', targetUrl: '' }
    expect((await app.call(toolLink.save, { ...change, toolId: other.id }, teacher)).fields.map(({ field }) => field)).toEqual(['toolId'])
    await app.ok(toolLink.save, { ...change, toolId }, teacher)
    expect((await start(ann)).asked.get('target_link_uri')).toBe('https://tool.example/start')
    expect((await app.call(toolLink.save, { ...change, toolId, targetUrl: 'x' }, teacher)).fields.map(({ field }) => field)).toEqual([
      'targetUrl',
    ])
    await app.ok(tool.delete, { ids: [other.id] }, admin)
    expect((await app.ok(toolLink.tools, {}, teacher)).map(({ title }) => title)).toEqual(['H5P'])
  })
})
