// Effects of a finished paper (points, message, certificates): run once, and again with the difference when the result changes.
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import type { Database } from '../../../kernel/database.ts'
import { sendMsg } from '../../sys/notice/msg.service.ts'
import { certifyPaper, uncertifyPaper } from './certify.service.ts'
import { settleAward } from './award.service.ts'
import { logBroken, refreshItems } from './item.service.ts'
import { isScoreShown, type Release } from './result.rules.ts'
import { scoreSettled } from './shown-score.service.ts'
import { recordEvent } from '../channel/timeline.service.ts'

export const FINISHED = 'paper.finished'
const NUDGE_MS = 1_000

/** A finished paper, or one whose result has changed since. */
export type FinishedPaper = {
  id: string
  examId: string
  userId: string
  title: string
  /** false: the paper was given up or is being marked again */
  done: boolean
  passed: boolean
  /** 1/100 point */
  score: number
  /** true when the paper is finished for the first time, false for later changes of its result */
  first: boolean
}
type Due = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
type Hook = (ctx: Due, paper: FinishedPaper) => Promise<void>

const hooksOf = appPart(() => new Map<string, Hook>())

/**
 * Registers `hook` (for example for certificates) when the server starts. It runs once when a paper is finished and once for each later
 * change of the result, in the transaction that marks the effects as done; if one hook fails, all hooks are retried.
 */
export const onFinished = (app: App, name: string, hook: Hook): void => void hooksOf(app).set(name, hook)

/** Columns to set in the same statement as `state: 2`, so that the effects are due if and only if that statement commits. */
export const finishedColumns = (now: Date) => ({
  finishTime: sql<Date>`coalesce(finish_time, ${now}::timestamptz)`,
  tellDue: sql<boolean>`finish_time is null or tell_due`,
  finishDue: true,
})

/**
 * Marks the effects of papers as due after their result changed in another way (given up, reopened, a key fixed); they run after the
 * commit. Points change only by the difference, so extra calls do no harm.
 */
export async function afterMarked(ctx: Pick<Ctx, 'app' | 'db' | 'afterCommit'>, paperIds: readonly string[]): Promise<void> {
  if (paperIds.length === 0) return
  await ctx.db
    .updateTable('paper')
    .set({ finishDue: true })
    .where('id', '=', sql<string>`any(${paperIds}::bigint[])`)
    .where('finishTime', 'is not', null)
    .execute()
  ctx.afterCommit(() => finishSoon(ctx.app))
}

/** Reverts the effects of finished papers that are about to be removed, in the caller's transaction. */
export async function undoFinished(ctx: Due, papers: readonly Pick<FinishedPaper, 'id' | 'examId' | 'userId' | 'title'>[]): Promise<void> {
  for (const paper of papers) {
    await settleAward(ctx, paper, 0)
    await uncertifyPaper(ctx, paper)
    for (const hook of hooksOf(ctx.app).values()) await hook(ctx, { ...paper, done: false, passed: false, score: 0, first: false })
  }
  const gone = papers.map(({ id }) => id)
  for (const { examId, userId } of papers) await scoreSettled(ctx, { examId, userId, gone })
}

const nudgeOf = appPart(() => ({ at: 0, timer: undefined as NodeJS.Timeout | undefined }))

/** Queues a run of `followFinished`, at most once a second; if that fails, the scheduled run does the same work. */
export async function finishSoon(app: App): Promise<void> {
  const last = nudgeOf(app)
  const wait = last.at + NUDGE_MS - Date.now()
  if (wait <= 0) {
    last.at = Date.now()
    await nudge(app)
  } else if (!last.timer) {
    last.timer = setTimeout(() => {
      last.timer = undefined
      void finishSoon(app)
    }, wait)
    last.timer.unref()
  }
}

async function nudge(app: App) {
  try {
    await app.jobs.send(app.db, FINISHED, {})
  } catch (error) {
    app.log.debug({ err: error }, 'finished papers wait for the next scheduled run')
  }
}

/**
 * Runs the due effects of all papers, each paper in its own transaction; several nodes may run it concurrently. A paper that fails waits
 * for the next run.
 * @returns the number of papers done
 */
export async function followFinished(app: App): Promise<number> {
  const seen: string[] = []
  let done = 0
  for (;;) {
    const after: (() => void | Promise<void>)[] = []
    let id: string | undefined
    try {
      await app.db.transaction().execute(async (db) => {
        const row = (await pick(db, app.clock(), 'finish', seen)) ?? (await pick(db, app.clock(), 'notify', seen))
        id = row?.id
        if (row) await followOne({ app, db, now: app.clock(), afterCommit: (act) => void after.push(act) }, row)
      })
      if (id === undefined) return done
      done++
      for (const act of after) await act()
    } catch (error) {
      if (id === undefined) throw error
      app.log.error({ err: error, paperId: id }, 'a finished paper could not be followed up')
      seen.push(id)
    }
  }
}

type Picked = NonNullable<Awaited<ReturnType<typeof pick>>>

