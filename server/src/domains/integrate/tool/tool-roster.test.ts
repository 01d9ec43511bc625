// Members of courses for tools, against a stand-in tool that signs statements (Names and Role Provisioning Services 2.0).
import { lti } from '@shuyuan/contract/integrate/lti.ts'
import { tool, toolLink, toolService } from '@shuyuan/contract/integrate/tool.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { createLocalJWKSet, exportSPKI, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieIn } from '../../../../test/lti-browser.ts'
import { startWith } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'

const { app, admin, ann, bob, learner, teacher } = await startWith('ann', 'bob', 'learner', 'teacher')
const keys = await generateKeyPair('RS256')
const SITE = 'https://exam.school.cn'
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly'
const AGS = 'https://purl.imsglobal.org/spec/lti-ags/scope/score'
const TYPE = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json'
const MEMBER = 'http://purl.imsglobal.org/vocab/lis/v2/membership#'
const form: Body<typeof tool.save> = {
  title: 'H5P',
  issuer: SITE,
  loginUrl: 'https://tool.example/login',
  targetUrl: 'https://tool.example/start',
  redirectUris: 'https://tool.example/launch',
  publicKey: await exportSPKI(keys.publicKey),
  roster: true,
  enabled: true,
}
const { id: toolId } = await app.ok(tool.save, form, admin)
const registered = (await app.ok(tool.paging, {}, admin)).records[0]!
const { id: fileId } = await app.ok(
  toolLink.save,
  { toolId, title: '互动练习', custom: 'who=$Person.name.full\nlink=$ResourceLink.id' },
  admin,
)
const audience = { openType: OpenType.persons, userIds: [ann.id, bob.id, learner.id] }
const courseId = await makeCourse(app.ctx(), { title: '急救', files: [{ fileId }], ...audience })
await app.db.updateTable('course').set({ createBy: teacher.id }).where('id', '=', courseId).execute()

beforeEach(() => app.ok(tool.save, { id: toolId, ...form }, admin))

async function tokenFor(scope = NRPS) {
  const now = Math.floor(Date.now() / 1_000)
  const own = { iss: registered.clientId, sub: registered.clientId, aud: `${SITE}${toolService.token.path}`, iat: now, exp: now + 60 }
  const signed = await new SignJWT({ ...own, jti: randomUUID() }).setProtectedHeader({ alg: 'RS256' }).sign(keys.privateKey)
  const payload = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signed,
    scope,
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await app.http.inject({ method: 'POST', url: toolService.token.path, headers, payload })
  return { status: reply.statusCode, ...reply.json<{ access_token?: string; scope?: string; error?: string }>() }
}
type Member = { user_id: string; name: string; roles: string[]; status: string; message?: Record<string, unknown>[] }
async function read(query: string, token?: string) {
  const bearer = token ?? (await tokenFor()).access_token ?? ''
  const url = query.startsWith('https:') ? query.slice(SITE.length) : `${toolService.memberships.path}?${query}`
  const reply = await app.http.inject({ method: 'GET', url, headers: { authorization: `Bearer ${bearer}`, accept: TYPE } })
  const next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link ?? ''))?.[1]
  return {
    status: reply.statusCode,
    type: String(reply.headers['content-type']).split(';')[0],
    next,
    body: reply.json<{ id: string; context: object; members: Member[]; error_description?: string }>(),
  }
}
const names = ({ body }: Awaited<ReturnType<typeof read>>) => body.members.map(({ name }) => name)

/** The claims of an opening by this learner. */
async function openedBy(who: Person) {
  const begun = await app.http.inject({
    method: 'POST',
    url: toolLink.open.path,
    headers: { token: who.token },
    payload: { courseId, fileId },
  })
  const asked = new URL(begun.json<{ data: { url: string } }>().data.url).searchParams
  const given = new URLSearchParams({
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    nonce: 'n',
    client_id: registered.clientId,
    redirect_uri: 'https://tool.example/launch',
    login_hint: asked.get('login_hint') ?? '',
    lti_message_hint: asked.get('lti_message_hint') ?? '',
  }).toString()
  const headers = { cookie: cookieIn(begun.headers['set-cookie']) }
  const { body } = await app.http.inject({ method: 'GET', url: `${toolService.auth.path}?${given}`, headers })
  const own = (await app.http.inject({ method: 'GET', url: lti.keys.path })).json<JSONWebKeySet>()
  return (await jwtVerify(/name="id_token" value="([^"]*)"/.exec(body)?.[1] ?? '', createLocalJWKSet(own))).payload
}

