// Marks papers again after a fix, in batches. Each batch stores its position, so that the run resumes after a restart without repeating work.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { type Database, json, among } from '../../../kernel/database.ts'
import { type Changed, changeOf, type FixedPaper, readFixed } from './fix-read.service.ts'
import { finishSoon } from '../grade/due.service.ts'
import { finishedColumns } from '../grade/finish.service.ts'
import { fixesOf } from '../grade/applied-fix.service.ts'
import { gradePaper } from '../grade/grade.service.ts'
import { itemsOf, patchItems } from '../question/item.rules.ts'
import { storeItems } from '../grade/item.service.ts'
import { every } from '../../../kernel/every.ts'

const EVERY_MS = 15_000
const BATCH = 200

type Done = { paper: FixedPaper; change: Changed }
type Fix = { id: string; examId: string; quId: string; subId: string; doneTo: string; overrideManual: boolean }

class Runner {
  readonly #app: App
  #running: Promise<void> | undefined
  #again = false

  constructor(app: App) {
    this.#app = app
  }

  /** Runs one pass at a time; a call during a pass causes one more pass and resolves after it. */
  run(): Promise<void> {
    if (this.#running) {
      this.#again = true
      return this.#running
    }
    this.#running = this.#all().finally(() => (this.#running = undefined))
    return this.#running
  }

  async #all() {
    do {
      this.#again = false
      try {
        await this.#open()
      } catch (error) {
        this.#app.log.error({ err: error }, 'papers could not be marked again, the next run goes on')
      }
    } while (this.#again)
  }

  async #open() {
    const app = this.#app
    const open = await app.db.selectFrom('paperFix').where('done', '=', false).orderBy('id').select(['id', 'examId']).execute()
    for (const { id, examId } of open) {
      await gradeUnderWay(app, examId)
      while (await runBatch(app, id));
    }
  }

  /** Resolves when no pass is running. */
  async rest() {
    await this.#running
  }
}

const runnerOf = appPart((app) => new Runner(app))

/** Marks the papers of open fixes again. Resolves when this server process finds no more work. */
export const runFixes = (app: App): Promise<void> => runnerOf(app).run()

/** Resumes unfinished fixes immediately, then looks for new ones every 15 s. */
export function startFixes(app: App) {
  app.onClose(() => runnerOf(app).rest())
  every(app, EVERY_MS, 'corrected keys', () => runFixes(app), { atOnce: true })
}

/** A marking in progress may have read the old key. It will find another version and stop; the paper is marked here instead. */
async function gradeUnderWay(app: App, examId: string) {
  const rows = await app.db
    .updateTable('paper')
    .set((paper) => ({ version: paper('version', '+', 1) }))
    .where('examId', '=', examId)
    .where('gradingNeeded', '=', true)
    .returning('id')
    .execute()
  for (const { id } of rows) await gradePaper(app, id)
}

/** Marks the next papers of a fix and stores the position in the same transaction. @returns false when no papers are left */
async function runBatch(app: App, id: string): Promise<boolean> {
  const now = app.clock()
  const more = await app.db.transaction().execute(async (db) => {
    const fix = await db
      .selectFrom('paperFix')
      .where('id', '=', id)
      .where('done', '=', false)
      .select(['id', 'examId', 'quId', 'subId', 'doneTo', 'overrideManual'])
      .forUpdate()
      // another server process is working on this fix
      .skipLocked()
      .executeTakeFirst()
    if (!fix) return false
    const fixes = await fixesOf(db, fix.examId)
    const papers = await readFixed(db, { examId: fix.examId, target: fix, fixes }, { after: fix.doneTo, limit: BATCH, lock: true })
    const done = papers.flatMap((paper) => {
      const change = changeOf(paper, fixes, fix, fix.overrideManual)
      return change ? [{ paper, change }] : []
    })
    const changed = await writeChanges(db, fix, done, now)
    await applyPatch(db, fix, done)
    const last = papers.length < BATCH
    await db
      .updateTable('paperFix')
      .set((row) => ({
        doneTo: papers.at(-1)?.id ?? fix.doneTo,
        done: last,
        papers: row('papers', '+', done.length),
        changed: row('changed', '+', changed),
      }))
      .where('id', '=', id)
      .execute()
    return !last
  })
  void finishSoon(app)
  return more
}

