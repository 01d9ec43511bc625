// The directory sync over HTTP, against a stand-in that speaks LDAP.
import { directory, directoryNote, DirectoryOrigin, DirectoryState } from '@shuyuan/contract/account/directory/directory.ts'
import { ldap } from '@shuyuan/contract/account/sign-in/ldap.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ldapService, plainly, startLdapStub } from '../../../../test/ldap-stub.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { code } from '../../../../test/refusal.ts'
import { turn } from '../../../../test/sign-in-steps.ts'
import { readSheet } from '../../../kernel/sheet/spreadsheet.ts'
import { drainTasks } from '../../common/task.service.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { builtInRole } from '../../people/role-menu/role.rules.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { app, admin } = await startWithEnv(STUB_ENV)
const entry = (uid: string, more: Record<string, string> = {}, ou = 'ou=一班,ou=高一') => ({
  dn: `uid=${uid},${ou}${ou && ','}ou=people,dc=school`,
  password: `${uid}-secret`,
  attributes: Object.fromEntries(
    Object.entries({ objectClass: 'person', uid, entryUUID: `id-${uid}`, displayName: `同学${uid}`, ...more }).map(([name, value]) => [
      name,
      [value],
    ]),
  ),
})
const school = () => [entry('an'), entry('bo', { mobile: '13800000001' }), entry('cai', { mail: 'cai@school.cn' }, 'ou=二班,ou=高一')]
const stub = await startLdapStub('ldaps', school())
afterAll(() => stub.close())

const connection = {
  url: stub.url,
  ca: stub.ca,
  bindDn: ldapService.dn,
  secret: ldapService.password,
  baseDn: 'ou=people,dc=school',
  filter: '(&(objectClass=person)(uid={u}))',
  idAttribute: 'entryUUID',
  nameAttribute: 'displayName',
}
const settings: Body<typeof directory.save> = {
  nightly: true,
  filter: '(objectClass=person)',
  userNameAttribute: 'uid',
  mobileAttribute: 'mobile',
  emailAttribute: 'mail',
  departFrom: 'ou',
  departAttribute: '',
  deptCode: '',
  maxDisable: 40,
}
const save = (more: Partial<typeof settings> = {}) => app.ok(directory.save, { ...settings, ...more }, admin)
await app.ok(configProp.change, { type: 'ldap', provider: 'ldap', data: connection }, admin)
await turn(app, admin.token, { ldapLogin: true })

beforeEach(async () => {
  await app.db.deleteFrom('sysUser').where('id', 'in', app.db.selectFrom('sysDirectoryUser').select('userId')).execute()
  for (const table of ['sysDirectoryRun', 'commonTask'] as const) await app.db.deleteFrom(table).execute()
  await app.db.deleteFrom('sysDepart').where('deptName', 'in', ['高一', '一班', '二班', '三班']).execute()
  Object.assign(stub, plainly)
  stub.entries.splice(0, stub.entries.length, ...school())
  stub.pages.length = 0
  await save()
})

const runs = async () => (await app.ok(directory.paging, { size: 100 }, admin)).records
const newest = async () => (await runs())[0]!
const rows = async () => (await app.ok(directory.row, { size: 100 }, admin)).records
const tried = async () => {
  await app.ok(directory.try, {}, admin)
  await drainTasks(app.app)
  return newest()
}
const apply = async (runId: string) => {
  await app.ok(directory.apply, { runId }, admin)
  await drainTasks(app.app)
  return newest()
}
const sync = async () => apply((await tried()).id)
const night = async () => {
  await app.runJobs('sys.directory.nightly')
  await drainTasks(app.app)
  return newest()
}
const people = () =>
  app.db
    .selectFrom('sysDirectoryUser')
    .innerJoin('sysUser', 'sysUser.id', 'userId')
    .innerJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .orderBy('userName')
    .select(['sysUser.id', 'userName', 'realName', 'mobile', 'email', 'state', 'deptName', 'roleType'])
    .execute()
