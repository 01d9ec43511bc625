// Messages between the nodes of one site: hints and cache invalidation, never the only copy of data.
import pg from 'pg'
import { IDLE_MS } from './database.ts'
import { HostClient } from './postgres/host-client.ts'

type Listener = (payload: unknown) => void
export type Log = { warn: (detail: object, message: string) => void }

export type Bus = {
  /** Sends to every node, including this one. The payload is JSON and contains ids, not content. */
  publish: (topic: string, payload: unknown) => Promise<void>
  subscribe: (topic: string, listener: Listener) => void
  /** registers a callback for the case that messages may have been missed */
  onGap: (act: () => void) => void
  kind: 'database' | 'redis'
  /** whether messages reach the other processes now */
  isConnected: () => boolean
  close: () => Promise<void>
}

export const CHANNEL = 'shuyuan'
/** Another process could not send for a while. */
export const GAP = 'bus.gap'
// NOTIFY accepts less than 8,000 bytes
const MAX_BYTES = 7_900
const RETRY_MS = 1_000

export class Listeners {
  #byTopic = new Map<string, Listener[]>()
  #gap: (() => void)[] = []
  #log: Log

  constructor(log: Log) {
    this.#log = log
    this.add(GAP, () => this.missed())
  }

  add(topic: string, listener: Listener) {
    this.#byTopic.set(topic, [...(this.#byTopic.get(topic) ?? []), listener])
  }

  addGap(act: () => void) {
    this.#gap.push(act)
  }

  receive(message: string) {
    try {
      const [topic, payload] = JSON.parse(message) as [string, unknown]
      for (const listener of this.#byTopic.get(topic) ?? []) listener(payload)
    } catch (error) {
      this.#log.warn({ err: error }, 'a bus message failed')
    }
  }

  missed() {
    for (const act of this.#gap) act()
  }
}

// without waiting for the disk: a message that a crash of the database loses was for processes that lost their connection as well
const notify = `with quick as (select set_config('synchronous_commit', 'off', true))
  select pg_notify($1, message) from quick, unnest($2::text[]) message`

/**
 * Sends by NOTIFY. The database lets only one transaction at a time notify, so the messages that arrive while one statement is under way are sent
 * together with the next.
 */
class Sender {
  readonly #pool: pg.Pool
  #waiting: string[] = []
  #next: Promise<void> | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(url: string, log: Log) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: 1,
      application_name: 'shuyuan bus',
      Client: HostClient,
      idleTimeoutMillis: IDLE_MS,
    })
    this.#pool.on('error', (error) => log.warn({ err: error }, 'bus connection lost'))
  }

  send(message: string): Promise<void> {
    this.#waiting.push(message)
    this.#next ??= this.#last.then(() => this.#sendWaiting())
    return this.#next
  }

  #sendWaiting(): Promise<void> {
    const messages = this.#waiting
    this.#waiting = []
    this.#next = undefined
    const sent = this.#pool.query(notify, [CHANNEL, messages])
    this.#last = sent.catch(() => undefined)
    return sent.then(() => undefined)
  }

  close = () => this.#pool.end()
}

/** A bus over LISTEN/NOTIFY; its listening connection reconnects by itself. */
export async function openPostgresBus(url: string, log: Log): Promise<Bus> {
  const listeners = new Listeners(log)
  const sender = new Sender(url, log)
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isListening = false

  async function listen() {
    const next = new HostClient({ connectionString: url, application_name: 'shuyuan bus', keepAlive: true })
    next.on('notification', ({ payload }) => listeners.receive(payload ?? ''))
    next.on('error', (error) => log.warn({ err: error }, 'bus connection lost'))
    next.on('end', () => {
      if (client !== next) return
      isListening = false
      if (!closed) again()
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    client = next
    isListening = true
  }
  function again() {
    retry = setTimeout(() => {
      listen().then(
        () => listeners.missed(),
        () => again(),
      )
    }, RETRY_MS)
  }
  await listen()

  return {
    async publish(topic, payload) {
      const message = JSON.stringify([topic, payload])
      if (Buffer.byteLength(message) > MAX_BYTES) throw new Error(`bus message too long: ${topic}`)
      await sender.send(message)
    },
    subscribe: (topic, listener) => listeners.add(topic, listener),
    onGap: (act) => listeners.addGap(act),
    kind: 'database',
    isConnected: () => isListening,
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
      await sender.close()
    },
  }
}
