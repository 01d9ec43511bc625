// Sign-in with an account of a directory by LDAP: the searching account finds the person, then the person's own password is tried (RFC 4513).
import type { LoginLdap } from '@shuyuan/contract/site/provider/prop-login.ts'
import { type Client, type Entry, InvalidCredentialsError, ResultCodeError } from 'ldapts'
import type * as z from 'zod'
import { fail, Failure } from '../../kernel/fail.ts'
import { binaryOf, connected, entryIdOf, valueOf } from './ldap-connection.ts'
import type { LoginContext, LoginProvider } from './login.ts'

type Settings = z.output<typeof LoginLdap>
/** two are enough to see that a name is not unique */
const SIZE_LIMIT = 2

/** The page of this site that asks for name and password takes the place of the third party's. */
export const ldapLogin = ({ takeProved }: LoginContext): LoginProvider => ({
  authorizeUrl: (state) => `/ldap-login?${new URLSearchParams({ state }).toString()}`,
  identify: async (code) => (await takeProved('ldap', code)) ?? fail('thirdRefused'),
})

/** A value inside a search filter (RFC 4515). */
export const escapedFilter = (value: string): string =>
  value.replaceAll(/[\\*()\0]/g, (one) => `\\${(one.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`)

/**
 * The account of this name and password. Fails signInWrong for an unknown name as for a wrong password, thirdDown where the directory cannot be
 * reached or refuses the searching account.
 */
export async function proveByLdap(
  data: Settings,
  { userName, password }: { userName: string; password: string },
  context: Pick<LoginContext, 'outgoing' | 'timeoutMs'>,
): Promise<{ openId: string; nickName: string }> {
  // a bind without a password is anonymous and succeeds
  if (password === '') fail('signInWrong')
  let client: Client | undefined
  try {
    client = await connected(data, context)
    await client.bind(data.bindDn, data.secret)
    const entry = await found(client, data, userName)
    if (!entry) return fail('signInWrong')
    await client.bind(entry.dn, password).catch((error: unknown) => {
      throw error instanceof InvalidCredentialsError ? new WrongPassword() : error
    })
    return accountOf(entry, data)
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof WrongPassword) return fail('signInWrong')
    return fail('thirdDown', undefined, error instanceof ResultCodeError ? { vendorCode: String(error.code) } : undefined)
  } finally {
    await client?.unbind().catch(() => undefined)
  }
}

class WrongPassword extends Error {}

async function found(
  client: Client,
  { baseDn, filter, idAttribute, nameAttribute }: Settings,
  userName: string,
): Promise<Entry | undefined> {
  const { searchEntries } = await client.search(baseDn, {
    scope: 'sub',
    filter: filter.replaceAll('{u}', () => escapedFilter(userName)),
    attributes: [idAttribute, nameAttribute],
    sizeLimit: SIZE_LIMIT,
    explicitBufferAttributes: binaryOf([idAttribute]),
  })
  return searchEntries.length === 1 ? searchEntries[0] : undefined
}

function accountOf(entry: Entry, { idAttribute, nameAttribute }: Settings) {
  const openId = entryIdOf(entry, idAttribute)
  if (openId === '') fail('thirdDown', undefined, { vendorCode: idAttribute })
  return { openId, nickName: valueOf(entry, nameAttribute) }
}
