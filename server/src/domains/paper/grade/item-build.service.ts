// Builds the item rows of papers that were marked before item rows existed: in the background, in portions that store their progress.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { newLru } from '../../../kernel/memo/lru.ts'
import { appPart } from '../../../kernel/part.ts'
import { buildPapers, logBroken, PORTION, refreshItems, stalePapers } from './item.service.ts'

export const BUILD = 'paper.items'
export const BUILD_EXAM = 'paper.itemsOfExam'
/** Maximum duration of a run; the next run continues. */
const RUN_MS = 5 * 60_000
/** This many papers are built within the request. */
const AT_ONCE = PORTION
const REQUESTED_MS = 60_000

const stateOf = appPart((app) => {
  const state = { closing: false, requested: newLru<string, true>(1_000, { ttl: REQUESTED_MS }) }
  app.onClose(() => void (state.closing = true))
  return state
})

/**
 * Builds the missing item rows of all finished papers once, continuing where the last run stopped; several nodes may call it. After the
 * last paper it does nothing any more, because grading stores the item rows of later papers.
 * @returns the number of papers built
 */
export async function buildItems(app: App): Promise<number> {
  const state = stateOf(app)
  const until = performance.now() + RUN_MS
  let built = 0
  while (!state.closing && performance.now() < until) {
    const portion = await buildPortion(app)
    if (portion === null) break
    built += portion
  }
  return built
}

/** @returns the number of papers built; null if none is left or another node is building */
async function buildPortion(app: App): Promise<number | null> {
  return app.db.transaction().execute(async (db) => {
    const place = await db
      .selectFrom('paperItemBuild')
      .where('done', '=', false)
      .select('doneTo')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!place) return null
    const rows = await stalePapers(db).where('paper.id', '>', place.doneTo).orderBy('paper.id').limit(PORTION).select('paper.id').execute()
    const ids = rows.map((row) => row.id)
    await buildPapers(db, ids, logBroken(app))
    await db
      .updateTable('paperItemBuild')
      .set({ doneTo: ids.at(-1) ?? place.doneTo, done: ids.length < PORTION })
      .execute()
    return ids.length
  })
}

/** Builds the missing item rows of one exam that is being viewed before the background run reaches it. */
export async function buildExamItems(app: App, examId: string): Promise<void> {
  const state = stateOf(app)
  const until = performance.now() + RUN_MS
  await refreshItems(app.db, examId, logBroken(app), { onPortion: () => !state.closing && performance.now() < until })
}

/**
 * Builds the missing item rows of an exam: a few immediately, many in the background.
 * @returns the progress of the background run; null if the item rows are complete
 */
export async function prepareItems({ app, db }: Pick<Ctx, 'app' | 'db'>, examId: string): Promise<{ done: number; total: number } | null> {
  const { stale } = await stalePapers(db)
    .where('paper.examId', '=', examId)
    .select(sql<number>`count(*)::int`.as('stale'))
    .executeTakeFirstOrThrow()
  if (stale <= AT_ONCE) {
    if (stale > 0) await refreshItems(db, examId, logBroken(app))
    return null
  }
  const { total } = await db
    .selectFrom('paper')
    .where('examId', '=', examId)
    .where('state', '=', PaperState.done)
    .where('marks', 'is not', null)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  await requestBuild(app, examId)
  return { done: total - stale, total }
}

/** Queues the build of one exam, at most once a minute. */
async function requestBuild(app: App, examId: string) {
  const { requested } = stateOf(app)
  if (requested.has(examId)) return
  requested.set(examId, true)
  try {
    await app.jobs.send(app.db, BUILD_EXAM, { examId })
  } catch (error) {
    requested.delete(examId)
    app.log.debug({ err: error }, 'item rows wait for the scheduled run')
  }
}