const isTouched = ({ paper, change }: Done) =>
  paper.state !== change.newState ||
  paper.passed !== change.paper.passed ||
  paper.markedTotal !== change.paper.total ||
  !isDeepStrictEqual(change.before, change.after)

const isChanged = ({ paper, change }: Done) =>
  change.old !== change.new || change.oldTotal !== change.newTotal || paper.passed !== change.paper.passed

async function writeChanges(db: Database, fix: Fix, done: readonly Done[], now: Date): Promise<number> {
  for (const state of [PaperState.marking, PaperState.done] as const)
    await writePapers(
      db,
      fix,
      done.filter((one) => one.change.newState === state && isTouched(one)),
      { state, now },
    )
  const changed = done.filter(isChanged)
  if (changed.length > 0)
    await db
      .insertInto('paperFixLog')
      .values(
        changed.map(({ paper, change }) => ({
          fixId: fix.id,
          paperId: paper.id,
          oldScore: change.old,
          newScore: change.new,
          oldTotal: change.oldTotal,
          newTotal: change.newTotal,
          oldPassed: paper.passed,
          newPassed: change.paper.passed,
          manual: change.manualNames.length > 0,
          createTime: now,
        })),
      )
      .execute()
  return changed.length
}

/** Updates all papers of the batch in one statement. */
async function writePapers(
  db: Database,
  fix: Fix,
  done: readonly Done[],
  { state, now }: { state: typeof PaperState.marking | typeof PaperState.done; now: Date },
) {
  if (done.length === 0) return
  const rows = done.map(({ paper, change }) => ({
    id: paper.id,
    marks: { ruleVersion: paper.ruleVersion, marks: change.paper.marks },
    manual: fix.overrideManual ? without(paper.storedManual, change.manualNames) : paper.storedManual,
    score: change.paper.score,
    obj_score: change.paper.objScore,
    subj_score: change.paper.subjScore,
    passed: change.paper.passed,
    marked_total: change.paper.total,
    marked_pass: change.paper.passScore,
  }))
  const fresh = sql<{ id: string }>`jsonb_to_recordset(${json(rows)}::jsonb) as fresh (id bigint, marks jsonb, manual jsonb,
    score integer, obj_score integer, subj_score integer, passed boolean, marked_total integer, marked_pass integer)`
  const ended =
    state === PaperState.done
      ? finishedColumns(now)
      : { finishTime: sql<Date>`finish_time`, tellDue: sql<boolean>`tell_due`, finishDue: sql<boolean>`finish_time is not null` }
  await sql`update paper set state = ${state}, marks = fresh.marks, manual = fresh.manual, score = fresh.score, obj_score = fresh.obj_score,
    subj_score = fresh.subj_score, passed = fresh.passed, marked_total = fresh.marked_total, marked_pass = fresh.marked_pass,
    version = paper.version + 1, review_laid = false, finish_time = ${ended.finishTime}, tell_due = ${ended.tellDue}, finish_due = ${ended.finishDue}
    from ${fresh} where paper.id = fresh.id`.execute(db)
}

const without = <T>(marks: Record<string, T>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(marks).filter(([name]) => !names.includes(name)))

/** Applies the new marks to the item figures of these papers, if the figures are up to date. */
async function applyPatch(db: Database, fix: Fix, done: readonly Done[]) {
  // also papers with an unchanged score: the new key changes which options count as right
  const finished = done.filter((one) => one.change.newState === PaperState.done)
  if (finished.length === 0) return
  const rows = await db
    .selectFrom('paperItem')
    .where(
      among(
        'paperId',
        finished.map((one) => one.paper.id),
      ),
    )
    .selectAll()
    .execute()
  const stored = new Map(rows.map((row) => [row.paperId, row]))
  await storeItems(
    db,
    finished.flatMap((one) => {
      const { paper, change } = one
      const own = stored.get(paper.id)
      if (own?.version !== paper.version) return []
      const fresh = itemsOf([change.key], [change.after], new Map([[fix.quId, paper.answer]]))
      return [
        { ...patchItems(own, fresh), paperId: paper.id, examId: fix.examId, version: isTouched(one) ? paper.version + 1 : paper.version },
      ]
    }),
  )
}
