// Publishes changes of a running exam to the watching pages; each node collects changes and sends them at most once a second.
import { type PaperChange, type WatchChange, watchChannel } from '@shuyuan/contract/paper/channel/watch-change.ts'
import type { App } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'

const TOPIC = 'exam.watch'
const SECOND_MS = 1_000
/** Changes within this time are sent in one message. */
const GATHER_MS = 50
/** Maximum size of a bus message (kernel/bus.ts) less the exam's id and the envelope; the rest is sent a second later. */
const MOST_BYTES = 7_500

/** The socket room of the pages that watch an exam. */
export const watchRoom = (examId: string) => `watch:${examId}`

const partRoom = (examId: string) => `watch-part:${examId}:`
/** The socket room of a user who watches a part of the candidates. */
export const watchRoomOf = (examId: string, userId: string) => partRoom(examId) + userId

type Note = { paperId: string; change: PaperChange | 'started' | 'handed' } | 'applied' | 'asked'
type Sent = { examId: string; change: WatchChange }

class Gathered {
  readonly papers = new Map<string, PaperChange>()
  readonly started = new Set<string>()
  readonly handed = new Set<string>()
  applied = 0
  asked = 0

  get isEmpty() {
    return this.papers.size + this.started.size + this.handed.size + this.applied + this.asked === 0
  }

  add(note: Note) {
    if (note === 'applied' || note === 'asked') this[note]++
    else if (note.change === 'started') {
      this.started.add(note.paperId)
      this.handed.delete(note.paperId)
    } else if (note.change === 'handed') {
      this.handed.add(note.paperId)
      // its progress is no longer needed
      this.started.delete(note.paperId)
      this.papers.delete(note.paperId)
    } else this.papers.set(note.paperId, { ...this.papers.get(note.paperId), ...note.change })
  }

  /** Removes and returns as many changes as fit into one message, hand-ins and starts first. */
  take(): WatchChange {
    let room = MOST_BYTES
    const fits = (bytes: number) => (room -= bytes) >= 0
    const ids = (from: Set<string>) => {
      const chosen: string[] = []
      for (const id of from) {
        if (!fits(id.length + 3)) break
        from.delete(id)
        chosen.push(id)
      }
      return chosen
    }
    const change: WatchChange = { papers: {}, started: [], handed: ids(this.handed), applied: this.applied, asked: this.asked }
    change.started = ids(this.started)
    this.applied = 0
    this.asked = 0
    for (const [id, one] of this.papers) {
      if (!fits(id.length + 4 + JSON.stringify(one).length)) break
      this.papers.delete(id)
      change.papers[id] = one
    }
    return change
  }
}

class WatchChanges {
  readonly #app: App
  readonly #exams = new Map<string, Gathered>()
  #timer: NodeJS.Timeout | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(app: App) {
    this.#app = app
    app.onClose(() => {
      this.#closed = true
      clearTimeout(this.#timer)
    })
  }

  note(examId: string, note: Note) {
    if (this.#closed) return
    const gathered = this.#exams.get(examId) ?? new Gathered()
    gathered.add(note)
    this.#exams.set(examId, gathered)
    this.#sendSoon()
  }

  #sendSoon() {
    if (this.#timer || this.#closed || this.#exams.size === 0) return
    const left = this.#sentAt + SECOND_MS - this.#app.clock().getTime()
    // a clock that was set back must not delay the message
    const wait = Math.min(SECOND_MS, Math.max(GATHER_MS, left))
    this.#timer = setTimeout(() => void this.#send(), wait).unref()
  }

  /** A change that is lost here does no harm: watching pages poll as well. */
  async #send() {
    this.#sentAt = this.#app.clock().getTime()
    const all = [...this.#exams].map(([examId, gathered]): Sent => ({ examId, change: gathered.take() }))
    for (const [examId, gathered] of this.#exams) if (gathered.isEmpty) this.#exams.delete(examId)
    try {
      for (const sent of all) await this.#app.bus.publish(TOPIC, sent)
    } catch (error) {
      this.#app.log.warn({ err: error }, 'changes of an exam were not spread')
    }
    this.#timer = undefined
    this.#sendSoon()
  }
}

const changesOf = appPart((app) => new WatchChanges(app))

/** Publishes a change of a paper; call it after the commit. */
export const publishPaperChange = (app: App, examId: string, paperId: string, change: PaperChange | 'started' | 'handed'): void =>
  changesOf(app).note(examId, { paperId, change })

/** Publishes that an application arrived or was decided; call it after the commit. */
export const publishApplication = (app: App, examId: string): void => changesOf(app).note(examId, 'applied')

/** Publishes that a takeover was requested or unlocked, so that invigilators see it before they poll; call it after the commit. */
export const publishUnlockRequest = (app: App, examId: string): void => changesOf(app).note(examId, 'asked')

/**
 * Forwards the changes of all nodes to the watching pages connected to this node. `toPart` sends a user who watches a part of the candidates what
 * concerns these.
 */
export function listenForChanges(app: App, toPart: (examId: string, userId: string, change: WatchChange) => Promise<void>) {
  app.bus.subscribe(TOPIC, (payload) => {
    const { examId, change } = payload as Sent
    app.sockets.notify(watchChannel, watchRoom(examId), change)
    for (const room of app.sockets.rooms(partRoom(examId))) void toPart(examId, room.slice(partRoom(examId).length), change)
  })
}
