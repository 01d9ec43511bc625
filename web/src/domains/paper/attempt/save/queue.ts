// Sends every answer to the server (exam-rules.md, *When to save* and *Offline buffer*): written to the buffer first, one request in flight
// per question, the newest value wins, deleted from the buffer only when the server has acknowledged it.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { Followed } from '../../../../kernel/state/store.ts'
import { type Base, type Buffer, cut, type Op, type Saved } from './ops.ts'
import { pauseMs } from './pause.ts'
import { type Verdict, verdictOf } from './verdict.ts'

const TYPING_PAUSE_MS = 1_500
const TYPING_LONGEST_MS = 10_000

/** The queue's environment; times are monotonic milliseconds. */
export type QueuePorts = {
  now: () => number
  /** runs a function later; @returns a function that cancels it */
  after: (ms: number, run: () => void) => () => void
  random: () => number
  send: (session: string, ops: readonly Op[], keepalive: boolean) => Promise<{ saved: { quId: string; seq: number }[]; savedAt: string }>
  buffer: Buffer
  /** a refusal that concerns the whole paper */
  onRefused: (verdict: Exclude<Verdict, 'again' | 'wrong' | 'early'>, error: unknown) => void
}

export type QueueView = {
  answers: ReadonlyMap<string, Answer | null>
  /** questions whose newest value the server has not acknowledged */
  unsent: number
  sending: boolean
  /** the last request did not reach the server */
  offline: boolean
  /** `yyyy-MM-dd HH:mm:ss`, the server's time of the last acknowledged save; '' before it */
  savedAt: string
  /** the server's final refusal of a question's value */
  refused: ReadonlyMap<string, string>
}

type Item = {
  answer: Answer | null
  seq: number
  acked: number
  base: Base
  /** the seq of the request in flight */
  inFlight: number | undefined
  /** time of the first unsent change */
  since: number | undefined
  dueAt: number
  /** resolves when the buffer holds the newest value */
  written: Promise<void>
  /** a batch that contained it was refused: it is sent alone, to find out whether it was the cause */
  alone: boolean
}
const isOpen = (item: Item) => item.seq > item.acked

export class AnswerQueue extends Followed {
  readonly #ports: QueuePorts
  readonly #items = new Map<string, Item>()
  readonly #refused = new Map<string, string>()
  #session = ''
  #failures = 0
  #savedAt = ''
  /** while held, changes are buffered and nothing is sent */
  #held = true
  #timer: (() => void) | undefined
  #retry: (() => void) | undefined
  #view: QueueView | undefined

  constructor(ports: QueuePorts) {
    super()
    this.#ports = ports
  }

  /** Starts with the answers stored by the server, under the session of this page load. */
  start(session: string, saved: readonly Saved[]) {
    this.#session = session
    this.#items.clear()
    this.#refused.clear()
    for (const { quId, answer, seq, session: by } of saved) this.#items.set(quId, newItem(answer, seq, { session: by, seq }))
    this.release()
  }

