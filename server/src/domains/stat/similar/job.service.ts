// The job that compares the papers of an exam: on request, one exam at a time, taken up again after a restart.
import { SimilarState } from '@shuyuan/contract/stat/similar.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { Failure } from '../../../kernel/fail.ts'
import { appPart } from '../../../kernel/part.ts'
import { buildExamItems } from '../../paper/grade/item-build.service.ts'
import { type Loaded, loadStudy } from './load.service.ts'
import { earlierExams } from './papers.service.ts'
import { Family, Level } from './similar.rules.ts'
import type { Studied } from './study.rules.ts'
import { studyInThread } from './thread.service.ts'
import { type Happened, happenedTogether } from './together.service.ts'

export const SIMILAR_JOB = 'stat.similar'
const LEASE_MS = 15 * 60_000
const PORTION = 500

const stopOf = appPart((app) => {
  const stop = new AbortController()
  app.onClose(() => stop.abort())
  return stop
})

/** Compares every queued exam, and those of a server that has stopped meanwhile. */
export async function compareQueued(app: App): Promise<void> {
  const { signal } = stopOf(app)
  for (;;) {
    const examId = await claim(app)
    if (examId === null || signal.aborted) return
    const begin = performance.now()
    try {
      const earlier = await earlierExams(app.db, examId)
      for (const id of [examId, ...earlier]) await buildExamItems(app, id)
      const loaded = await loadStudy(app.db, examId, earlier)
      const studied = await studyInThread(loaded.study, signal)
      const together = await happenedTogether(app.db, examId, loaded, studied.pairs)
      const seconds = (performance.now() - begin) / 1_000
      await app.db.transaction().execute((db) => store(db, examId, { loaded, studied, together, seconds }))
      if (studied.problem === 'unfit')
        app.log.warn({ examId, lambda: studied.lambda }, 'the answers of an exam do not fit the model of similar papers')
    } catch (error) {
      if (signal.aborted) {
        await release(app, examId)
        return
      }
      const isLong = error instanceof Failure && error.reason === 'similarTooLong'
      if (!isLong) app.log.error({ err: error, examId }, 'similar papers')
      await app.db
        .updateTable('examSimilar')
        .set({ state: SimilarState.failed, problem: isLong ? 'long' : '', leaseUntil: null })
        .where('examId', '=', examId)
        .execute()
    }
  }
}

/** @returns the exam that is compared next; null if there is none, or one is being compared */
async function claim(app: App): Promise<string | null> {
  const now = app.clock()
  const row = await app.db
    .updateTable('examSimilar')
    .set({ state: SimilarState.running, leaseUntil: new Date(now.getTime() + LEASE_MS) })
    .where('examId', '=', (eb) =>
      eb
        .selectFrom('examSimilar')
        .where((e) =>
          e.or([e('state', '=', SimilarState.queued), e.and([e('state', '=', SimilarState.running), e('leaseUntil', '<', now)])]),
        )
        .orderBy('runTime')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('examId'),
    )
    .returning('examId')
    .executeTakeFirst()
  return row?.examId ?? null
}

/** The server stops: the exam is queued again. */
async function release(app: App, examId: string) {
  await app.db
    .updateTable('examSimilar')
    .set({ state: SimilarState.queued, leaseUntil: null })
    .where('examId', '=', examId)
    .execute()
    .catch((error: unknown) => app.log.warn({ err: error }, 'similar papers go on when their lease has ended'))
}

type Result = { loaded: Loaded; studied: Studied; together: ReadonlyMap<number, Happened>; seconds: number }

async function store(db: Database, examId: string, result: Result) {
  const { loaded, studied, seconds } = result
  await storePairs(db, examId, result)
  await db.deleteFrom('examFast').where('examId', '=', examId).execute()
  for (const { person, share, count } of studied.fast)
    await db.insertInto('examFast').values({ examId, paperId: loaded.paperIds[person]!, share, count }).execute()
  await storeItems(db, examId, result)
  await db
    .updateTable('examSimilar')
    .set({
      state: SimilarState.done,
      problem: studied.problem,
      papers: loaded.study.people,
      pairs: String(studied.counts.reduce((sum, one) => sum + one, 0)),
      counts: studied.counts.map(String),
      lambda: studied.lambda,
      leftOut: JSON.stringify(loaded.left),
      versionSum: loaded.versionSum,
      earlier: [...loaded.earlier],
      scoreError: loaded.scoreError?.points ?? null,
      scoreNear: loaded.scoreError?.near ?? null,
      leaseUntil: null,
      seconds,
    })
    .where('examId', '=', examId)
    .execute()
}