const stateOf = async (userName: string) => (await people()).find((one) => one.userName === userName)?.state

describe('a dry run', () => {
  test('lists what would be added and changes nothing', async () => {
    const before = await app.db.selectFrom('sysDepart').selectAll().execute()
    expect(await tried()).toMatchObject({
      runState: DirectoryState.planned,
      entries: 3,
      accounts: 0,
      counts: { depart: 3, add: 3, change: 0, move: 0, disable: 0, restore: 0, skip: 0 },
    })
    expect(await people()).toEqual([])
    expect(await app.db.selectFrom('sysDepart').selectAll().execute()).toEqual(before)
    const top = (await app.db.selectFrom('sysDepart').where('parentId', 'is', null).orderBy('sort').select('deptName').executeTakeFirst())!
    expect((await rows()).map(({ kind, userName, depart }) => [kind, userName, depart])).toEqual([
      ['depart', '', `${top.deptName} / 高一`],
      ['depart', '', `${top.deptName} / 高一 / 一班`],
      ['depart', '', `${top.deptName} / 高一 / 二班`],
      ['add', 'an', `${top.deptName} / 高一 / 一班`],
      ['add', 'bo', `${top.deptName} / 高一 / 一班`],
      ['add', 'cai', `${top.deptName} / 高一 / 二班`],
    ])
  })

  test('is a sheet, and can be searched by kind and name', async () => {
    const { id: runId } = await tried()
    const only = await app.ok(directory.row, { params: { runId, kind: 'add', userName: 'bo' } }, admin)
    expect(only.records).toMatchObject([{ userName: 'bo', changes: [{ field: 'mobile', from: '', to: '13800000001' }] }])
    const reply = await app.http.inject({ method: 'POST', url: directory.export.path, headers: { token: admin.token }, payload: { runId } })
    const folder = await mkdtemp(join(tmpdir(), 'directory-'))
    await writeFile(join(folder, 'rows.xlsx'), reply.rawPayload)
    const cells = []
    for await (const row of readSheet(join(folder, 'rows.xlsx'))) cells.push(row.cells)
    await rm(folder, { recursive: true })
    expect(cells).toHaveLength(7)
    expect(cells[5]?.slice(0, 3)).toEqual(['新增账号', 'bo', '同学bo'])
    expect(cells[5]?.[4]).toBe('手机号：13800000001')
  })

  test('is carried out as it was shown, by learners who sign in by the directory', async () => {
    expect(await sync()).toMatchObject({ runState: DirectoryState.applied, note: '' })
    expect((await people()).map(({ id: _id, ...one }) => one)).toMatchObject([
      { userName: 'an', realName: '同学an', deptName: '一班', mobile: null, roleType: RoleType.learner, state: UserState.active },
      { userName: 'bo', mobile: '13800000001' },
      { userName: 'cai', email: 'cai@school.cn', deptName: '二班' },
    ])
    const state = new URL((await app.ok(ldap['get-url'], { state: 'login' })).url, 'http://here').searchParams.get('state') ?? ''
    const { code: key } = await app.ok(user['ldap-check'], { userName: 'an', password: 'an-secret' })
    expect(await app.ok(user['third-login'], { loginType: 'ldap', code: key, state })).toMatchObject({ userId: (await people())[0]!.id })
    expect((await app.call(user.login, { userName: 'an', password: '' })).code).not.toBe(0)
    expect(await tried()).toMatchObject({ accounts: 3, counts: { add: 0, change: 0, move: 0, disable: 0, skip: 0 } })
  })

  test('that is not the newest, or whose directory changed, is not carried out', async () => {
    const first = await tried()
    const second = await tried()
    expect((await app.call(directory.apply, { runId: first.id }, admin)).code).toBe(code('directoryStale'))
    stub.entries.push(entry('du'))
    expect(await apply(second.id)).toMatchObject({ runState: DirectoryState.planned, note: 'changed', counts: { add: 4 } })
    expect(await people()).toEqual([])
    expect(await apply((await newest()).id)).toMatchObject({ runState: DirectoryState.applied })
    expect(await people()).toHaveLength(4)
  })

  test('is refused while another one waits, and without a directory', async () => {
    await app.ok(directory.try, {}, admin)
    expect((await app.call(directory.try, {}, admin)).code).toBe(code('directoryRunning'))
    await drainTasks(app.app)
    await app.ok(configProp.change, { type: 'ldap', provider: 'local' }, admin)
    expect((await app.call(directory.try, {}, admin)).code).toBe(code('directoryOff'))
    await app.ok(configProp.change, { type: 'ldap', provider: 'ldap' }, admin)
  })
})

