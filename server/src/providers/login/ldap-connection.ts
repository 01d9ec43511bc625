// Connections to a directory, and the values of its entries.
import type { LoginLdap } from '@shuyuan/contract/sys/provider/prop-login.ts'
import { Client, type Entry } from 'ldapts'
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

function first(entry: Entry, attribute: string): string | Buffer {
  const wanted = attribute.toLowerCase()
  const value = Object.entries(entry).find(([name]) => name.toLowerCase() === wanted)?.[1]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}