async function storeItems(db: Database, examId: string, { loaded, studied }: Result) {
  await db.deleteFrom('examItemIrt').where('examId', '=', examId).execute()
  const rows = (studied.items ?? []).flatMap(({ dif, ...one }, at) => {
    if (!Object.values(one).every(Number.isFinite)) return []
    const between = studied.compared?.map((depart) => loaded.departs[depart])
    return [{ examId, item: loaded.items[at]!, ...one, dif: dif && between ? JSON.stringify({ ...dif, between }) : null }]
  })
  for (let at = 0; at < rows.length; at += PORTION)
    await db
      .insertInto('examItemIrt')
      .values(rows.slice(at, at + PORTION))
      .execute()
}

/** Pairs with notes stay, with the new figures; they are out of the lists when they do not pass any more. */
async function storePairs(db: Database, examId: string, result: Result) {
  await sql`delete from exam_similar_pair where exam_id = ${examId}
    and not exists (select from exam_similar_note where pair_id = exam_similar_pair.id)`.execute(db)
  await db.updateTable('examSimilarPair').set({ level: Level.kept, groupNo: 0 }).where('examId', '=', examId).execute()
  const rows = pairRows(examId, result)
  for (let at = 0; at < rows.length; at += PORTION)
    await db
      .insertInto('examSimilarPair')
      .values(rows.slice(at, at + PORTION))
      .onConflict((conflict) =>
        conflict.columns(['examId', 'paperA', 'paperB']).doUpdateSet((eb) => ({
          family: eb.ref('excluded.family'),
          common: eb.ref('excluded.common'),
          same: eb.ref('excluded.same'),
          sameWrong: eb.ref('excluded.sameWrong'),
          expected: eb.ref('excluded.expected'),
          pLog10: eb.ref('excluded.pLog10'),
          exactLog10: eb.ref('excluded.exactLog10'),
          together: eb.ref('excluded.together'),
          textShare: eb.ref('excluded.textShare'),
          facts: eb.ref('excluded.facts'),
          level: eb.ref('excluded.level'),
          groupNo: eb.ref('excluded.groupNo'),
        })),
      )
      .execute()
}

function pairRows(examId: string, { loaded, studied, together }: Result) {
  const { addresses, paperIds } = loaded
  const texts = Map.groupBy(studied.texts, ({ a, b }) => `${a}/${b}`)
  const sameAddress = (a: number, b: number) => (addresses[a]! < 0 || addresses[b]! < 0 ? null : addresses[a] === addresses[b])
  const of = (a: number, b: number) => {
    const own = texts.get(`${a}/${b}`) ?? []
    texts.delete(`${a}/${b}`)
    return {
      examId,
      paperA: paperIds[a]!,
      paperB: paperIds[b]!,
      textShare: own.length === 0 ? null : Math.max(...own.map((one) => one.share)),
      facts: JSON.stringify({ sameAddress: sameAddress(a, b), texts: own.map(({ quId, share, common }) => ({ quId, share, common })) }),
    }
  }
  const byAnswers = studied.pairs.map(({ a, b, family, common, same, sameWrong, expected, p, exact, level, group }, at) => ({
    ...of(a, b),
    family,
    common,
    same,
    sameWrong,
    expected,
    level,
    pLog10: p,
    exactLog10: exact,
    groupNo: group,
    together: together.get(at)?.count ?? null,
  }))
  const none = {
    family: Family.far,
    common: 0,
    same: 0,
    sameWrong: 0,
    expected: 0,
    pLog10: null,
    exactLog10: null,
    groupNo: 0,
    together: null,
  }
  const byTexts = [...texts.values()].map(([one]) => ({ ...none, ...of(one!.a, one!.b), level: Level.look }))
  return [...byAnswers, ...byTexts]
}