describe('what changed in the directory', () => {
  test('is changed here: names, contacts, departments', async () => {
    await sync()
    stub.entries.splice(0, 3, entry('ann', { entryUUID: 'id-an', displayName: '安安' }), entry('bo', {}, 'ou=二班,ou=高一'), school()[2]!)
    expect(await tried()).toMatchObject({ counts: { depart: 0, add: 0, change: 1, move: 1, disable: 0 } })
    expect((await rows()).map(({ kind, changes }) => [kind, changes.map(({ field, from, to }) => `${field} ${from}>${to}`)])).toEqual([
      ['change', ['userName an>ann', 'realName 同学an>安安']],
      ['move', [expect.stringMatching(/^depart .*一班>.*二班$/)]],
    ])
    await apply((await newest()).id)
    expect(await people()).toMatchObject([
      { userName: 'ann', realName: '安安' },
      { userName: 'bo', deptName: '二班', mobile: '13800000001' },
      { userName: 'cai' },
    ])
  })

  test('disables who vanished and ends the sessions, and restores who came back; nothing is deleted', async () => {
    await sync()
    const an = await app.as('an')
    stub.entries.shift()
    expect(await tried()).toMatchObject({ counts: { disable: 1 } })
    expect(await stateOf('an')).toBe(UserState.active)
    await apply((await newest()).id)
    expect(await stateOf('an')).toBe(UserState.disabled)
    expect((await app.call(user.info, {}, an)).code).toBe(code('signedOut'))
    expect(await tried()).toMatchObject({ counts: { disable: 0, skip: 0 } })
    stub.entries.push(entry('an'))
    expect(await sync()).toMatchObject({ counts: { restore: 1, add: 0 } })
    expect(await stateOf('an')).toBe(UserState.active)
  })

  test('is refused when more accounts than the limit would be disabled', async () => {
    await sync()
    stub.entries.splice(0, 2)
    expect(await tried()).toMatchObject({ runState: DirectoryState.refused, note: 'tooMany', counts: { disable: 2 } })
    expect((await app.call(directory.apply, { runId: (await newest()).id }, admin)).code).toBe(code('directoryStale'))
    expect(await night()).toMatchObject({ runState: DirectoryState.refused, note: 'tooMany' })
    expect(await stateOf('an')).toBe(UserState.active)
    await save({ maxDisable: 70 })
    expect(await sync()).toMatchObject({ runState: DirectoryState.applied })
    expect(await stateOf('an')).toBe(UserState.disabled)
  })

  test('leaves accounts that an administrator disabled here', async () => {
    await sync()
    await app.db.updateTable('sysUser').set({ state: UserState.disabled }).where('userName', '=', 'an').execute()
    expect(await sync()).toMatchObject({ counts: { skip: 1, restore: 0 } })
    expect((await rows())[0]).toMatchObject({ kind: 'skip', reason: 'disabledHere' })
    expect(await stateOf('an')).toBe(UserState.disabled)
  })
})

