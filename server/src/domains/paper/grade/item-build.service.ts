// Figures of papers from before they were kept: built in the background, in portions, each of which notes how far it came.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { buildPapers, logBroken, PORTION, refreshItems, stalePapers } from './item.service.ts'

export const BUILD = 'paper.items'
export const BUILD_EXAM = 'paper.itemsOfExam'
/** A run ends after this long; the next one goes on. */
const RUN_MS = 5 * 60_000
/** Few enough to be built while somebody waits. */
const AT_ONCE = PORTION
const ASKED_MS = 60_000

const stateOf = appPart((app) => {
  const state = { closing: false, asked: new LRUCache<string, true>({ max: 1_000, ttl: ASKED_MS }) }
  app.onClose(() => void (state.closing = true))
  return state
})

/**
 * Goes once through all finished papers and builds what is missing, from where the last run stopped; several nodes may try. When no paper is
 * left it never looks again: whatever is marked later brings its figures with it. @returns how many papers were built
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

/** @returns how many, or null where nothing is left or another node is at it */
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

/** Builds what is missing of one exam, for somebody who looks at it before its turn has come. */
export async function buildExamItems(app: App, examId: string): Promise<void> {
  const state = stateOf(app)
  const until = performance.now() + RUN_MS
  await refreshItems(app.db, examId, logBroken(app), { onPortion: () => !state.closing && performance.now() < until })
}

/**
 * Sees to it that the figures of an exam are there: a few at once, many in the background.
 * @returns how far the background has come, or null where everything is there
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
  await askFor(app, examId)
  return { done: total - stale, total }
}

/** At most once a minute, however often it is looked at. */
async function askFor(app: App, examId: string) {
  const { asked } = stateOf(app)
  if (asked.has(examId)) return
  asked.set(examId, true)
  try {
    await app.jobs.send(app.db, BUILD_EXAM, { examId })
  } catch (error) {
    asked.delete(examId)
    app.log.debug({ err: error }, 'figures wait for the scheduled run')
  }
}