describe('the members of a course', () => {
  test('are those of its audience and its maker, under the names that openings use', async () => {
    const claims = await openedBy(ann)
    const service = claims['https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'] as { context_memberships_url: string }
    expect(service).toEqual({
      context_memberships_url: `${SITE}${toolService.memberships.path}?course=${courseId}`,
      service_versions: ['2.0'],
    })
    const roster = await read(service.context_memberships_url)
    expect([roster.status, roster.type, roster.next]).toEqual([200, TYPE, undefined])
    expect(roster.body).toMatchObject({ id: service.context_memberships_url, context: { id: courseId, title: '急救' } })
    expect(roster.body.members).toHaveLength(4)
    expect(roster.body.members).toContainEqual({ status: 'Active', name: '安安', user_id: claims.sub, roles: [`${MEMBER}Learner`] })
    expect(roster.body.members.find(({ name }) => name === '田老师')?.roles).toEqual([`${MEMBER}Instructor`])
    // no account, address or phone number
    expect(JSON.stringify(roster.body)).not.toMatch(/ann|@/)
    // the names stay
    expect((await read(`course=${courseId}`)).body.members).toEqual(roster.body.members)
  })

  test('come in pages by Link headers, of one role where that is asked for', async () => {
    const found: string[] = []
    const asked: (string | undefined)[] = []
    for (let next: string | undefined = `course=${courseId}&limit=2&role=Learner`; next !== undefined;) {
      const page = await read(next)
      found.push(...names(page))
      expect(page.body.members.length).toBeLessThanOrEqual(2)
      next = page.next
      asked.push(next)
    }
    expect(found).toHaveLength(3)
    expect(asked).toEqual([expect.stringContaining('role=Learner'), undefined])
    expect(found).not.toContain('田老师')
    expect(names(await read(`course=${courseId}&role=${encodeURIComponent(`${MEMBER}Instructor`)}`))).toEqual(['田老师'])
    expect(names(await read(`course=${courseId}&role=Mentor`))).toEqual([])
  })

  test('have the custom parameters of a link by its id', async () => {
    const { body } = await read(`course=${courseId}&rlid=${courseId}-${fileId}&role=Learner`)
    expect(body.members.find(({ name }) => name === '安安')?.message).toEqual([
      {
        'https://purl.imsglobal.org/spec/lti/claim/message_type': 'LtiResourceLinkRequest',
        'https://purl.imsglobal.org/spec/lti/claim/custom': { who: '安安', link: `${courseId}-${fileId}` },
      },
    ])
  })

  test('leave out disabled accounts, and of a course for everybody those who never began it', async () => {
    await app.db.updateTable('sysUser').set({ state: UserState.disabled }).where('id', '=', bob.id).execute()
    expect((await read(`course=${courseId}`)).body.members).toHaveLength(3)
    await app.db.updateTable('sysUser').set({ state: UserState.active }).where('id', '=', bob.id).execute()
    await app.db.updateTable('course').set({ openType: OpenType.all }).where('id', '=', courseId).execute()
    await openedBy(ann)
    expect(names(await read(`course=${courseId}&role=Learner`))).toEqual(['安安'])
    await app.db.updateTable('course').set({ openType: OpenType.persons }).where('id', '=', courseId).execute()
  })
})

describe('a roster is closed', () => {
  test('without a token for its scope, and once the tool may not read it', async () => {
    expect((await read(`course=${courseId}`, 'x')).status).toBe(401)
    const score = await tokenFor(AGS)
    expect((await read(`course=${courseId}`, score.access_token)).status).toBe(401)
    const both = await tokenFor(`${NRPS} ${AGS}`)
    expect(both.scope?.split(' ').toSorted()).toEqual([AGS, NRPS])
    await app.ok(tool.save, { id: toolId, ...form, roster: false }, admin)
    expect((await read(`course=${courseId}`, both.access_token)).status).toBe(401)
    expect(await tokenFor()).toMatchObject({ status: 400, error: 'invalid_scope' })
    expect((await tokenFor(`${NRPS} ${AGS}`)).scope).toBe(AGS)
    expect((await openedBy(ann))['https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice']).toBeUndefined()
  })

  test('for another course, link or limit, and the refusal is shown', async () => {
    const plain = await makeFile(app.ctx(), Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', { title: '须知' })
    const other = await makeCourse(app.ctx(), { title: '消防', files: [{ fileId: plain }], ...audience })
    const refused = {
      [`course=${other}`]: [404, 'course'],
      'course=x': [404, 'course'],
      [`course=${courseId}&rlid=${other}-${fileId}`]: [404, 'rlid'],
      [`course=${courseId}&limit=0`]: [400, 'limit'],
      [`course=${courseId}&from=x`]: [400, 'from'],
    }
    for (const [query, [status, detail]] of Object.entries(refused)) {
      const reply = await read(query)
      expect([reply.status, reply.body.error_description], query).toEqual([status, detail])
      expect((await app.ok(tool.paging, {}, admin)).records).toMatchObject([{ problem: 'roster', problemDetail: detail }])
    }
  })
})
