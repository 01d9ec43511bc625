// Commits the saves of many candidates together: while a batch is being written, the next one collects. If the first takes long, for example because
// another transaction has locked one of its papers, the next one does not wait for it. Where saves come one after the other, a batch also waits for a
// moment since the last one (save-pace.rules.ts); an idle server saves immediately.
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../../../kernel/ctx.ts'
import type { CachedPaper } from './paper-cache.service.ts'
import { SavePace } from './save-pace.rules.ts'
import { type PaperClock, readStored, runSave, type SaveRow } from './save-statement.service.ts'

/** The outcome of one save; `savedAt` in ms. */
export type SaveOutcome =
  | { refused: 'foreign' | 'closed' | 'elsewhere' }
  | ({ refused: null; state: 'saved' | 'stale'; savedAt: number } & PaperClock)

type Waiter = { seq: number; resolve: (outcome: SaveOutcome) => void; reject: (error: unknown) => void }
type Entry = { paper: CachedPaper; row: SaveRow; waiters: Waiter[]; after: (() => void)[] }

const MAX_ROWS = 500
const MAX_BYTES = 4_000_000
const IN_FLIGHT = 2
/** A batch that takes longer does not keep the next one waiting. */
const OVERTAKEN_MS = 50
const refusals = { 0: null, 2: 'closed', 3: 'elsewhere' } as const

export class SaveBatches {
  readonly #app: App
  #waiting = new Map<string, Entry>()
  readonly #pace = new SavePace()
  #flying = 0
  /** when the last batch was sent, as performance.now() */
  #sentAt = 0
  #soon = false
  #timer: NodeJS.Timeout | undefined
  /** answers committed and the statements that did it, since the start */
  readonly counts = { saved: 0, statements: 0 }
  #idle: (() => void)[] = []

  constructor(app: App) {
    this.#app = app
    app.onClose(() => this.drain())
  }

  /** Saves one answer; settles when it is committed or refused. A newer save of a question replaces a waiting older one. */
  save(paper: CachedPaper, row: SaveRow): Promise<SaveOutcome> {
    this.#pace.came(performance.now())
    return new Promise((resolve, reject) => {
      const key = `${row.paperId}:${row.quId}`
      const waiter: Waiter = { seq: row.seq, resolve, reject }
      const entry = this.#waiting.get(key)
      if (!entry) this.#waiting.set(key, { paper, row, waiters: [waiter], after: [] })
      else if (entry.row.session !== row.session) {
        // a statement may contain a question only once, so the save of another page-load session waits for the next one
        entry.after.push(() => void this.save(paper, row).then(resolve, reject))
      } else {
        entry.waiters.push(waiter)
        if (row.session === '' || row.seq > entry.row.seq) entry.row = row
      }
      this.#flushSoon()
    })
  }

