// The sweep: force-closes overdue papers, grades ungraded ones, deletes old rows of the late store.
import { PaperState, ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import { closeIfDue } from './attempt/clock/close.service.ts'
import { GRACE_MS } from './attempt/entry/entry.rules.ts'
import { followExams } from './attempt/clock/follow.service.ts'
import { gradePaper } from './grade/grade.service.ts'
import { recordMissed } from './admission/absent.service.ts'
import { recordMissingCaptures } from './proctor/missing-capture.service.ts'
import { recordMissingRecordings } from './proctor/missing-recording.service.ts'
import { preparePapers } from './admission/prepare.service.ts'
import { every } from '../../kernel/every.ts'

const EVERY_MS = 15_000
const BATCH = 200
const AT_ONCE = 4
const GRADE_AFTER_MS = 30_000
const LATE_MS = 24 * 3_600_000

export type SweepHealth = {
  /** end of the last sweep; null before the first */
  at: Date | null
  /** how long the oldest overdue paper had waited when it was found, in ms */
  lagMs: number
  closed: number
  graded: number
  errors: number
}

class Sweeper {
  health: SweepHealth = { at: null, lagMs: 0, closed: 0, graded: 0, errors: 0 }
  readonly #app: App
  #running: Promise<SweepHealth> | undefined

  constructor(app: App) {
    this.#app = app
  }

  /** Runs one sweep; a call during a sweep gets the result of that sweep. */
  sweep(): Promise<SweepHealth> {
    this.#running ??= this.#sweep().finally(() => (this.#running = undefined))
    return this.#running
  }

  async #sweep(): Promise<SweepHealth> {
    const found: SweepHealth = { at: null, lagMs: 0, closed: 0, graded: 0, errors: 0 }
    // first, so that no paper of an exam that was just extended is closed
    await this.#try(found, () => followExams(this.#app))
    await this.#try(found, () => this.#closeOverdue(found))
    await this.#try(found, () => this.#gradeUngraded(found))
    await this.#try(found, () => this.#deleteOldLate())
    await this.#try(found, () => recordMissed(this.#app))
    await this.#try(found, () => recordMissingCaptures(this.#app))
    await this.#try(found, () => recordMissingRecordings(this.#app))
    await this.#try(found, () => preparePapers(this.#app))
    this.health = { ...found, at: this.#app.clock() }
    return this.health
  }

  /** Settles when no sweep is running. */
  async rest() {
    await this.#running
  }

  /** An error skips one paper or step; the sweep continues. */
  async #try(found: SweepHealth, act: () => Promise<unknown>) {
    try {
      await act()
    } catch (error) {
      found.errors++
      this.#app.log.error({ err: error }, 'the sweeper failed')
    }
  }

  /** Works in batches, so that the end of a large exam does not load a long list; a paper that failed waits for the next sweep. */
  async #closeOverdue(found: SweepHealth) {
    const seen: string[] = []
    for (;;) {
      const now = this.#app.clock()
      const due = await this.#app.db
        .selectFrom('paper')
        .where('state', '=', PaperState.open)
        .where('deadlineAt', '<', now)
        .where(
          sql<boolean>`deadline_at + case ex_state when ${sql.lit(ExState.normal)} then ${GRACE_MS} else 0 end * interval '1 ms' < ${now}`,
        )
        .where('id', '!=', sql<string>`all(${seen}::bigint[])`)
        .orderBy('deadlineAt')
        .limit(BATCH)
        .select(['id', 'deadlineAt', 'exState'])
        .execute()
      const [oldest] = due
      if (!oldest) return
      const waited = now.getTime() - oldest.deadlineAt.getTime() - (oldest.exState === ExState.normal ? GRACE_MS : 0)
      found.lagMs = Math.max(found.lagMs, waited)
      await this.#each(found, due, async ({ id }) => {
        // one attempt per sweep: another node may have locked the paper
        seen.push(id)
        if (await closeIfDue(this.#app, id, true)) found.closed++
      })
    }
  }

  /** Grades papers whose server stopped or failed between closing and grading them. */
  async #gradeUngraded(found: SweepHealth) {
    const before = new Date(this.#app.clock().getTime() - GRADE_AFTER_MS)
    const rows = await this.#app.db
      .selectFrom('paper')
      .where('gradingNeeded', '=', true)
      .where('handTime', '<', before)
      .orderBy('handTime')
      .limit(BATCH)
      .select('id')
      .execute()
    await this.#each(found, rows, async ({ id }) => {
      await gradePaper(this.#app, id)
      found.graded++
    })
  }

  async #each<T>(found: SweepHealth, rows: readonly T[], act: (row: T) => Promise<void>) {
    const left = [...rows]
    const worker = async () => {
      for (let row = left.shift(); row !== undefined; row = left.shift()) {
        const one = row
        await this.#try(found, () => act(one))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }

  async #deleteOldLate() {
    const now = this.#app.clock()
    await this.#app.db
      .deleteFrom('paperLate')
      .where('receivedAt', '<', new Date(now.getTime() - LATE_MS))
      .execute()
  }
}

const sweeperOf = appPart((app) => new Sweeper(app))

/** Runs one sweep now. Several nodes may sweep concurrently. */
export const sweepPapers = (app: App): Promise<SweepHealth> => sweeperOf(app).sweep()

/** The result of this node's last sweep, for health checks. */
export const sweepHealth = (app: App): SweepHealth => sweeperOf(app).health

/** Starts sweeping: immediately, for papers left by a stopped server, then every 15 s until the server stops. */
export function startSweeper(app: App) {
  app.health.set('sweeper', () => sweepHealth(app))
  app.onClose(() => sweeperOf(app).rest())
  every(app, EVERY_MS, 'papers', () => sweepPapers(app), { atOnce: true })
}