/** Locks the next paper with due effects. `notify`: the exam is over, so a score that was withheld until then is due. */
function pick(db: Database, now: Date, which: 'finish' | 'notify', seen: readonly string[]) {
  return (
    db
      .selectFrom('paper')
      .innerJoin('exam', 'exam.id', 'paper.examId')
      .$if(which === 'finish', (q) => q.where('finishDue', '=', true))
      .$if(which === 'notify', (q) =>
        q
          .where('tellDue', '=', true)
          .where('finishDue', '=', false)
          // the candidate of a paper that is given up or marked again is notified when it is finished again
          .where('paper.state', '=', PaperState.done)
          .where((e) => e.or([e('exam.state', '!=', ExamState.enabled), e('exam.endTime', '<=', now)])),
      )
      .where('paper.id', '!=', sql<string>`all(${seen}::bigint[])`)
      .orderBy('paper.id')
      .limit(1)
      .select(['paper.id', 'examId', 'userId', 'paper.title', 'paper.state', 'passed', 'score', 'finishTime', 'tellDue', 'toldScore'])
      .select(['finishDue', 'reviewBy', 'awardPoints', 'certId', 'showScore', 'exam.state as examState', 'exam.endTime'])
      // a fix may have dropped a question
      .select(sql<number>`coalesce(paper.marked_total, paper.total_score)`.as('totalScore'))
      // marking may be storing the paper's item rows; their foreign key must not wait for this lock
      .forNoKeyUpdate('paper')
      .skipLocked()
      .executeTakeFirst()
  )
}

async function followOne(ctx: Due, row: Picked) {
  const done = row.state === PaperState.done
  const passed = done && row.passed === true
  if (row.finishDue) {
    const paper = { id: row.id, examId: row.examId, userId: row.userId, title: row.title }
    const first = await recordFinished(ctx, row)
    if (done) await refreshItems(ctx.db, row.examId, logBroken(ctx.app), { paperId: row.id })
    for (const hook of hooksOf(ctx.app).values()) await hook(ctx, { ...paper, done, passed, score: row.score ?? 0, first })
  }
  const isOut = !row.tellDue || isResultOut(row, ctx.now)
  // points and certificates would reveal who passed, so they wait for the result; a paper that is given up loses them immediately
  if (!done || (isOut && row.showScore !== 'never')) {
    await settleAward(ctx, row, passed ? row.awardPoints : 0)
    if (passed) await certifyPaper(ctx, row, row.certId, row.score ?? 0)
    // while it is marked again the certificate stays
    else if (row.state !== PaperState.marking) await uncertifyPaper(ctx, row)
  }
  await scoreSettled(ctx, { examId: row.examId, userId: row.userId, gone: [] })
  const tellDue = row.tellDue ? !(await sendResult(ctx, row)) : await tellChange(ctx, row)
  // what the candidate knows now, for the next change
  const told = done && !tellDue && row.showScore !== 'never' ? { toldScore: row.score } : {}
  await ctx.db
    .updateTable('paper')
    .set({ finishDue: false, tellDue, ...told })
    .where('id', '=', row.id)
    .execute()
}

/** Records the finish on the timeline; the fixed event id makes it unique. @returns whether this is the first time */
async function recordFinished({ db }: Due, { id, state, score, passed, reviewBy, finishTime }: Picked): Promise<boolean> {
  if (state !== PaperState.done) return false
  return recordEvent(db, {
    paperId: id,
    kind: 'finish',
    eventId: 'finish',
    data: { score: (score ?? 0) / 100, passed },
    ...(reviewBy === null ? {} : { by: reviewBy }),
    at: finishTime!,
  })
}

const isResultOut = ({ showScore, state, examState, endTime }: Picked, now: Date) =>
  isScoreShown(showScore as Release, state, { state: examState, endTime }, now)

/**
 * Sends the candidate a score that has changed since the last message about it.
 * @returns whether the message has to wait until the exam shows the score again
 */
async function tellChange(ctx: Due, row: Picked): Promise<boolean> {
  if (row.state !== PaperState.done || row.showScore === 'never') return false
  const told = row.toldScore ?? (await firstScore(ctx, row.id))
  if (told === null || told === row.score) return false
  if (!isResultOut(row, ctx.now)) return true
  await sendMsg(ctx, [row.userId], {
    title: '成绩有变更',
    content: `您参加的“${row.title}”成绩已由${formatPoints(told)}分更改为${formatPoints(row.score ?? 0)}分（满分${formatPoints(row.totalScore)}分），${row.passed ? '及格' : '不及格'}。`,
    refType: 'paper',
    refId: row.id,
  })
  return false
}

/** The score with which a paper was first finished: an earlier release sent this score. */
async function firstScore({ db }: Due, paperId: string): Promise<number | null> {
  const event = await db
    .selectFrom('paperEvent')
    .where('paperId', '=', paperId)
    .where('eventId', '=', 'finish')
    .select('data')
    .executeTakeFirst()
  const { score } = (event?.data ?? {}) as { score?: number }
  return score === undefined ? null : Math.round(score * 100)
}

/** Sends the candidate the result if the exam shows it already. @returns whether no message is due any more */
async function sendResult(ctx: Due, row: Picked): Promise<boolean> {
  if (row.showScore === 'never') return true
  if (!isResultOut(row, ctx.now)) return false
  await sendMsg(ctx, [row.userId], {
    title: '成绩已公布',
    content: `您参加的“${row.title}”成绩已公布：${formatPoints(row.score ?? 0)}分（满分${formatPoints(row.totalScore)}分），${row.passed ? '及格' : '不及格'}。`,
    refType: 'paper',
    refId: row.id,
  })
  return true
}