  /** Settles when no save is waiting or being written. */
  drain(): Promise<void> {
    if (this.#flying === 0 && this.#waiting.size === 0) return Promise.resolve()
    // at the end of the turn, as ever: what came with this call goes with it
    setImmediate(() => this.#flush())
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  /** As drain, but no longer than so many milliseconds. */
  async written(mostMs: number): Promise<void> {
    if (this.#flying === 0 && this.#waiting.size === 0) return
    await Promise.race([this.drain(), sleep(mostMs)])
  }

  /** At the end of this turn of the event loop, so that the answers of one call, and of the calls that came with it, go out together. */
  #flushSoon() {
    if (this.#soon || this.#flying >= IN_FLIGHT) return
    const now = performance.now()
    const waitMs = Math.max(this.#pace.waitMs(now, this.#waiting.size), this.#turnMs(now))
    if (waitMs > 0) {
      this.#timer ??= setTimeout(() => this.#flush(), waitMs)
      return
    }
    this.#soon = true
    setImmediate(() => this.#flush())
  }

  /** How long the next batch has to wait for the one that is being written. */
  #turnMs(now: number): number {
    if (this.#flying === 0) return 0
    return this.#flying >= IN_FLIGHT ? Number.POSITIVE_INFINITY : Math.max(0, this.#sentAt + OVERTAKEN_MS - now)
  }

  #flush() {
    this.#soon = false
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (let now = performance.now(); this.#waiting.size > 0 && this.#turnMs(now) === 0; now = performance.now()) {
      this.#flying++
      this.#sentAt = now
      this.#pace.left(now)
      void this.#run(this.#take()).finally(() => {
        this.#flying--
        this.#next()
      })
    }
    if (this.#waiting.size > 0) this.#flushSoon()
    this.#settleIdle()
  }

  #next() {
    // it was set for a batch that is written now
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#idle.length > 0) this.#flush()
    else if (this.#waiting.size > 0) this.#flushSoon()
  }

  #settleIdle() {
    if (this.#flying === 0 && this.#waiting.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  #take(): Entry[] {
    const batch: Entry[] = []
    // a new map for each batch: docs/decisions/0274
    const rest = new Map<string, Entry>()
    let bytes = 0
    for (const [key, entry] of this.#waiting) {
      if (batch.length === MAX_ROWS || bytes > MAX_BYTES) rest.set(key, entry)
      else {
        batch.push(entry)
        bytes += entry.row.answer?.length ?? 0
      }
    }
    this.#waiting = rest
    return batch
  }

  /** Never rejects: errors reject the waiters instead. */
  async #run(batch: Entry[]) {
    try {
      await this.#commit(batch)
    } catch (error) {
      if (batch.length === 1) refuse(batch, error)
      else await this.#oneByOne(batch, error)
    }
    for (const entry of batch) for (const act of entry.after) act()
  }

  /** Repeats a failed batch row by row, so that one bad row fails alone. Stops at the first connection error. */
  async #oneByOne(failed: Entry[], first: unknown) {
    // entries without waiters are settled; their candidates may have saved again, so these rows must not be written a second time
    const batch = failed.filter((entry) => entry.waiters.length > 0)
    this.#app.log.warn({ err: first, rows: batch.length }, 'a batch of saves failed, saving one by one')
    for (const [at, entry] of batch.entries()) {
      try {
        await this.#commit([entry])
      } catch (error) {
        refuse([entry], error)
        if (isRowFault(error)) continue
        refuse(batch.slice(at + 1), error)
        return
      }
    }
  }

  async #commit(batch: Entry[]) {
    const now = this.#app.clock()
    const since = performance.now()
    const recounts = staleOnce(batch, since)
    const results = await runSave(
      this.#app.db,
      batch.map((entry) => entry.row),
      now,
      recounts,
    )
    this.counts.statements += 1
    const at = performance.now()
    const unsaved: Refused[] = []
    for (const { n, refused, kept, answered, ...result } of results) {
      const entry = batch[n - 1]!
      if (recounts[n - 1]) entry.paper.progress.read(answered?.split(',') ?? [], since)
      const clock = { deadline: result.deadline ?? 0, timeRev: result.timeRev ?? 0, msgSeq: result.msgSeq ?? 0 }
      if (kept) {
        this.counts.saved += 1
        entry.paper.progress.note(entry.row.quId, entry.row.complete, at)
        settleStored(entry, true, now.getTime(), clock)
      } else if (refused === 1) settle(entry, () => ({ refused: 'foreign' }))
      else unsaved.push({ entry, refused: refusals[refused], clock })
    }
    if (unsaved.length > 0) await this.#settleRefused(unsaved)
  }

  /** Answers a repeated save like the first one, even if the paper has closed since. */
  async #settleRefused(unsaved: Refused[]) {
    const stored = await readStored(
      this.#app.db,
      unsaved.map(({ entry }) => entry.row),
    )
    for (const { n, same, savedAt } of stored) {
      const { entry, refused, clock } = unsaved[n - 1]!
      if (refused === null || (same && entry.row.session !== '')) settleStored(entry, same, savedAt, clock)
    }
    // neither stored nor refused: the paper was deleted meanwhile
    for (const { entry, refused } of unsaved) settle(entry, () => ({ refused: refused ?? 'foreign' }))
  }
}

/** For each entry, whether its paper's answered count is to be read again: once for each paper, with the save instead of after it. */
function staleOnce(batch: readonly Entry[], now: number): boolean[] {
  const seen = new Set<string>()
  return batch.map(({ paper }) => {
    if (seen.has(paper.id)) return false
    seen.add(paper.id)
    return paper.progress.isStale(now)
  })
}

type Refused = { entry: Entry; refused: 'closed' | 'elsewhere' | null; clock: PaperClock }

/** Whether PostgreSQL rejected the data (classes 21 to 23 of its codes), as opposed to a broken connection. */
const isRowFault = (error: unknown) => /^2[123]/.test((error as { code?: string } | null)?.code ?? '')

function settle(entry: Entry, outcome: (waiter: Waiter) => SaveOutcome) {
  for (const waiter of entry.waiters.splice(0)) waiter.resolve(outcome(waiter))
}

/** Callers whose `seq` was stored get `saved`; callers whose row was superseded, in the batch or in the database, get `stale`. */
function settleStored(entry: Entry, counts: boolean, savedAt: number, clock: PaperClock) {
  const { seq, session } = entry.row
  settle(entry, (waiter) => ({
    refused: null,
    state: counts && (waiter.seq === seq || session === '') ? 'saved' : 'stale',
    savedAt,
    ...clock,
  }))
}

function refuse(batch: Entry[], error: unknown) {
  for (const entry of batch) for (const waiter of entry.waiters.splice(0)) waiter.reject(error)
}