  get view(): QueueView {
    this.#view ??= {
      answers: new Map([...this.#items].map(([quId, { answer }]) => [quId, answer])),
      unsent: [...this.#items.values()].filter(isOpen).length,
      sending: [...this.#items.values()].some((item) => item.inFlight !== undefined),
      offline: this.#failures > 0,
      savedAt: this.#savedAt,
      refused: new Map(this.#refused),
    }
    return this.#view
  }

  /** Accepts a new value: choices are sent immediately, text 1.5 s after the last key press, at most 10 s after the first. */
  change(quId: string, answer: Answer | null, kind: 'choice' | 'text') {
    const item = this.#items.get(quId) ?? newItem(null, 0, null)
    this.#items.set(quId, item)
    const now = this.#ports.now()
    item.answer = answer
    item.seq += 1
    item.since ??= now
    item.dueAt = kind === 'choice' ? now : Math.min(now + TYPING_PAUSE_MS, item.since + TYPING_LONGEST_MS)
    this.#refused.delete(quId)
    // a browser without a working IndexedDB still saves to the server
    item.written = this.#ports.buffer.put(this.#opOf(quId, item)).catch(() => undefined)
    this.#pump()
  }

  /** Sends a buffered op again: with its number where this page goes on with its page load, else as a new change. */
  restore({ quId, answer, session, seq, base }: Op) {
    if (session !== this.#session) return this.change(quId, answer, 'choice')
    const acked = this.#items.get(quId)?.seq ?? 0
    this.#items.set(quId, { ...newItem(answer, seq, base), acked, dueAt: this.#ports.now() })
    return this.#pump()
  }

  /** Sends changes that wait for the end of typing. */
  flush() {
    for (const item of this.#items.values()) item.dueAt = Math.min(item.dueAt, this.#ports.now())
    this.#pump()
  }

  /** The page may be unloaded: sends everything unacknowledged again, in a request that outlives the page. */
  hide() {
    if (this.#held) return
    for (const ops of cut(this.open(), true)) {
      this.#ports.send(this.#session, ops, true).then(
        (reply) => this.#acknowledge(ops, reply),
        // the buffer still has it
        () => undefined,
      )
    }
  }

  /** The network may be back: sends immediately. */
  resume() {
    this.#retry?.()
    this.#retry = undefined
    this.flush()
  }

  /** Stops sending until `release`; requests in flight complete. */
  hold() {
    this.#held = true
    this.#retry?.()
    this.#retry = undefined
    this.#timer?.()
    this.#timer = undefined
  }

  release() {
    this.#held = false
    this.flush()
  }

  /** Unacknowledged ops, newest values. */
  open(): Op[] {
    return [...this.#items].filter(([, item]) => isOpen(item)).map(([quId, item]) => this.#opOf(quId, item))
  }

  /** Acknowledges ops that the server received by another call than a save. */
  settle(ops: readonly Op[]) {
    this.#acknowledge(ops, { saved: ops.map(({ quId, seq }) => ({ quId, seq })), savedAt: this.#savedAt })
  }

  #opOf(quId: string, { answer, seq, base }: Item): Op {
    return { quId, answer, session: this.#session, seq, base }
  }

  #pump() {
    this.#timer?.()
    this.#timer = undefined
    if (!this.#held && !this.#retry) {
      const now = this.#ports.now()
      const ready = [...this.#items].filter(([, item]) => isOpen(item) && item.inFlight === undefined && item.dueAt <= now)
      const together = ready.filter(([, item]) => !item.alone)
      for (const batch of cut(
        together.map(([quId, item]) => this.#opOf(quId, item)),
        false,
      ))
        void this.#post(batch)
      for (const [quId, item] of ready.filter(([, one]) => one.alone)) void this.#post([this.#opOf(quId, item)])
      this.#arm(now)
    }
    this.#emit()
  }

  #arm(now: number) {
    const due = [...this.#items.values()].filter((item) => isOpen(item) && item.inFlight === undefined).map((item) => item.dueAt)
    if (due.length > 0) this.#timer = this.#ports.after(Math.max(0, Math.min(...due) - now), () => this.#pump())
  }

  async #post(ops: Op[]) {
    const items = ops.map((op) => this.#items.get(op.quId)!)
    for (const [at, item] of items.entries()) {
      item.inFlight = ops[at]!.seq
      item.since = undefined
    }
    const settled = () => {
      for (const item of items) item.inFlight = undefined
    }
    await Promise.all(items.map((item) => item.written))
    const session = this.#session
    try {
      const reply = await this.#ports.send(session, ops, false)
      settled()
      this.#failures = 0
      this.#acknowledge(ops, reply)
      this.#pump()
    } catch (error) {
      settled()
      // the session that was opened meanwhile sends what the buffer has
      if (session === this.#session) this.#failed(ops, error)
    }
  }

  /** A reply may belong to an older value: then only that one is acknowledged, and the newest stays in the buffer. */
  #acknowledge(ops: readonly Op[], { saved, savedAt }: { saved: { quId: string; seq: number }[]; savedAt: string }) {
    this.#savedAt = savedAt
    for (const { quId } of saved) {
      const op = ops.find((one) => one.quId === quId)
      const item = this.#items.get(quId)
      if (!op || !item || op.session !== this.#session) continue
      item.acked = Math.max(item.acked, op.seq)
      item.base = { session: this.#session, seq: item.acked }
      item.alone = false
      this.#ports.buffer.drop(op).catch(() => undefined)
    }
    this.#emit()
  }

  #failed(ops: Op[], error: unknown) {
    const verdict = verdictOf(error)
    if (verdict === 'wrong') this.#refuse(ops, error)
    else if (verdict === 'again' || verdict === 'early') {
      // requests that were in flight together fail together, which is one failure
      if (!this.#retry) {
        this.#failures += 1
        this.#retry = this.#ports.after(pauseMs(this.#failures, this.#ports.random), () => this.resume())
      }
    } else {
      this.#failures = 0
      this.hold()
      this.#ports.onRefused(verdict, error)
    }
    this.#pump()
  }

  #refuse(ops: Op[], error: unknown) {
    const [only, ...more] = ops
    if (only && more.length === 0) {
      this.#refused.set(only.quId, error instanceof Error ? error.message : '')
      this.settle(ops)
    } else for (const { quId } of ops) this.#items.get(quId)!.alone = true
  }

  #emit() {
    this.#view = undefined
    this.changed()
  }
}

function newItem(answer: Answer | null, seq: number, base: Base): Item {
  return { answer, seq, acked: seq, base, inFlight: undefined, since: undefined, dueAt: 0, written: Promise.resolve(), alone: false }
}
