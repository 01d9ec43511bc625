// Saves of many candidates committed together: while two batches are on their way, the next one gathers. No timer: an idle server
// saves at once, a busy one saves more at a time.
import type { App } from '../../../kernel/ctx.ts'
import type { CachedPaper } from './paper-cache.service.ts'
import { type PaperClock, readStored, runSave, type SaveRow } from './save-statement.service.ts'

/** What became of one save. `savedAt` in ms; of a refusal only the reason counts. */
export type SaveOutcome =
  | { refused: 'foreign' | 'closed' | 'elsewhere' }
  | ({ refused: null; state: 'saved' | 'stale'; savedAt: number } & PaperClock)

type Waiter = { seq: number; resolve: (outcome: SaveOutcome) => void; reject: (error: unknown) => void }
type Entry = { paper: CachedPaper; row: SaveRow; waiters: Waiter[]; after: (() => void)[] }

const MAX_ROWS = 500
const MAX_BYTES = 4_000_000
const IN_FLIGHT = 2
const refusals = { 0: null, 2: 'closed', 3: 'elsewhere' } as const

export class SaveBatches {
  readonly #app: App
  #waiting = new Map<string, Entry>()
  #flying = 0
  #idle: (() => void)[] = []

  constructor(app: App) {
    this.#app = app
    app.onClose(() => this.drain())
  }

  /** Saves one answer; settles once it has been committed or refused. Newer saves of a question take the place of older ones that wait. */
  save(paper: CachedPaper, row: SaveRow): Promise<SaveOutcome> {
    return new Promise((resolve, reject) => {
      const key = `${row.paperId}:${row.quId}`
      const waiter: Waiter = { seq: row.seq, resolve, reject }
      const entry = this.#waiting.get(key)
      if (!entry) this.#waiting.set(key, { paper, row, waiters: [waiter], after: [] })
      else if (entry.row.session !== row.session) {
        // one statement takes a question once; another page load's save waits for the next
        entry.after.push(() => void this.save(paper, row).then(resolve, reject))
      } else {
        entry.waiters.push(waiter)
        if (row.session === '' || row.seq > entry.row.seq) entry.row = row
      }
      this.#flush()
    })
  }

  /** Settles when nothing waits and nothing is on its way. */
  drain(): Promise<void> {
    if (this.#flying === 0 && this.#waiting.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  #flush() {
    while (this.#flying < IN_FLIGHT && this.#waiting.size > 0) {
      this.#flying++
      void this.#run(this.#take()).finally(() => {
        this.#flying--
        this.#flush()
      })
    }
    if (this.#flying === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  #take(): Entry[] {
    const batch: Entry[] = []
    let bytes = 0
    for (const [key, entry] of this.#waiting) {
      if (batch.length === MAX_ROWS || bytes > MAX_BYTES) break
      this.#waiting.delete(key)
      batch.push(entry)
      bytes += entry.row.answer?.length ?? 0
    }
    return batch
  }

  /** Never rejects: every waiter is told. */
  async #run(batch: Entry[]) {
    try {
      await this.#commit(batch)
    } catch (error) {
      if (batch.length === 1) refuse(batch, error)
      else await this.#oneByOne(batch, error)
    }
    for (const entry of batch) for (const act of entry.after) act()
  }

  /** One bad row fails its whole statement; alone it fails for itself. A database that is gone is not asked five hundred times. */
  async #oneByOne(failed: Entry[], first: unknown) {
    // who has been told may have saved again since: his row must not come a second time
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
    const results = await runSave(
      this.#app.db,
      batch.map((entry) => entry.row),
      now,
    )
    const at = performance.now()
    const doubtful: Doubtful[] = []
    for (const { n, refused, kept, ...result } of results) {
      const entry = batch[n - 1]!
      const clock = { deadline: result.deadline ?? 0, timeRev: result.timeRev ?? 0, msgSeq: result.msgSeq ?? 0 }
      if (kept) {
        entry.paper.progress.note(entry.row.quId, entry.row.complete, at)
        tell(entry, true, now.getTime(), clock)
      } else if (refused === 1) settle(entry, () => ({ refused: 'foreign' }))
      else doubtful.push({ entry, refused: refusals[refused], clock })
    }
    if (doubtful.length > 0) await this.#settleDoubtful(doubtful)
  }

  /** A repeat of a stored save is answered as it was the first time, even when the paper has closed since. */
  async #settleDoubtful(doubtful: Doubtful[]) {
    const stored = await readStored(
      this.#app.db,
      doubtful.map(({ entry }) => entry.row),
    )
    for (const { n, same, savedAt } of stored) {
      const { entry, refused, clock } = doubtful[n - 1]!
      if (refused === null || (same && entry.row.session !== '')) tell(entry, same, savedAt, clock)
    }
    // neither stored nor refused: the paper was deleted in between
    for (const { entry, refused } of doubtful) settle(entry, () => ({ refused: refused ?? 'foreign' }))
  }
}

type Doubtful = { entry: Entry; refused: 'closed' | 'elsewhere' | null; clock: PaperClock }

/** Data that PostgreSQL will not take (classes 21 to 23 of its codes), in contrast to a connection that broke. */
const isRowFault = (error: unknown) => /^2[123]/.test((error as { code?: string } | null)?.code ?? '')

function settle(entry: Entry, outcome: (waiter: Waiter) => SaveOutcome) {
  for (const waiter of entry.waiters.splice(0)) waiter.resolve(outcome(waiter))
}

/** Who sent the row that counts has saved; whose row a newer one replaced, here or in the database, was overtaken. */
function tell(entry: Entry, counts: boolean, savedAt: number, clock: PaperClock) {
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
