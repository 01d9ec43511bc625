// A stand-in that answers as Active Directory does: objectGUID, sAMAccountName, memberOf, userAccountControl, pages of 1,000, ranges, references.
import { directory, DirectoryState } from '@shuyuan/contract/account/directory/directory.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ldapService, type LdapEntry, startLdapStub } from '../../../../test/ldap-stub.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV, stubOutgoing } from '../../../../test/provider-stub.ts'
import { proveByLdap } from '../../../providers/login/login-ldap.ts'
import { drainTasks } from '../../common/task.service.ts'

const NORMAL = 0x200
const DISABLED = 0x2
const CLASS = 'CN=一班,OU=Groups,DC=school,DC=cn'
/** Not valid UTF-8, as GUIDs are. */
const guidOf = (n: number) => Buffer.from(`ff00${n.toString(16).padStart(4, '0')}c0ffee00112233445566778a`, 'hex')
const person = (n: number, { control = NORMAL, groups = [CLASS] as string[], ranged = false } = {}): LdapEntry => ({
  dn: String.raw`CN=张\, 三${n},OU=一班,OU=高一,DC=school,DC=cn`,
  password: `secret-${n}`,
  attributes: {
    objectClass: ['top', 'person', 'organizationalPerson', 'user'],
    objectCategory: ['person'],
    sAMAccountName: [`s${n}`],
    displayName: [`张三${n}`],
    objectGUID: [guidOf(n)],
    userAccountControl: [String(control)],
    ...(ranged ? { memberOf: [], 'memberOf;range=0-1499': groups } : { memberOf: groups }),
  },
})
const computer: LdapEntry = {
  dn: 'CN=PC1,OU=一班,DC=school,DC=cn',
  password: '',
  attributes: { objectClass: ['user', 'computer'], objectCategory: ['computer'], sAMAccountName: ['PC1$'], objectGUID: [guidOf(9_999)] },
}

const { app, admin } = await startWithEnv(STUB_ENV)
const stub = await startLdapStub('ldaps', [])
stub.references = ['ldaps://ForestDnsZones.school.cn/DC=ForestDnsZones,DC=school,DC=cn']
stub.mostInPage = 1_000
afterAll(() => stub.close())

const connection = {
  url: stub.url,
  ca: stub.ca,
  bindDn: ldapService.dn,
  secret: ldapService.password,
  baseDn: 'DC=school,DC=cn',
  filter: '(&(objectClass=user)(sAMAccountName={u}))',
  idAttribute: 'objectGUID',
  nameAttribute: 'displayName',
}
/** The conditions of docs/providers.md. */
const ENABLED = '(&(objectCategory=person)(objectClass=user)(!(userAccountControl:1.2.840.113556.1.4.803:=2)))'
const settings = {
  nightly: false,
  filter: ENABLED,
  userNameAttribute: 'sAMAccountName',
  mobileAttribute: 'mobile',
  emailAttribute: 'mail',
  departFrom: 'ou' as const,
  departAttribute: '',
  deptCode: '',
  maxDisable: 90,
}
await app.ok(configProp.change, { type: 'ldap', provider: 'ldap', data: connection }, admin)

beforeEach(async () => {
  await app.db.deleteFrom('sysUser').where('id', 'in', app.db.selectFrom('sysDirectoryUser').select('userId')).execute()
  await app.db.deleteFrom('sysDirectoryRun').execute()
  stub.entries.splice(0, stub.entries.length, person(1), person(2, { control: NORMAL | DISABLED }), person(3), computer)
  stub.pages.length = 0
  await app.ok(directory.save, settings, admin)
})

const newest = async () => (await app.ok(directory.paging, {}, admin)).records[0]!
const tried = async () => {
  await app.ok(directory.try, {}, admin)
  await drainTasks(app.app)
  return newest()
}
async function sync() {
  await app.ok(directory.apply, { runId: (await tried()).id }, admin)
  await drainTasks(app.app)
  return newest()
}
const people = () =>
  app.db
    .selectFrom('sysDirectoryUser')
    .innerJoin('sysUser', 'sysUser.id', 'userId')
    .innerJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .orderBy('userName')
    .select(['userName', 'realName', 'state', 'deptName', 'entryId'])
    .execute()

describe('the sync', () => {
  test('adds people, not computers and disabled accounts, by objectGUID', async () => {
    expect(await sync()).toMatchObject({ runState: DirectoryState.applied, entries: 2, counts: { add: 2 } })
    expect(await people()).toMatchObject([
      { userName: 's1', realName: '张三1', deptName: '一班', entryId: `objectGUID=${guidOf(1).toString('hex')}` },
      { userName: 's3' },
    ])
  })

  test('disables an account that is disabled there, and finds a renamed person again', async () => {
    await sync()
    stub.entries.splice(0, 2, { ...person(1), attributes: { ...person(1).attributes, sAMAccountName: ['zhang.san'] } })
    stub.entries.splice(1, 1, person(3, { control: NORMAL | DISABLED }))
    expect(await sync()).toMatchObject({ counts: { add: 0, change: 1, disable: 1 } })
    expect(await people()).toMatchObject([
      { userName: 's3', state: UserState.disabled },
      { userName: 'zhang.san', state: UserState.active },
    ])
  })

  test('reads the members of a group, and a department from memberOf, also in a range', async () => {
    stub.entries.push(person(4, { groups: [] }), person(5, { groups: ['高二/二班', CLASS], ranged: true }))
    const filter = `(&(objectClass=user)(memberOf=${CLASS}))`
    await app.ok(directory.save, { ...settings, filter }, admin)
    expect((await tried()).entries).toBe(3)
    stub.entries.splice(0, stub.entries.length, person(5, { groups: ['高二/二班'], ranged: true }))
    await app.ok(directory.save, { ...settings, departFrom: 'attribute', departAttribute: 'memberOf' }, admin)
    expect(await sync()).toMatchObject({ counts: { add: 1 } })
    expect(await people()).toMatchObject([{ userName: 's5', deptName: '二班' }])
  })

  test('reads more than the 1,000 entries that a search without pages would get', async () => {
    stub.entries.push(...Array.from({ length: 1_200 }, (_, n) => person(n + 10)))
    expect(await tried()).toMatchObject({ entries: 1_202, counts: { add: 1_202 } })
    expect(stub.pages).toEqual([500, 500, 202])
  })
})

test('a sign-in is by sAMAccountName, and a disabled account is refused as the directory refuses it', async () => {
  const context = { outgoing: stubOutgoing(), timeoutMs: 5_000 }
  expect(await proveByLdap(connection, { userName: 's1', password: 'secret-1' }, context)).toEqual({
    openId: `objectGUID=${guidOf(1).toString('hex')}`,
    nickName: '张三1',
  })
  // result 49 with "data 533"
  stub.entries[1]!.password = 'none'
  await expect(proveByLdap(connection, { userName: 's2', password: 'secret-2' }, context)).rejects.toMatchObject({ reason: 'signInWrong' })
})