describe('local accounts and administrators', () => {
  test('of the same name or phone number, or bound to an entry, stay as they are', async () => {
    const named = await makeUser(app.db, { userName: 'AN', realName: '本地' })
    const phoned = await makeUser(app.db, { userName: 'phoned', mobile: '13800000001' })
    const bound = await makeUser(app.db, { userName: 'bound' })
    await app.db.insertInto('sysUserBind').values({ userId: bound, loginType: 'ldap', openId: 'entryUUID=id-cai' }).execute()
    const before = await app.db.selectFrom('sysUser').where('id', 'in', [named, phoned, bound]).orderBy('id').selectAll().execute()
    expect(await sync()).toMatchObject({ counts: { add: 1, skip: 3 } })
    expect((await rows()).flatMap(({ kind, userName, reason }) => (kind === 'skip' ? [[userName, reason]] : []))).toEqual([
      ['an', 'nameTaken'],
      ['bo', 'mobileTaken'],
      ['cai', 'bound'],
    ])
    expect(await people()).toMatchObject([{ userName: 'bo', mobile: null }])
    expect(await app.db.selectFrom('sysUser').where('id', 'in', [named, phoned, bound]).orderBy('id').selectAll().execute()).toEqual(before)
    // local accounts are not among those that vanish
    stub.entries.splice(0)
    stub.entries.push(entry('bo'))
    expect(await sync()).toMatchObject({ counts: { disable: 0 } })
    await app.db.deleteFrom('sysUser').where('id', 'in', [named, phoned, bound]).execute()
  })

  test('an administrator is neither changed nor disabled, and roles stay', async () => {
    await sync()
    const [an, bo] = await people()
    await app.db.insertInto('sysUserRole').values({ userId: an!.id, roleId: builtInRole.administrator }).execute()
    await app.db.insertInto('sysUserRole').values({ userId: bo!.id, roleId: builtInRole.teacher }).execute()
    const roles = () => app.db.selectFrom('sysUserRole').orderBy('userId').orderBy('roleId').selectAll().execute()
    const before = await roles()
    stub.entries.splice(0, 2, entry('an', { displayName: '换名' }), entry('bo', {}, 'ou=三班,ou=高一'))
    expect(await sync()).toMatchObject({ counts: { change: 0, move: 1, skip: 1 } })
    stub.entries.shift()
    expect(await sync()).toMatchObject({ counts: { disable: 0, skip: 1 } })
    expect((await people())[0]).toMatchObject({ userName: 'an', realName: '同学an', state: UserState.active })
    expect(await roles()).toEqual(before)
  })

  test('an entry that cannot be an account is left, with the reason', async () => {
    stub.entries.push(entry('two words'), entry('AN', { entryUUID: 'id-other' }), entry('dan', { mobile: '12', mail: 'x' }))
    expect(await sync()).toMatchObject({ counts: { add: 4, skip: 4 } })
    expect((await rows()).flatMap((one) => (one.kind === 'skip' ? [one.reason] : []))).toEqual([
      'nameWrong',
      'twice',
      'mobileWrong',
      'emailWrong',
    ])
  })
})

describe('departments', () => {
  test('come from an attribute as a path, below the chosen department', async () => {
    const root = await app.db
      .selectFrom('sysDepart')
      .where('parentId', 'is', null)
      .orderBy('sort')
      .select('deptCode')
      .executeTakeFirstOrThrow()
    const top = await makeDepart(app.db, root.deptCode, '三班')
    await save({ departFrom: 'attribute', departAttribute: 'department', deptCode: top })
    stub.entries.splice(0, 3, entry('an', { department: '高一/ 三班' }), entry('bo'))
    await sync()
    expect(await people()).toMatchObject([{ deptName: '三班' }, { deptName: '三班' }])
    const own = await app.db.selectFrom('sysUser').where('userName', 'in', ['an', 'bo']).orderBy('userName').select('deptCode').execute()
    expect(own.map((one) => one.deptCode)).toEqual([`${top}A01A01`, top])
    // no value: the department stays
    expect(await tried()).toMatchObject({ counts: { move: 0 } })
  })

  test('are left alone where the settings say so', async () => {
    await save({ departFrom: 'none' })
    expect(await sync()).toMatchObject({ counts: { depart: 0, add: 3 } })
    expect(new Set((await people()).map((one) => one.deptName)).size).toBe(1)
  })
})

