// A server that requires a licence: what works without one, which files are accepted, and how every node gets a new one.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { license } from '@shuyuan/contract/site/config/license.ts'
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { sys } from '@shuyuan/contract/site/config/upload-license.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { UserVerdict } from '@shuyuan/contract/people/user/user-admin.ts'
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../../test/people.ts'
import { startApp } from '../../../../test/start-app.ts'
import { setUpExam } from '../../paper/exam-setup.factory.ts'
import { type License, publicKeyOf, readLicense, signedBytes } from './license.format.ts'
import { mustFitLicense } from './license.service.ts'
import { hashPassword } from '../../session/password.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const pem = publicKey.export({ format: 'pem', type: 'spki' }) as string
const env = { LICENSE_REQUIRED: 'true', LICENSE_PUBLIC_KEY: pem.replaceAll('\n', String.raw`\n`) }
const issue = (facts: License, key = privateKey) =>
  JSON.stringify({ ...facts, signature: sign(null, signedBytes(facts), key).toString('base64') })
const good: License = { holder: '云栖大学', validUntil: '2099-12-31', maxUsers: 500 }

/** Uploads in an own session of the administrator each: a session may upload at most thirty times a minute. */
const bring = async (text: string, token?: string) =>
  app.upload(sys.uploadLicense, Buffer.from(text), 'licence.json', {}, token ?? (await app.as('admin')).token)

const app = await sharedApp({ env })
const passwordHash = await hashPassword('Learner@2026')
await makeUser(app.db, { userName: 'teacher', roleType: RoleType.staff, roles: ['教师'], passwordHash })
const admin = (await app.as('admin')).token
await bring(issue(good))
const learner = await app.enrol({ userName: 'learner', passwordHash })
beforeEach(() => bring(issue(good)))

const withoutLicense = async () => {
  await app.db.deleteFrom('sysConfig').where('key', '=', 'license').execute()
  await app.app.bus.publish('sys.config', {})
  await expect.poll(async () => (await app.ok(license.detail, {})).state).toBe('missing')
}

describe('without a licence', () => {
  beforeEach(withoutLicense)

  test('guarded calls are refused with licence for every caller', async () => {
    for (const token of [learner, admin])
      expect(await app.call(exam.paging, {}, token)).toMatchObject({ code: errors.licence[0], msg: '系统尚未授权，请联系管理员' })
    expect((await app.call(exam.paging, {})).code).toBe(errors.signedOut[0])
  })

  test('back-office users sign in and can upload a licence, learners cannot sign in', async () => {
    expect((await app.call(user.login, { userName: 'learner', password: 'Learner@2026' })).code).toBe(errors.licence[0])
    const { token } = await app.ok(user.login, { userName: 'teacher', password: 'Learner@2026' })
    await app.ok(user.info, {}, token)
    await app.ok(menu.routes, {}, token)
    await app.ok(config.detail, {}, token)
    expect(await app.ok(license.detail, {}, token)).toEqual({ required: true, state: 'missing', holder: '', validUntil: '' })
    await app.ok(user.logout, {}, token)
    expect((await bring(issue(good), learner.token)).code).toBe(errors.forbidden[0])
    expect((await bring(issue(good))).code).toBe(0)
    await app.ok(exam.paging, {}, learner)
  })
})

test('a licence opens the site, and its facts are shown: numbers only to callers who may upload one', async () => {
  await app.ok(exam.paging, {}, learner)
  const seen = { required: true, state: 'valid', holder: '云栖大学', validUntil: '2099-12-31' }
  expect(await app.ok(license.detail, {})).toEqual(seen)
  expect(await app.ok(license.detail, {}, admin)).toEqual({ ...seen, maxUsers: 500, users: 3 })
})

