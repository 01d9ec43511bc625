// Which of several hosts of the database accepts writes: one answer for all connections of this process.
import pg from 'pg'
import { type Host, nameOf, severalHosts, type SeveralHosts } from './database-url.ts'

/** A host that was looked at within this time is taken again without a look. */
const FRESH_MS = 1_000
/** While connections are open the host is looked at this often: a host that fell silent breaks no connection. */
const WATCH_MS = 5_000
const TOO_MANY_CONNECTIONS = '53300'
const messageOf = (error: unknown) => {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}

type Asked = { query: (text: string) => Promise<pg.QueryResult<{ standby: boolean; readOnly: string }>> }

/** Why this host is not taken; undefined: it is. */
export async function refusalOf(client: Asked, target: SeveralHosts['target']): Promise<string | undefined> {
  if (target === 'any') return undefined
  const { rows } = await client.query(`select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as "readOnly"`)
  if (rows[0]?.standby) return 'a standby'
  return target === 'read-write' && rows[0]?.readOnly !== 'off' ? 'read only' : undefined
}

/** The hosts of one address, with the connections to them. */
export class Hosts {
  readonly address: SeveralHosts
  readonly #open = new Map<pg.Client, Host>()
  #good: Host | undefined
  #seenAt = Number.NEGATIVE_INFINITY
  #looking: Promise<Host> | undefined
  #watching: NodeJS.Timeout | undefined

  constructor(address: SeveralHosts) {
    this.address = address
  }

  /**
   * A host that accepts writes: the last one if it still does, else the first in the order of the address.
   * @throws an Error that says of each host why it was not taken
   */
  find(): Promise<Host> {
    if (this.#good && performance.now() - this.#seenAt < FRESH_MS) return Promise.resolve(this.#good)
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined))
    return this.#looking
  }

  /** The host may be lost, or be a standby now: the next connection looks anew. */
  doubt(host: Host): void {
    if (this.#good === host) this.#seenAt = Number.NEGATIVE_INFINITY
  }

  /** Notes an open connection. @returns false when the host was given up meanwhile */
  admit(client: pg.Client, host: Host): boolean {
    if (this.address.target !== 'any' && this.#good !== host) return false
    this.#open.set(client, host)
    client.once('end', () => this.#left(client))
    if (this.address.target !== 'any') this.#watching ??= setInterval(() => this.#lookAgain(), WATCH_MS).unref()
    return true
  }

  #left(client: pg.Client) {
    this.#open.delete(client)
    if (this.#open.size > 0) return
    clearInterval(this.#watching)
    this.#watching = undefined
  }

  #lookAgain() {
    if (this.#good) this.doubt(this.#good)
    // without a host that accepts writes, open connections stay as they are
    this.find().catch(() => undefined)
  }

  async #look(): Promise<Host> {
    const last = this.#good
    const order = last ? [last, ...this.address.hosts.filter((host) => host !== last)] : this.address.hosts
    const refusals: string[] = []
    for (const host of order) {
      const refusal = await this.#ask(host, host === last)
      if (refusal === undefined) {
        this.#take(host)
        return host
      }
      refusals.push(`${nameOf(host)} (${refusal})`)
    }
    throw new Error(`no host accepts writes: ${refusals.join(', ')}`)
  }

  /** Looks at a host over a connection of its own. @returns why it is not taken */
  async #ask(host: Host, isLast: boolean): Promise<string | undefined> {
    const { only, connectMs, target } = this.address
    const client = new pg.Client({
      connectionString: only(host),
      connectionTimeoutMillis: connectMs,
      query_timeout: connectMs,
      application_name: 'shuyuan look',
    })
    // a broken connection rejects the running query; the event needs no handling
    client.on('error', () => undefined)
    try {
      await client.connect()
      const refusal = await refusalOf(client, target)
      // nothing waits for the goodbye
      client.end().catch(() => undefined)
      return refusal
    } catch (error) {
      client.connection.stream.destroy()
      // a host that is full is alive: going elsewhere would leave the primary
      if (isLast && (error as { code?: string }).code === TOO_MANY_CONNECTIONS) throw error
      return messageOf(error)
    }
  }

  /** All connections to another host end, so that this process writes to one host only. */
  #take(host: Host) {
    const before = this.#good
    this.#good = host
    this.#seenAt = performance.now()
    if (before === undefined || before === host || this.address.target === 'any') return
    for (const [client, at] of this.#open) if (at !== host) client.connection.stream.destroy()
  }
}

/** By address: all connections of this process share one answer. */
const known = new Map<string, Hosts>()

/** @returns undefined for an address with one host */
export function hostsFor(url: string): Hosts | undefined {
  const found = known.get(url)
  if (found) return found
  const address = severalHosts(url)
  if (!address) return undefined
  const hosts = new Hosts(address)
  known.set(url, hosts)
  return hosts
}