describe('a directory', () => {
  test('is read page by page', async () => {
    stub.mostInPage = 2
    await tried()
    expect(stub.pages).toEqual([2, 1])
    expect((await newest()).entries).toBe(3)
  })

  test('whose connection is lost in the middle changes nothing', async () => {
    await sync()
    const before = await people()
    stub.entries.push(entry('du'))
    Object.assign(stub, { mostInPage: 2, dropAt: 1 })
    stub.pages.length = 0
    expect(await tried()).toMatchObject({ runState: DirectoryState.failed, note: 'down', counts: { disable: 0 } })
    expect(stub.pages).toEqual([2])
    stub.pages.length = 0
    expect(await night()).toMatchObject({ runState: DirectoryState.failed, note: 'down' })
    expect(await people()).toEqual(before)
  })

  test('that limits its answers changes nothing, and the note names the limit and the line to set', async () => {
    await sync()
    const before = await people()
    stub.entries.push(entry('du'))
    for (const mostInPage of [Infinity, 1]) {
      Object.assign(stub, { sizeLimit: 2, mostInPage })
      expect(await tried()).toMatchObject({ runState: DirectoryState.failed, note: 'limit', counts: { disable: 0 } })
    }
    // those of the pages before
    expect((await newest()).entries).toBe(2)
    expect(directoryNote.limit).toContain('limits dn.exact="查询账号 DN" size=unlimited')
    expect(await people()).toEqual(before)
  })

  test('that names another one for the base changes nothing', async () => {
    stub.isElsewhere = true
    expect(await tried()).toMatchObject({ runState: DirectoryState.failed, note: 'referral' })
  })

  test('that sends references and pages without entries is read to its end', async () => {
    Object.assign(stub, { references: ['ldaps://school/CN=Configuration,DC=school'], mostInPage: 1, emptyAt: 1 })
    expect(await tried()).toMatchObject({ entries: 3, counts: { add: 3 } })
    expect(stub.pages).toEqual([1, 0, 1, 1])
  })

  test('that finds nobody, or names no id, changes nothing', async () => {
    await sync()
    const before = await people()
    await save({ filter: '(objectClass=nothing)' })
    expect(await tried()).toMatchObject({ runState: DirectoryState.failed, note: 'empty' })
    await save()
    delete stub.entries[0]!.attributes['entryUUID']
    expect(await tried()).toMatchObject({ runState: DirectoryState.failed, note: 'down' })
    expect(await people()).toEqual(before)
  })
})

describe('the night', () => {
  test('acts only once an administrator carried these settings out', async () => {
    expect(await night()).toMatchObject({ runState: DirectoryState.planned, note: 'untried' })
    expect(await people()).toEqual([])
    expect((await app.ok(directory.detail, {}, admin)).tried).toBe(false)
    await sync()
    expect((await app.ok(directory.detail, {}, admin)).tried).toBe(true)
    stub.entries.push(entry('du'))
    expect(await night()).toMatchObject({ runState: DirectoryState.applied, origin: DirectoryOrigin.night, counts: { add: 1 } })
    expect(await people()).toHaveLength(4)
    await save({ userNameAttribute: 'displayName' })
    expect(await night()).toMatchObject({ runState: DirectoryState.planned, note: 'untried' })
  })

  test('does nothing while it is off', async () => {
    await save({ nightly: false })
    await app.runJobs('sys.directory.nightly')
    await drainTasks(app.app)
    expect(await runs()).toEqual([])
  })
})
