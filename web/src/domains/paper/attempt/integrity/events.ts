// Queue of integrity events (leaves, captures, signals), each with its own id; stored until the server has acknowledged it
// (exam-rules.md, *Counters*).
import type { ReportedKind } from '@shuyuan/contract/paper/attempt/event.ts'
import { pauseMs } from '../save/pause.ts'
import { verdictOf } from '../save/verdict.ts'

export type RoomEventBody =
  | { kind: 'leave'; seconds: number }
  | { kind: 'reload'; seconds: number }
  | { kind: 'face'; base64: string }
  | { kind: 'signal'; signal: Exclude<ReportedKind, 'leave'>; detail?: string; quId?: string }
  | { kind: 'time'; times: { quId: string; seconds: number }[] }
export type RoomEvent = { eventId: string; at: number } & RoomEventBody

/** Events stored beyond a page load. */
export type EventStore = {
  put: (event: RoomEvent) => Promise<void>
  drop: (eventId: string) => Promise<void>
  all: () => Promise<RoomEvent[]>
}

export type EventPorts = {
  after: (ms: number, run: () => void) => () => void
  random: () => number
  newId: () => string
  now: () => number
  store: EventStore
  /** resolves when the server has acknowledged the event */
  send: (event: RoomEvent) => Promise<void>
}

/** Sends events one at a time, in order; unsent events are stored. */
export class EventQueue {
  readonly #ports: EventPorts
  #waiting: RoomEvent[] = []
  #sending = false
  #failures = 0
  #retry: (() => void) | undefined
  #stopped = false

  constructor(ports: EventPorts) {
    this.#ports = ports
  }

  /** Sends events of earlier page loads first. */
  async start() {
    const left = await this.#ports.store.all().catch(() => [])
    const waitingIds = new Set(this.#waiting.map((one) => one.eventId))
    this.#waiting = [...left.filter((one) => !waitingIds.has(one.eventId)).toSorted((a, b) => a.at - b.at), ...this.#waiting]
    this.resume()
  }

  report(body: RoomEventBody) {
    const event: RoomEvent = { ...body, eventId: this.#ports.newId(), at: this.#ports.now() }
    this.#waiting.push(event)
    // without IndexedDB the event is still sent
    this.#ports.store.put(event).catch(() => undefined)
    void this.#pump()
  }

  /** Retries immediately, because the network may be back. */
  resume() {
    this.#retry?.()
    this.#retry = undefined
    void this.#pump()
  }

  stop() {
    this.#stopped = true
    this.#retry?.()
  }

  async #pump() {
    const [event] = this.#waiting
    if (!event || this.#sending || this.#retry || this.#stopped) return
    this.#sending = true
    const isDone = await this.#ports.send(event).then(
      () => true,
      // a final refusal also counts as acknowledged
      (error: unknown) => !['again', 'signedOut'].includes(verdictOf(error)),
    )
    this.#sending = false
    if (isDone) {
      this.#failures = 0
      this.#waiting = this.#waiting.filter((one) => one !== event)
      this.#ports.store.drop(event.eventId).catch(() => undefined)
      void this.#pump()
    } else if (!this.#stopped) {
      this.#failures += 1
      this.#retry = this.#ports.after(pauseMs(this.#failures, this.#ports.random), () => this.resume())
    }
  }
}
