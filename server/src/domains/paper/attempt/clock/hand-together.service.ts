// Hands in papers, many in one transaction: at the end of an exam all candidates do so in the same seconds.
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../../kernel/ctx.ts'
import { among, type Database } from '../../../../kernel/database.ts'
import { gatheredValues } from '../../../../kernel/memo/gathered.ts'
import { appPart } from '../../../../kernel/part.ts'
import { finishSoon } from '../../grade/due.service.ts'
import { gradedColumns, markGraded } from '../../grade/grade.service.ts'
import { readAnswersOf, type StoredAnswers } from '../../grade/stored-answers.service.ts'
import { storeItems } from '../../grade/item.service.ts'
import { itemsOf } from '../../question/item.rules.ts'
import { storedKeysOf } from '../../question/stored.service.ts'
import { hashAnswers, newReceiptNo } from '../save/receipt.rules.ts'
import { endingOf, lockedColumns, refusalOf } from './lock.service.ts'

/** Papers of one transaction: their keys are read at once, and meanwhile the process answers no other call. */
const MOST = 8

type Asked = { id: string; session: string }

/** Locks the open papers among these that no other transaction holds. */
const lockAll = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom('paper')
    .where(among('id', ids))
    .where('state', '=', PaperState.open)
    .where('offline', '=', false)
    .select([...lockedColumns, ...gradedColumns])
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
type Row = Awaited<ReturnType<typeof lockAll>>[number]

/** A paper as it is when its hand-in has been committed. */
function ended(row: Row, drawn: QuestionKey[], { answers, answered }: StoredAnswers, now: Date) {
  const { handTime, exState } = endingOf(row, now)
  const { mark, keys, state } = markGraded({ ...row, keys: drawn }, answers)
  const receiptNo = newReceiptNo(toWallClock(handTime).slice(0, 10))
  const handed = { ...row, handTime, exState, receiptNo, answered, answerHash: hashAnswers(answers), state, gradingNeeded: false }
  return { row: handed, mark, marked: state, items: itemsOf(keys, mark.marks, answers) }
}
type Handed = ReturnType<typeof ended>

/** Stores hand-ins with their marks; as the two updates of a paper that is handed in alone. */
async function store(db: Database, all: readonly Handed[], now: Date) {
  const of = <T>(value: (one: Handed) => T) => all.map(value)
  await sql`
    update paper p set hand_time = g.hand_time, ex_state = g.ex_state, receipt_no = g.receipt_no, answered = g.answered,
      answer_hash = g.answer_hash, state = g.state, grading_needed = false, review_laid = false, version = p.version + 1, marks = g.marks,
      score = g.score, obj_score = g.obj_score, subj_score = g.subj_score, passed = g.passed, marked_total = g.total,
      marked_pass = g.pass_score,
      finish_time = case when g.state = ${PaperState.done} then coalesce(p.finish_time, ${now}) else p.finish_time end,
      tell_due = case when g.state = ${PaperState.done} then p.finish_time is null or p.tell_due else p.tell_due end,
      finish_due = p.finish_due or g.state = ${PaperState.done}
    from unnest(${of(({ row }) => row.id)}::bigint[], ${of(({ row }) => row.handTime)}::timestamptz[], ${of(({ row }) => row.exState)}::int[],
      ${of(({ row }) => row.receiptNo)}::text[], ${of(({ row }) => row.answered)}::int[], ${of(({ row }) => row.answerHash)}::text[],
      ${of(({ marked }) => marked)}::int[], ${of(({ mark }) => JSON.stringify({ ruleVersion: mark.ruleVersion, marks: mark.marks }))}::jsonb[],
      ${of(({ mark }) => mark.score)}::int[], ${of(({ mark }) => mark.objScore)}::int[], ${of(({ mark }) => mark.subjScore)}::int[],
      ${of(({ mark }) => mark.passed)}::boolean[], ${of(({ mark }) => mark.total)}::int[], ${of(({ mark }) => mark.passScore)}::int[])
      as g (id, hand_time, ex_state, receipt_no, answered, answer_hash, state, marks, score, obj_score, subj_score, passed, total, pass_score)
    where p.id = g.id`.execute(db)
  const done = all.filter(({ marked }) => marked === PaperState.done)
  await storeItems(
    db,
    done.map(({ row, items }) => ({ ...items, paperId: row.id, examId: row.examId, version: row.version + 1 })),
  )
}

type Outcome = Pick<Handed, 'row' | 'marked'> | 'elsewhere' | 'early'

async function handMany(app: App, asked: readonly Asked[]): Promise<Map<Asked, Outcome>> {
  // of two calls for one paper the second finds it handed in
  const byPaper = new Map(asked.toReversed().map((one) => [one.id, one]))
  const outcomes = new Map<Asked, Outcome>()
  const stored = await app.db.transaction().execute(async (db) => {
    const now = app.clock()
    const rows = await lockAll(db, [...byPaper.keys()])
    const fit = rows.filter((row) => {
      const one = byPaper.get(row.id)!
      const refusal = refusalOf(row, one.session, now)
      if (refusal) outcomes.set(one, refusal)
      // a clock that stepped back is written into the timeline by the other way
      return !refusal && now >= row.startTime
    })
    if (fit.length === 0) return []
    const answers = await readAnswersOf(
      db,
      fit.map(({ id }) => id),
    )
    const keys = await storedKeysOf({ app, db }, fit)
    const all = fit.flatMap((row, at) => {
      try {
        return [ended(row, keys[at]!, answers.get(row.id)!, now)]
      } catch (error) {
        app.log.error({ err: error, paperId: row.id }, 'a paper could not be marked with its hand-in')
        return []
      }
    })
    if (all.length > 0) await store(db, all, now)
    return all
  })
  for (const { row, marked } of stored) outcomes.set(byPaper.get(row.id)!, { row, marked })
  if (stored.some(({ marked }) => marked === PaperState.done)) void finishSoon(app)
  return outcomes
}

/**
 * Hands in an open paper of the caller, together with those of others. @returns the paper with its marks, or why it stays open; undefined where
 * `handExam` has to do it alone: the paper is not open, is held by another transaction or cannot be marked, or the common transaction failed
 */
export const handTogether = appPart((app) =>
  gatheredValues<Asked, Outcome>(
    async (asked) => {
      try {
        return await handMany(app, asked)
      } catch (error) {
        app.log.warn({ err: error, papers: asked.length }, 'papers are handed in one by one')
        return new Map<Asked, Outcome>()
      }
    },
    { most: MOST },
  ),
)
