// A platform asks for links (Deep Linking), against a stand-in that checks the signed answer.
import { exam, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { lti, ltiChoice, ltiPlatform } from '@shuyuan/contract/integrate/lti.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { cookieIn, ltiBrowser } from '../../../../test/lti-browser.ts'
import { ltiClient, type SpoiltLaunch, startLtiStub } from '../../../../test/lti-stub.ts'
import { enrolWith, startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'
import { makeFixedExam } from '../../paper/fixed.factory.ts'
import { sweepLaunches } from './lti-launch.service.ts'

const { app, admin } = await startWithEnv(STUB_ENV)
const stub = await startLtiStub()
afterAll(() => stub.close())
const teacher = await enrolWith(app, { userName: 'offerer' }, ['integrate:lti:select', 'exam:list', 'course:list'], DataScope.all)

const { examId } = await makeFixedExam(app.ctx(), { single: 2 }, { title: '消防"安全"<考试>' })
const courseId = await makeCourse(app.ctx(), {
  title: '消防课程',
  files: [{ fileId: await makeFile(app.ctx(), Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', { title: '须知' }) }],
})
const { deptCode } = await app.db.selectFrom('sysDepart').orderBy('path').select('deptCode').executeTakeFirstOrThrow()
const form = {
  title: 'Moodle',
  issuer: stub.url,
  clientId: ltiClient.clientId,
  deployments: ltiClient.deployment,
  authUrl: `${stub.url}/auth`,
  keysUrl: `${stub.url}/keys`,
  deptCode,
  enabled: true,
}
const { id: platformId } = await app.ok(ltiPlatform.save, form, admin)
const browser = ltiBrowser(app, stub, 'https://exam.school.cn/lti/exam/1')
const back = 'https://campus.school.cn/deep/return?id=3'
const choosing = (name: string) => `https://purl.imsglobal.org/spec/lti-dl/claim/${name}`
const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`
const INSTRUCTOR = 'http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'

type Settings = Record<string, unknown>
const requestWith = (settings: Settings = {}, lti: Settings = {}): SpoiltLaunch => ({
  lti: { message_type: 'LtiDeepLinkingRequest', resource_link: undefined, target_link_uri: undefined, roles: [INSTRUCTOR], ...lti },
  services: {
    [choosing('deep_linking_settings')]: {
      deep_link_return_url: back,
      accept_types: ['link', 'ltiResourceLink'],
      accept_presentation_document_targets: ['iframe', 'window'],
      accept_multiple: true,
      data: 'op=7&sig="x"',
      ...settings,
    },
  },
})
/** The frame of the platform stands at the page that waits. */
async function ask(settings?: Settings) {
  const { arrived } = await browser.launch(requestWith(settings))
  expect(arrived.pathname).toBe(lti.wait.path)
  return arrived.pathname + arrived.search
}
const page = (url: string, headers: Record<string, string> = {}) => app.http.inject({ method: 'GET', url, headers })
const linkIn = (html: string) => /<a href="([^"]+)"/.exec(html)?.[1] ?? ''
/** A click on the page that waits opens the page of the choice. */
async function open(wait: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) {
  const reply = await page(linkIn((await page(wait)).body), headers)
  const to = new URL(String(reply.headers.location), 'http://here')
  return { to, code: to.searchParams.get('code') ?? '', cookie: cookieIn(reply.headers['set-cookie']) }
}
type Opened = { code: string; cookie: string }
async function call(path: string, who: Person, { code, cookie }: Opened, more: object = {}) {
  const reply = await app.http.inject({ method: 'POST', url: path, headers: { token: who.token, cookie }, payload: { code, ...more } })
  return reply.json<{ code: number; data: { platform: string; person: string; multiple: boolean } }>()
}
const answer = (opened: Opened, items: string[], who = teacher) => call(ltiChoice.answer.path, who, opened, { items })
async function posted(html: string) {
  const jwt = /name="JWT" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const keys = (await page(lti.keys.path)).json<JSONWebKeySet>()
  return (
    await jwtVerify(jwt, createLocalJWKSet(keys), {
      issuer: ltiClient.clientId,
      audience: stub.url,
      requiredClaims: ['nonce', 'exp', 'iat'],
    })
  ).payload
}

beforeEach(async () => {
  await app.db.deleteFrom('integrateLtiChoice').execute()
  await app.ok(ltiPlatform.save, { id: platformId, ...form }, admin)
})

describe('a request for links', () => {
  test('is answered with a signed form that may go to the platform only', async () => {
    const wait = await ask()
    const waiting = await page(wait)
    expect(waiting.headers['content-security-policy']).toContain(
      `form-action 'none'; frame-ancestors 'self' https://campus.school.cn ${stub.url}`,
    )
    expect(waiting.body).toContain('http-equiv="refresh"')
    const opened = await open(wait)
    expect(opened.to.pathname).toBe('/admin/exam/lti-select')
    expect((await call(ltiChoice.detail.path, teacher, opened)).data).toEqual({ platform: 'Moodle', person: '李同学', multiple: true })
    expect((await answer(opened, [`exam-${examId}`, `course-${courseId}`])).code).toBe(0)
    const { body, headers } = await page(wait)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; .*script-src 'sha256-[^']+'; form-action https:\/\/campus\.school\.cn; frame-ancestors/)
    expect(body).toContain('<form method="post" action="https://campus.school.cn/deep/return?id=3">')
    const payload = await posted(body)
    expect(payload).toMatchObject({
      [claim('deployment_id')]: ltiClient.deployment,
      [claim('message_type')]: 'LtiDeepLinkingResponse',
      [claim('version')]: '1.3.0',
      [choosing('data')]: 'op=7&sig="x"',
    })
    expect(payload[choosing('content_items')]).toEqual([
      {
        type: 'ltiResourceLink',
        title: '消防"安全"<考试>',
        url: expect.stringMatching(new RegExp(`^http://[^/]+/lti/exam/${examId}$`)) as string,
        window: { targetName: '_blank' },
        lineItem: { scoreMaximum: 4, label: '消防"安全"<考试>', resourceId: `exam-${examId}` },
      },
      {
        type: 'ltiResourceLink',
        title: '消防课程',
        url: expect.stringMatching(new RegExp(`/lti/course/${courseId}$`)) as string,
        window: { targetName: '_blank' },
        lineItem: { scoreMaximum: 100, label: '消防课程', resourceId: `course-${courseId}` },
      },
    ])
    // once
    expect((await page(wait)).body).not.toContain('JWT')
    expect((await answer(opened, [`exam-${examId}`])).code).toBe(errors.notFound[0])
  })

  test('without data and columns gets neither; one link where one is wanted', async () => {
    const wait = await ask({ data: undefined, accept_lineitem: false, accept_multiple: false })
    const opened = await open(wait)
    const refused = await answer(opened, [`exam-${examId}`, `course-${courseId}`])
    expect(refused).toMatchObject({ data: { fields: [{ field: 'items' }] } })
    expect((await answer(opened, [`exam-${examId}`])).code).toBe(0)
    const payload = await posted((await page(wait)).body)
    expect(Object.keys(payload)).not.toContain(choosing('data'))
    expect(payload[choosing('content_items')]).toMatchObject([{ title: expect.stringContaining('消防') as string }])
    expect(JSON.stringify(payload)).not.toContain('lineItem')
  })

  test.each<[string, SpoiltLaunch]>([
    ['of a learner', requestWith({}, { roles: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'] })],
    ['that takes no links to tools', requestWith({ accept_types: ['html'] })],
    ['without an address for the answer', requestWith({ deep_link_return_url: undefined })],
    ['with a script as address', requestWith({ deep_link_return_url: 'javascript:alert(1)' })],
    ['of another deployment', requestWith({}, { deployment_id: 'd-9' })],
    ['signed by another key', { ...requestWith(), signed: 'strange' }],
  ])('%s is refused', async (_, how) => {
    expect((await browser.launch(how)).arrived.search).toBe('?problem=1')
    expect(await app.db.selectFrom('integrateLtiChoice').selectAll().execute()).toEqual([])
  })

  test('makes no account', async () => {
    const before = await app.db.selectFrom('sysUser').select('id').execute()
    await ask()
    expect(await app.db.selectFrom('sysUser').select('id').execute()).toEqual(before)
  })

  test('belongs to the browser that came from its page', async () => {
    const wait = await ask()
    for (const from of ['cross-site', 'none', 'same-site'])
      expect((await open(wait, { 'sec-fetch-site': from })).to.search).toBe('?problem=1')
    const opened = await open(wait)
    // the same browser may open it again, another one not
    expect((await open(wait, { 'sec-fetch-site': 'same-origin', cookie: opened.cookie })).code).toBe(opened.code)
    expect((await open(wait)).to.search).toBe('?problem=1')
    for (const cookie of ['', `third=${'a'.repeat(43)}`])
      expect((await answer({ ...opened, cookie }, [`exam-${examId}`])).code).toBe(errors.notFound[0])
    // the code of the page that waits is another one
    const code = new URL(wait, 'http://here').searchParams.get('code') ?? ''
    expect((await answer({ ...opened, code }, [`exam-${examId}`])).code).toBe(errors.notFound[0])
  })

  test('ends after an hour, and with its platform', async () => {
    const wait = await ask()
    const opened = await open(wait)
    app.clock.advance(3_601)
    const fresh = await app.as('offerer')
    expect((await answer(opened, [`exam-${examId}`], fresh)).code).toBe(errors.notFound[0])
    expect((await page(wait)).body).not.toContain('<a ')
    await sweepLaunches(app.app)
    expect(await app.db.selectFrom('integrateLtiChoice').selectAll().execute()).toEqual([])
    app.clock.advance(-3_601)
    const other = await ask()
    await app.ok(ltiPlatform.save, { id: platformId, ...form, enabled: false }, admin)
    expect((await page(other)).body).not.toContain('<a ')
  })
})

describe('on offer', () => {
  test('are enabled exams and courses of the kinds that the caller may list', async () => {
    const listed = async (who: Person, params: { kind?: 'exam' | 'course'; title?: string } = {}) =>
      (await app.ok(ltiChoice.paging, { params }, who)).records.map((one) => one.id)
    expect(await listed(teacher)).toEqual([`exam-${examId}`, `course-${courseId}`])
    expect(await listed(teacher, { kind: 'course' })).toEqual([`course-${courseId}`])
    expect(await listed(teacher, { title: '课程' })).toEqual([`course-${courseId}`])
    const examiner = await enrolWith(app, { userName: 'examiner' }, ['integrate:lti:select', 'exam:list'], DataScope.all)
    expect(await listed(examiner)).toEqual([`exam-${examId}`])
    const wait = await ask()
    const opened = await open(wait)
    expect(await answer(opened, [`course-${courseId}`], examiner)).toMatchObject({ data: { fields: [{ field: 'items' }] } })
    await app.ok(exam.state, { ids: [examId], state: ExamState.disabled }, admin)
    expect(await listed(examiner)).toEqual([])
    expect(await answer(opened, [`exam-${examId}`], examiner)).toMatchObject({ data: { fields: [{ field: 'items' }] } })
    await app.ok(exam.state, { ids: [examId], state: ExamState.enabled }, admin)
  })
})
