// The same questions to the stand-in and, where it is installed, to OpenLDAP's own server.
import { afterAll, describe, expect, test } from 'vitest'
import { ldapService, type LdapEntry, startLdapStub } from '../../../test/ldap-stub.ts'
import { stubOutgoing } from '../../../test/provider-stub.ts'
import { startSlapd } from '../../../test/slapd.ts'
import { DirectoryLimit, readPeople } from './ldap-people.ts'
import { proveByLdap } from './login-ldap.ts'

const PEOPLE = 700
const person = (n: number, uid = `p${n}`): LdapEntry => ({
  dn: `uid=${uid},ou=people,dc=school`,
  password: `secret-${n}`,
  attributes: { uid: [uid], sn: [`张${n}`], cn: [`张三${n}`], employeeNumber: [`id-${n}`] },
})
const people = [...Array.from({ length: PEOPLE - 1 }, (_, n) => person(n)), person(PEOPLE, 'li*(x)')]
const UNLIMITED = `limits dn.exact="${ldapService.dn}" size=unlimited`

/** `own` the directory as it is after its installation, `open` with the line that docs/providers.md names */
const stubs = { own: await startLdapStub('ldaps', people), open: await startLdapStub('ldaps', people) }
for (const one of people) one.attributes['objectClass'] = ['inetOrgPerson']
stubs.own.sizeLimit = 500
const slapds = { own: await startSlapd(people.map(withoutClass)), open: await startSlapd(people.map(withoutClass), [UNLIMITED]) }
function withoutClass({ attributes: { objectClass: _own, ...attributes }, ...rest }: LdapEntry): LdapEntry {
  return { ...rest, attributes }
}
afterAll(async () => {
  for (const one of [...Object.values(stubs), ...Object.values(slapds)]) await one?.close()
})

const context = { outgoing: stubOutgoing(), timeoutMs: 20_000 }
type Given = { url: string; ca: string }
const settings = ({ url, ca }: Given, idAttribute = 'employeeNumber') => ({
  url,
  ca,
  bindDn: ldapService.dn,
  secret: ldapService.password,
  baseDn: 'ou=people,dc=school',
  filter: '(&(objectClass=inetOrgPerson)(uid={u}))',
  idAttribute,
  nameAttribute: 'cn',
})
const wanted = { filter: '(objectClass=inetOrgPerson)', userName: 'uid', realName: 'cn', mobile: '', email: '', depart: '' }
const reading = (given: Given, idAttribute?: string) =>
  readPeople(settings(given, idAttribute), wanted, { ...context, signal: AbortSignal.timeout(60_000), most: 10_000 })

const directories: [string, { own: Given; open: Given }][] = [['the stand-in', stubs]]
if (slapds.own && slapds.open) directories.push(['slapd', { own: slapds.own, open: slapds.open }])

describe.each(directories)('%s', (_name, { own, open }) => {
  test('gives everybody, page by page, once the account is not limited', async () => {
    const found = await reading(open)
    expect(found).toHaveLength(PEOPLE)
    expect(found.find(({ userName }) => userName === 'li*(x)')).toMatchObject({
      entryId: `employeeNumber=id-${PEOPLE}`,
      realName: '张三700',
    })
  })

  test('stops at its limit of 500, which is told', async () => {
    await expect(reading(own)).rejects.toBeInstanceOf(DirectoryLimit)
  })

  test('proves a name and password, and no other', async () => {
    const prove = (userName: string, password: string) => proveByLdap(settings(own), { userName, password }, context)
    expect(await prove('p7', 'secret-7')).toEqual({ openId: 'employeeNumber=id-7', nickName: '张三7' })
    expect(await prove('li*(x)', `secret-${PEOPLE}`)).toMatchObject({ nickName: '张三700' })
    for (const [userName, password] of [
      ['p7', 'secret-8'],
      ['p7', ''],
      ['none', 'x'],
      ['p*', 'secret-7'],
    ] as const)
      await expect(prove(userName, password)).rejects.toMatchObject({ reason: 'signInWrong' })
  })

  test('refuses the searching account with a wrong password', async () => {
    const wrong = { ...settings(own), secret: 'wrong' }
    await expect(proveByLdap(wrong, { userName: 'p7', password: 'secret-7' }, context)).rejects.toMatchObject({ reason: 'thirdDown' })
  })
})