describe('refused, and the previous licence stays', () => {
  const other = generateKeyPairSync('ed25519').privateKey
  const tampered = (change: object) => JSON.stringify({ ...(JSON.parse(issue(good)) as object), ...change })
  test.each([
    ['a later day written into it', tampered({ validUntil: '2100-01-01' }), errors.licenseForged],
    ['more people written into it', tampered({ maxUsers: 5_000 }), errors.licenseForged],
    ['the limit removed from it', tampered({ maxUsers: undefined }), errors.licenseForged],
    ['another key', issue(good, other), errors.licenseForged],
    ['half a signature', tampered({ signature: 'AAAA' }), errors.licenseForged],
    ['more facts than a licence has', tampered({ modules: ['*'] }), errors.licenseBroken],
    ['an expired licence', issue({ holder: '云栖大学', validUntil: '2020-01-01' }), errors.licenseOver],
    ['a day that does not exist', tampered({ validUntil: '2099-02-30' }), errors.licenseBroken],
    ['no JSON', 'licence', errors.licenseBroken],
    ['a file of a megabyte', ' '.repeat(1_000_000), errors.licenseBroken],
    ['nothing', '', errors.licenseBroken],
  ])('%s', async (_what, text, [code]) => {
    expect((await bring(text)).code).toBe(code)
    expect((await app.ok(license.detail, {})).holder).toBe('云栖大学')
    await app.ok(exam.paging, {}, learner)
  })
})

test('a licence is valid until its last second, in the site’s time zone', async () => {
  await bring(issue({ holder: '云栖大学', validUntil: '2030-06-30' }))
  app.clock.set(new Date('2030-06-30T23:59:59.500+08:00'))
  const { token } = await app.as('admin')
  await app.ok(exam.paging, {}, token)
  app.clock.set(new Date('2030-07-01T00:00:00+08:00'))
  expect(await app.call(exam.paging, {}, token)).toMatchObject({ code: errors.licence[0], msg: '系统授权已过期，请联系管理员' })
  expect((await app.ok(license.detail, {})).state).toBe('expired')
  app.clock.set(new Date())
})

test('a paper that is open goes on when the licence runs out; no other is opened', async () => {
  await bring(issue({ holder: '云栖大学', validUntil: '2030-06-30' }))
  app.clock.set(new Date('2030-06-30T23:50:00+08:00'))
  const { token } = await app.as('learner')
  const { examId } = await setUpExam(app.ctx(), {}, { single: 1 })
  const { id } = await app.ok(paper['create-paper'], { examId }, token)
  app.clock.set(new Date('2030-07-01T00:00:01+08:00'))
  const { session, groups } = await app.ok(paper['paper-detail'], { id }, token)
  const save = { paperId: id, session, quId: groups[0]!.quList[0]!.quId, answer: { tags: ['A'] }, seq: 1 }
  expect((await app.ok(paper['fill-answer'], save, token)).answeredCount).toBe(1)
  expect((await app.ok(paper['left-time'], { id }, token)).leftSeconds).toBeGreaterThan(0)
  expect((await app.ok(paper['hand-exam'], { id, session }, token)).answered).toBe(1)
  expect((await app.call(paper['create-paper'], { examId }, token)).code).toBe(errors.licence[0])
  app.clock.set(new Date())
})

test('a second node gets a new licence immediately', async () => {
  await withoutLicense()
  const second = await startApp({ databaseUrl: app.databaseUrl, env })
  expect((await second.call(exam.paging, {}, learner)).code).toBe(errors.licence[0])
  await bring(issue(good))
  await expect.poll(async () => (await second.call(exam.paging, {}, learner)).code).toBe(0)
  await second.close()
})

test('a licence for fewer users than there are allows no new ones', async () => {
  await mustFitLicense(app.ctx())
  await bring(issue({ ...good, maxUsers: 2 }))
  await expect(mustFitLicense(app.ctx())).rejects.toMatchObject({ reason: 'licenseSeats' })
  await app.ok(exam.paging, {}, learner)
})

