// Connections to a directory, and the values of its entries.
import type { LoginLdap } from '@shuyuan/contract/site/provider/prop-login.ts'
import { Client, type Entry, PagedResultsControl } from 'ldapts'
import { connect, isIP } from 'node:net'
import type * as z from 'zod'
import type { LoginContext } from './login.ts'

export type LdapContext = Pick<LoginContext, 'outgoing' | 'timeoutMs'>
/** attributes whose values are bytes */
const BINARY = new Set(['objectguid', 'objectsid', 'guid'])

/** A connection with TLS: from the start (ldaps) or by StartTLS before anything else is sent. */
export async function connected(
  { url, ca }: Pick<z.output<typeof LoginLdap>, 'url' | 'ca'>,
  { outgoing, timeoutMs }: LdapContext,
): Promise<Client> {
  const { protocol, hostname, port } = new URL(url)
  const address = await outgoing.addressOf(hostname)
  const host = isIP(address) === 6 ? `[${address}]` : address
  const tlsOptions = {
    ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
    ...(ca === '' ? {} : { ca }),
    minVersion: 'TLSv1.2' as const,
  }
  let isOpened = false
  const client = new Client({
    url: `${protocol}//${host}:${port || (protocol === 'ldaps:' ? 636 : 389)}`,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    // the client takes options of TLS as TLS from the start
    ...(protocol === 'ldaps:' ? { tlsOptions } : {}),
    // the client would connect again by itself, without TLS
    createConnection: ((...given: Parameters<typeof connect>) => {
      if (isOpened) throw new Error('The directory closed the connection.')
      isOpened = true
      return connect(...given)
    }) as typeof connect,
  })
  // the certificate must name the configured host, not the address
  if (protocol === 'ldap:') await client.startTLS({ ...tlsOptions, host: hostname })
  return client
}

/** Those of the attributes whose values are bytes. */
export const binaryOf = (attributes: readonly string[]) => attributes.filter((one) => BINARY.has(one.toLowerCase()))

/** What identifies an entry for ever: the attribute with its value, bytes in hexadecimal; '' without a value. */
export function entryIdOf(entry: Entry, attribute: string): string {
  const id = first(entry, attribute)
  const text = Buffer.isBuffer(id) ? id.toString('hex') : id
  return text === '' ? '' : `${attribute}=${text}`
}

/** The first value of an attribute as text that can be stored, '' without one. */
export function valueOf(entry: Entry, attribute: string): string {
  const value = first(entry, attribute)
  return Buffer.isBuffer(value) ? '' : value.replaceAll('\0', '').toWellFormed().trim()
}

/** Active Directory returns the first 1,500 values of an attribute as `member;range=0-1499`, beside one without values. */
function first(entry: Entry, attribute: string): string | Buffer {
  const wanted = attribute.toLowerCase()
  const values = Object.entries(entry)
    .filter(([name]) => name.toLowerCase() === wanted || name.toLowerCase().startsWith(`${wanted};range=0-`))
    .flatMap(([, value]): (string | Buffer)[] => (Array.isArray(value) ? value : [value]))
  return values[0] ?? ''
}

type Found = { searchEntries: unknown[]; searchReferences: { uris: string[] }[]; controls?: unknown[] }
const isFound = (value: unknown): value is Found =>
  typeof value === 'object' && value !== null && 'searchEntries' in value && 'searchReferences' in value

/**
 * Makes a paged search go on after a page without entries, as RFC 2696 lets a directory send; the client stops there, and the rest of the people
 * would be missing. It goes on after a page with a reference, so such a page gets one without an address.
 */
export function passEmptyPages(client: Client): void {
  const send = Reflect.get(client, '_send') as (message: unknown) => Promise<unknown>
  Reflect.set(client, '_send', async (message: unknown) => {
    const result = await send.call(client, message)
    if (isFound(result) && result.searchEntries.length === 0 && result.searchReferences.length === 0)
      if (result.controls?.some((one) => one instanceof PagedResultsControl && one.value?.cookie?.length))
        result.searchReferences.push({ uris: [] })
    return result
  })
}
