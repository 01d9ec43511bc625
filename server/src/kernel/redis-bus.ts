// The bus over Redis pub/sub, which goes on while Redis is away.
import type { Redis, RedisOptions } from 'ioredis'
import { type Bus, CHANNEL, GAP, Listeners, type Log } from './bus.ts'

const PING_MS = 5_000
/** A Redis that is silent for longer is away. */
const SILENT_MS = 2_000
const options: RedisOptions = {
  // what is sent while Redis is away fails at once
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  autoResubscribe: false,
  connectTimeout: PING_MS,
  socketTimeout: SILENT_MS,
  lazyConnect: true,
}

class RedisBus implements Bus {
  readonly kind = 'redis'
  readonly #listeners: Listeners
  readonly #sender: Redis
  readonly #receiver: Redis
  readonly #host: string
  readonly #log: Log
  #isSubscribed = false
  #isClosed = false
  #isTold = false
  /** whether a message was not sent, which every process has to make up for */
  #isOwing = false
  #pings: NodeJS.Timeout | undefined

  constructor({ sender, receiver, host, log }: { sender: Redis; receiver: Redis; host: string; log: Log }) {
    this.#listeners = new Listeners(log)
    this.#sender = sender
    this.#receiver = receiver
    this.#host = host
    this.#log = log
    for (const one of [sender, receiver]) one.on('error', this.#tell)
    receiver.on('close', () => {
      this.#isSubscribed = false
      this.#tell(undefined)
    })
    receiver.on('message', (_channel, message) => this.#listeners.receive(message))
    sender.on('ready', () => void this.#makeUp().catch(this.#tell))
  }

  /** Returns when the subscription stands, or when a connection failed: the log has a line then, and ioredis connects again. */
  async open(): Promise<void> {
    const both = [this.#sender, this.#receiver]
    const away = new Promise<void>((resolve) => {
      for (const one of both) one.once('close', () => resolve())
    })
    const subscribed = new Promise<void>((resolve) => {
      this.#receiver.on('ready', () => void this.#subscribe().then(resolve, this.#tell))
    })
    const connected = Promise.all([subscribed, ...both.map((one) => one.connect())])
    await Promise.race([connected.catch(() => undefined), away])
    this.#pings = setInterval(() => {
      for (const one of both) if (one.status === 'ready') one.ping().catch(this.#tell)
    }, PING_MS)
  }

  async #subscribe() {
    await this.#receiver.subscribe(CHANNEL)
    this.#isSubscribed = true
    this.#isTold = false
    // only now: listeners read their data again, and hear of every later change
    this.#listeners.missed()
  }

  async #makeUp() {
    if (this.#isSubscribed) this.#isTold = false
    if (!this.#isOwing) return
    await this.#sender.publish(CHANNEL, JSON.stringify([GAP, null]))
    this.#isOwing = false
  }

  #tell = (err: unknown) => {
    if (!this.#isTold && !this.#isClosed)
      this.#log.warn(
        { err },
        `No connection to Redis (REDIS_URL) at ${this.#host}. It is tried again; until then messages reach this process only.`,
      )
    this.#isTold = true
  }

  isConnected = () => this.#isSubscribed && this.#sender.status === 'ready'

  async publish(topic: string, payload: unknown): Promise<void> {
    const message = JSON.stringify([topic, payload])
    try {
      if (!this.isConnected()) throw new Error(`no connection to Redis at ${this.#host}`)
      await this.#sender.publish(CHANNEL, message)
    } catch (error) {
      this.#isOwing = true
      this.#listeners.receive(message)
      throw error
    }
  }

  subscribe: Bus['subscribe'] = (topic, listener) => this.#listeners.add(topic, listener)
  onGap: Bus['onGap'] = (act) => this.#listeners.addGap(act)

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#pings)
    for (const one of [this.#sender, this.#receiver]) one.disconnect()
  }
}

/**
 * A bus over Redis pub/sub. Where Redis cannot be reached the log says so with its address, publishing fails at once, and messages reach this
 * process only, until Redis is back: then every listener of every process hears of the gap.
 */
export async function openRedisBus(url: string, log: Log): Promise<Bus> {
  const { Redis } = await import('ioredis')
  const bus = new RedisBus({ sender: new Redis(url, options), receiver: new Redis(url, options), host: new URL(url).host, log })
  await bus.open()
  return bus
}
