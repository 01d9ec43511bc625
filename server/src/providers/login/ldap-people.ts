// Reads people from a directory, page by page (RFC 2696).
import type { LoginLdap } from '@shuyuan/contract/site/provider/prop-login.ts'
import { AdminLimitExceededError, type Entry, ResultCodeError, SizeLimitExceededError } from 'ldapts'
import type * as z from 'zod'
import { binaryOf, connected, entryIdOf, type LdapContext, passEmptyPages, valueOf } from './ldap-connection.ts'

const PAGE = 500

export type Wanted = { filter: string; userName: string; realName: string; mobile: string; email: string; depart: string }
/** `ous`: names of the organisational units between the base and the entry, from above; `depart`: the value of the attribute. */
export type DirectoryPerson = {
  entryId: string
  userName: string
  realName: string
  mobile: string
  email: string
  depart: string
  ous: string[]
}
export class TooManyPeople extends Error {}
/** The directory gives this account no more entries (result 4 or 11). */
export class DirectoryLimit extends Error {
  /** how many it gave */
  readonly read: number
  constructor(read: number, cause: unknown) {
    super(`The directory stopped after ${read} entries.`, { cause })
    this.read = read
  }
}
/** The base lies in another directory (result 10). */
export class DirectoryReferral extends Error {}
const REFERRAL = 10

/**
 * Everybody whom the filter finds below the base. Throws unless the directory answered completely, TooManyPeople beyond `most`, DirectoryLimit,
 * DirectoryReferral; an entry without its identifying attribute counts as an incomplete answer, because its person would be missing. References to
 * other directories, as Active Directory adds for its own partitions, are not followed.
 */
export async function readPeople(
  data: z.output<typeof LoginLdap>,
  wanted: Wanted,
  { signal, most, ...context }: LdapContext & { signal: AbortSignal; most: number },
): Promise<DirectoryPerson[]> {
  const client = await connected(data, context)
  const people: DirectoryPerson[] = []
  try {
    await client.bind(data.bindDn, data.secret)
    passEmptyPages(client)
    const { filter, ...names } = wanted
    const pages = client.searchPaginated(data.baseDn, {
      scope: 'sub',
      filter,
      attributes: [data.idAttribute, ...new Set(Object.values(names).filter((name) => name !== ''))],
      explicitBufferAttributes: binaryOf([data.idAttribute]),
      paged: { pageSize: PAGE },
    })
    for await (const { searchEntries } of pages) {
      signal.throwIfAborted()
      people.push(...searchEntries.map((entry) => personOf(entry, data, names)))
      if (people.length > most) throw new TooManyPeople()
    }
    return people
  } catch (error) {
    if (error instanceof SizeLimitExceededError || error instanceof AdminLimitExceededError) throw new DirectoryLimit(people.length, error)
    if (error instanceof ResultCodeError && error.code === REFERRAL) throw new DirectoryReferral('referral', { cause: error })
    throw error
  } finally {
    await client.unbind().catch(() => undefined)
  }
}

function personOf(entry: Entry, { idAttribute, baseDn }: z.output<typeof LoginLdap>, names: Omit<Wanted, 'filter'>): DirectoryPerson {
  const entryId = entryIdOf(entry, idAttribute)
  if (entryId === '') throw new Error(`An entry has no ${idAttribute}.`)
  const value = (name: string) => (name === '' ? '' : valueOf(entry, name))
  return {
    entryId,
    userName: value(names.userName),
    realName: value(names.realName),
    mobile: value(names.mobile),
    email: value(names.email),
    depart: value(names.depart),
    ous: ousOf(entry.dn, baseDn),
  }
}

/** The organisational units of a DN that are not in the base, from above (RFC 4514). */
export function ousOf(dn: string, baseDn: string): string[] {
  const parts = partsOf(dn)
  const own = parts.slice(1, Math.max(1, parts.length - partsOf(baseDn).length))
  return own
    .flatMap((part) => /^\s*ou\s*=(.*)$/is.exec(part)?.[1]?.trimStart() ?? [])
    .map(unescaped)
    .toReversed()
}

/** Divided at commas that are not escaped. */
const partsOf = (dn: string): string[] => dn.match(/(?:\\.|[^\\,])+/gs) ?? []

const HEX = /(?:\\[\da-f]{2})+/gi
const unescaped = (value: string) =>
  value
    .replaceAll(HEX, (bytes) => Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString())
    .replaceAll(/\\(.)/gs, '$1')
    .replaceAll('\0', '')
    .trim()
