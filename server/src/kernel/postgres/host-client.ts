// The client of each connection to the database: with several hosts in the address it finds the one that accepts writes.
import pg from 'pg'
import type { Host } from './database-url.ts'
import { type Hosts, hostsFor, refusalOf } from './hosts.ts'

/** What PostgreSQL says to a write on a standby, or on a host that was made read only. */
const READ_ONLY = '25006'

type Connected = ((error: Error) => void) & ((error: null, client: pg.Client) => void)

/** `pg.Client`; with one host in the address it does the same. */
export class HostClient extends pg.Client {
  readonly #hosts: Hosts | undefined
  #at: Host | undefined

  constructor(config?: string | pg.ClientConfig) {
    const url = typeof config === 'string' ? config : config?.connectionString
    const hosts = url === undefined ? undefined : hostsFor(url)
    const own = typeof config === 'string' ? {} : config
    super(hosts ? { ...own, connectionString: hosts.address.only(hosts.address.hosts[0]) } : config)
    this.#hosts = hosts
    if (hosts) this.on('error', () => this.#at && hosts.doubt(this.#at))
  }

  /** The address with the host of this connection alone; undefined where the address names no other. */
  get address(): string | undefined {
    return this.#hosts && this.#at ? this.#hosts.address.only(this.#at) : undefined
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | void {
    if (!this.#hosts) return callback ? super.connect(callback) : super.connect()
    const reached = this.#reach(this.#hosts)
    if (!callback) return reached
    reached.then(
      () => process.nextTick(callback, null, this),
      (error: unknown) => process.nextTick(callback, error),
    )
  }

  async #reach(hosts: Hosts): Promise<pg.Client> {
    const host = await hosts.find()
    // a pool that waits no longer has destroyed it
    if (this.connection.stream.destroyed) throw new Error('timeout expired')
    this.#at = host
    Object.assign(this, host)
    try {
      await super.connect()
      const refusal = await refusalOf({ query: (text) => super.query(text) }, hosts.address.target)
      if (refusal !== undefined || !hosts.admit(this, host)) throw new Error(`the database moves: ${refusal ?? 'another host is primary'}`)
    } catch (error) {
      hosts.doubt(host)
      this.connection.stream.destroy()
      throw error
    }
    this.#leaveWhenReadOnly(hosts, host)
    return this
  }

  /** A refused write ends the connection as soon as its transaction is over, so that the pool opens another. */
  #leaveWhenReadOnly(hosts: Hosts, host: Host) {
    let isReadOnly = false
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code !== READ_ONLY) return
      isReadOnly = true
      hosts.doubt(host)
    })
    this.connection.on('readyForQuery', () => {
      if (isReadOnly && this.getTransactionStatus() === 'I') this.end().catch(() => undefined)
    })
  }
}
