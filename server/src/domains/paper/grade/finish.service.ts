// What follows when a paper is finished: once, whoever finished it, and again only as far as its end changes (points, message, certificates).
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import type { Database } from '../../../kernel/database.ts'
import { sendMsg } from '../../sys/notice/msg.service.ts'
import { settleAward } from './award.service.ts'
import { logBroken, refreshItems } from './item.service.ts'
import { isScoreShown, type When } from './result.rules.ts'
import { recordEvent } from '../channel/timeline.service.ts'

export const FINISHED = 'paper.finished'
const NUDGE_MS = 1_000

/** A finished paper, or one whose end has changed since. */
export type FinishedPaper = {
  id: string
  examId: string
  userId: string
  title: string
  /** false: it was given up, or is being marked again */
  done: boolean
  passed: boolean
  /** 1/100 point */
  score: number
  /** the paper's first end; false for every later change of it */
  first: boolean
}
type Due = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
type Hook = (ctx: Due, paper: FinishedPaper) => Promise<void>

const hooksOf = appPart(() => new Map<string, Hook>())

/**
 * Runs `hook` once when a paper is finished and once for each later change of its end, in the transaction that notes it as done: a hook that
 * fails is tried again with all others. This is where certificates come in; called when the server is put together.
 */
export const onFinished = (app: App, name: string, hook: Hook): void => void hooksOf(app).set(name, hook)

/** The columns that go with `state: 2`, in whatever statement sets it: the event exists if and only if that statement commits. */
export const finishedColumns = (now: Date) => ({
  finishTime: sql<Date>`coalesce(finish_time, ${now}::timestamptz)`,
  tellDue: sql<boolean>`finish_time is null or tell_due`,
  finishDue: true,
})

/**
 * For whoever changes the end of papers by other means (given up, reopened, a key fixed): what they earned is looked at again after the
 * commit. Points move only by the difference, so calling it too often does no harm.
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

/** For whoever removes finished papers: what they earned goes with them, in the caller's transaction. */
export async function undoFinished(ctx: Due, papers: readonly Pick<FinishedPaper, 'id' | 'examId' | 'userId' | 'title'>[]): Promise<void> {
  for (const paper of papers) {
    await settleAward(ctx, paper, 0)
    for (const hook of hooksOf(ctx.app).values()) await hook(ctx, { ...paper, done: false, passed: false, score: 0, first: false })
  }
}

const nudgeOf = appPart(() => ({ at: 0, timer: undefined as NodeJS.Timeout | undefined }))

/** Asks the queue to follow up finished papers, at most once a second; without it the scheduled run does the same. */
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
 * Follows up every paper whose end is new or has changed, each in a transaction of its own; several nodes may do so at once. A paper that
 * fails waits for the next run. @returns how many were followed up
 */
export async function followFinished(app: App): Promise<number> {
  const seen: string[] = []
  let done = 0
  for (;;) {
    const after: (() => void | Promise<void>)[] = []
    let id: string | undefined
    try {
      await app.db.transaction().execute(async (db) => {
        const row = (await pick(db, app.clock(), 'finish', seen)) ?? (await pick(db, app.clock(), 'tell', seen))
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

/** `tell`: the exam is over, and with it the reason to keep the score. */
function pick(db: Database, now: Date, which: 'finish' | 'tell', seen: readonly string[]) {
  return (
    db
      .selectFrom('paper')
      .innerJoin('exam', 'exam.id', 'paper.examId')
      .$if(which === 'finish', (q) => q.where('finishDue', '=', true))
      .$if(which === 'tell', (q) =>
        q
          .where('tellDue', '=', true)
          .where('finishDue', '=', false)
          // one that is given up or marked again is told, if at all, when it is finished anew
          .where('paper.state', '=', PaperState.done)
          .where((e) => e.or([e('exam.state', '!=', ExamState.enabled), e('exam.endTime', '<=', now)])),
      )
      .where('paper.id', '!=', sql<string>`all(${seen}::bigint[])`)
      .orderBy('paper.id')
      .limit(1)
      .select(['paper.id', 'examId', 'userId', 'paper.title', 'paper.state', 'passed', 'score', 'finishTime', 'tellDue'])
      .select(['finishDue', 'reviewBy', 'awardPoints', 'showScore', 'exam.state as examState', 'exam.endTime'])
      // a question may have been dropped from it
      .select(sql<number>`coalesce(paper.marked_total, paper.total_score)`.as('totalScore'))
      // the marking of this paper may be storing its figures, whose reference to it must not wait for this
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
    const first = await noteFinished(ctx, row)
    if (done) await refreshItems(ctx.db, row.examId, logBroken(ctx.app), { paperId: row.id })
    for (const hook of hooksOf(ctx.app).values()) await hook(ctx, { ...paper, done, passed, score: row.score ?? 0, first })
  }
  const isOut = !row.tellDue || isResultOut(row, ctx.now)
  // points would tell who passed: they wait for the result, and go at once with a paper that is given up
  if (!done || (isOut && row.showScore !== 'never')) await settleAward(ctx, row, passed ? row.awardPoints : 0)
  const tellDue = row.tellDue && !(await told(ctx, row))
  await ctx.db.updateTable('paper').set({ finishDue: false, tellDue }).where('id', '=', row.id).execute()
}

/** On the timeline once, as its name is the paper's. @returns whether this is the first time */
async function noteFinished({ db }: Due, { id, state, score, passed, reviewBy, finishTime }: Picked): Promise<boolean> {
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
  isScoreShown(showScore as When, state, { state: examState, endTime }, now)

/** Tells the candidate that the result is out, where the exam shows it. @returns whether there is nothing more to tell */
async function told(ctx: Due, row: Picked): Promise<boolean> {
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