test('a full licence enables no further user, by any call: state, audit, later expiry, form', async () => {
  const passwordHash = await hashPassword('Learner@2026')
  const at = app.clock.now().getTime()
  const past = new Date(at - 86_400_000)
  const people = { 'was-off': { state: UserState.disabled }, waits: { state: UserState.pending }, 'ran-out': { expireTime: past } }
  const ids: Record<string, string> = {}
  for (const [userName, more] of Object.entries(people)) ids[userName] = await makeUser(app.db, { userName, passwordHash, ...more })
  const { users = 0 } = await app.ok(license.detail, {}, admin)
  // one fewer than there are accounts
  await bring(issue({ ...good, maxUsers: users - 1 }))
  const { token } = await app.as('admin')
  const later = toWallClock(new Date(at + 86_400_000))
  const of = (userName: string) => [ids[userName] ?? '']
  const ways = {
    state: () => app.call(user.state, { ids: of('was-off'), state: UserState.active }, token),
    review: () => app.call(user.audit, { ids: of('waits'), state: UserVerdict.approved, auditMsg: '欢迎' }, token),
    end: () => app.call(user['batch-expire'], { ids: of('ran-out'), expireTime: later }, token),
    forever: () => app.call(user['batch-expire'], { ids: of('ran-out'), expireTime: null }, token),
  }
  for (const [way, call] of Object.entries(ways)) expect((await call()).code, way).toBe(errors.licenseSeats[0])
  const stored = await app.db
    .selectFrom('sysUser')
    .where('userName', 'in', Object.keys(people))
    .orderBy('id')
    .select(['state', 'expireTime'])
    .execute()
  expect(stored).toEqual([
    { state: UserState.disabled, expireTime: null },
    { state: UserState.pending, expireTime: null },
    { state: UserState.active, expireTime: past },
  ])
  // changes that enable no user pass
  await app.ok(user.state, { ids: of('ran-out'), state: UserState.disabled }, token)
  await app.ok(user.audit, { ids: of('waits'), state: UserVerdict.rejected, auditMsg: '不符' }, token)
  await bring(issue(good), token)
  await app.ok(user.state, { ids: of('was-off'), state: UserState.active }, token)
})

describe('other servers', () => {
  test('that need no licence require none, and cannot check one without a key', async () => {
    const free = await startApp()
    const { token } = await free.as('admin')
    await free.ok(exam.paging, {}, token)
    expect(await free.ok(license.detail, {})).toMatchObject({ required: false, state: 'missing' })
    const answer = await free.upload(sys.uploadLicense, Buffer.from(issue(good)), 'licence.json', {}, token)
    expect(answer.code).toBe(errors.licenseKeyless[0])
    await free.close()
  })

  test.each([
    [{ LICENSE_REQUIRED: 'true' }, /neither LICENSE_PUBLIC_KEY/],
    [{ LICENSE_REQUIRED: 'true', LICENSE_PUBLIC_KEY: 'AAAA' }, /not an Ed25519 public key/],
    [{ LICENSE_REQUIRED: 'true', LICENSE_PUBLIC_KEY_FILE: '/nowhere/key.pem' }, /LICENSE_PUBLIC_KEY_FILE/],
  ])('with %o do not start', async (wrong, words) => {
    await expect(startApp({ databaseUrl: app.databaseUrl, env: wrong as unknown as Record<string, string> })).rejects.toThrow(words)
  })
})

test('the script makes keys and licences that the server accepts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shuyuan-test-'))
  const script = fileURLToPath(new URL('../../../../../scripts/license.ts', import.meta.url))
  const run = (...words: string[]) => execFileSync(process.execPath, [script, ...words], { encoding: 'utf8', stdio: 'pipe' })
  run('keys', folder)
  const key = join(folder, 'license-private.pem')
  const text = run('issue', '--key', key, '--holder', '云栖大学', '--until', '2099-12-31', '--max-users', '500')
  const known = publicKeyOf(readFileSync(join(folder, 'license-public.pem'), 'utf8'))
  expect(readLicense(text, known)).toMatchObject({ license: good })
  expect(() => run('keys', folder)).toThrow(/EEXIST/)
  expect(() => run('issue', '--key', key, '--holder', 'x', '--until', 'tomorrow')).toThrow(/not the facts of a licence/)
  rmSync(folder, { recursive: true })
})
