// Results and rows of papers: own papers within the limits of the exam, all papers for callers with the right to list.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { type paperState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { closeIfDue } from '../attempt/clock/close.service.ts'
import { ownLate } from '../attempt/clock/late-own.service.ts'
import { fixesColumn } from '../grade/applied-fix.service.ts'
import { openQuestions } from '../../qu/bank/open.service.ts'
import type { ManualMarks } from '../grade/grade.service.ts'
import { readAnswers } from '../grade/stored-answers.service.ts'
import { markedGroups, type Sight } from '../question/marked.rules.ts'
import { inReferences, referencesIn } from '../question/reference.rules.ts'
import { frozenColumns, keyColumns, storedContent, storedKeys } from '../question/stored.service.ts'
import { keyNow } from '../marking/marking-fix.rules.ts'
import { bestAttempt } from '../marking/marking-paper.rules.ts'
import type { QuestionMark } from '../marking/marking.rules.ts'
import { certOfExam } from './own-result.service.ts'
import { isScoreShown, isShown, LOOK_MS, lookOf, minutesUsed, type Release } from '../grade/result.rules.ts'
import { among } from '../../../kernel/database.ts'

const columns = ['paper.id', 'paper.examId', 'paper.title', 'paper.userId', 'paper.state', 'paper.exState', 'paper.exMsg'] as const
const figures = ['paper.score', 'paper.passed', 'paper.startTime', 'paper.handTime', 'paper.flagTimes'] as const
/** Total and pass score after fixes: a question may have been dropped since the paper was drawn. */
const linesNow = [
  sql<number>`coalesce(paper.marked_total, paper.total_score)`.as('totalScore'),
  sql<number>`coalesce(paper.marked_pass, paper.pass_score)`.as('passScore'),
] as const

/** A query for papers with candidate and exam; excludes prepared papers. */
export const listedPapers = (db: Database) =>
  db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where('paper.state', '>=', PaperState.open)
    .select([...columns, ...figures, ...linesNow])
    .select(['realName', 'deptName', 'exam.showScore', 'exam.showAnswer', 'exam.state as examState', 'exam.endTime', 'exam.markBlind'])
    .select(['exam.wrongOnly', 'exam.answerUntil', 'exam.answerLooks', 'paper.looks', 'paper.lookTime'])
    .$narrowType<{ state: keyof typeof paperState }>()
export type Listed = Awaited<ReturnType<ReturnType<typeof listedPapers>['executeTakeFirstOrThrow']>>

/** The row of a paper for its reader; score and passed are null where hidden. */
export function shownRow(row: Listed, scoreShown: boolean) {
  const { deptName, showScore: _score, showAnswer: _answer, examState: _state, endTime: _end, markBlind: _blind, ...kept } = row
  return {
    ...kept,
    deptCode_dictText: deptName ?? '',
    score: scoreShown ? row.score : null,
    // a paper whose marks are complete but not settled has neither passed nor failed
    passed: scoreShown && row.state === PaperState.done ? row.passed : null,
    userTime: minutesUsed(row.startTime, row.handTime),
  }
}

/** The row without the candidate's identity. */
export const anonymous = (row: Listed): Listed => ({ ...row, userId: '', realName: '', deptName: null })

const examOf = ({ examState, endTime }: Listed) => ({ state: examState, endTime })

/** What a candidate may see of a paper at this time, by the exam's settings for time and number of views. */
export const sightOf = (row: Listed, now: Date): Sight => ({
  score: isScoreShown(row.showScore as Release, row.state, examOf(row), now),
  answer: isShown(row.showAnswer as Release, row.state, examOf(row), now) && lookOf(row, now).open,
  wrongOnly: row.wrongOnly,
})

/**
 * A handed-in paper with its questions, restricted to what the reader may see.
 * @param ids `own`: references instead of the bank's ids, for its candidate
 */
export async function readMarked(db: Database, row: Listed, sight: Sight, ids: 'bank' | 'own' = 'bank') {
  const rest = await db
    .selectFrom('paper')
    .where('id', '=', row.id)
    .select([...frozenColumns, 'marks', 'manual', 'receiptNo', 'version', 'quCount', 'answered', fixesColumn])
    .executeTakeFirstOrThrow()
  const { answers } = await readAnswers(db, row.id)
  const marks = (rest.marks as unknown as { marks: QuestionMark[] } | null)?.marks ?? []
  const frozen = {
    content: await storedContent({ db }, rest),
    keys: (await storedKeys({ db }, rest)).map((key) => keyNow(key, rest.fixes)),
    fixes: rest.fixes,
  }
  const marked = { answers, marks: new Map(marks.map((one) => [one.quId, one])), comments: rest.manual as unknown as ManualMarks }
  const groups = markedGroups(frozen, marked, sight)
  return {
    ...shownRow(row, sight.score),
    receiptNo: rest.receiptNo ?? '',
    version: rest.version,
    quCount: rest.quCount,
    answered: rest.answered,
    groups:
      ids === 'own' ? groups.map((group) => ({ ...group, quList: inReferences(group.quList, referencesIn(frozen.content)) })) : groups,
  }
}

/**
 * Whether answer keys must stay hidden because a paper is open: the candidate's own or, if the exam shows answers after its end (`closed`), any paper
 * of the exam.
 */
async function isKeyNeeded(db: Database, { examId, userId, showAnswer }: Listed): Promise<boolean> {
  const open = await db
    .selectFrom('paper')
    .where('examId', '=', examId)
    .where('state', '=', PaperState.open)
    .$if(showAnswer !== 'closed', (q) => q.where('userId', '=', userId))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** An own handed-in paper; closes it first if its time is over. Fails notFound, resultHidden while it is open. */
export async function mustFindOwn({ app, db, user }: Ctx, id: string): Promise<Listed> {
  const find = () => listedPapers(db).where('paper.id', '=', id).where('paper.userId', '=', user.id).executeTakeFirst()
  let row = must(await find())
  if (row.state === PaperState.open) {
    await closeIfDue(app, id)
    row = must(await find())
  }
  if (row.state === PaperState.open) fail('resultHidden')
  return row
}

/** What the candidate may see of an own paper at this time; no keys while they are still needed. */
export async function ownVisibility(ctx: Ctx, row: Listed): Promise<Required<Sight>> {
  const seen = sightOf(row, ctx.now)
  return {
    score: seen.score,
    wrongOnly: row.wrongOnly,
    answer: seen.answer && !(await isKeyNeeded(ctx.db, row)),
    open: await openQuestions(ctx),
  }
}

/** Counts a view of the answers unless one is running or none is left. Two concurrent calls count one. */
async function beginLook({ db, now }: Ctx, { id, answerLooks }: Listed) {
  await db
    .updateTable('paper')
    .set((row) => ({ looks: row('looks', '+', 1), lookTime: now }))
    .where('id', '=', id)
    .where('looks', '<', answerLooks)
    .where((e) => e.or([e('lookTime', 'is', null), e('lookTime', '<=', new Date(now.getTime() - LOOK_MS))]))
    .execute()
}

/** The points of the questions that no marker has to mark, while other questions of the paper wait for one; otherwise null. */
async function objectivePart(db: Database, { id, state }: Listed) {
  if (state !== PaperState.marking) return null
  const row = await db
    .selectFrom('paper')
    .where('id', '=', id)
    .where('gradingNeeded', '=', false)
    .select(['objScore', ...keyColumns, fixesColumn])
    .executeTakeFirst()
  if (!row || row.objScore === null) return null
  const dropped = new Set(row.fixes.filter((one) => one.how === 'drop').map((one) => one.quId))
  const keys = (await storedKeys({ db }, row)).filter((key) => !dropped.has(key.quId))
  const total = keys
    .flatMap((key) => (key.subs.length > 0 ? key.subs : [key]))
    .reduce((sum, key) => sum + (key.quType === QuType.shortAnswer ? 0 : key.score), 0)
  return total === 0 ? null : { score: Math.max(0, row.objScore), total }
}

/** An own result. `look` starts another view of answers with a limited number of views. Fails notFound, resultHidden while the paper is open. */
export async function findResult(ctx: Ctx, { id, look }: Input<(typeof paper)['paper-result']>) {
  const { db, now } = ctx
  let row = await mustFindOwn(ctx, id)
  const published = isShown(row.showAnswer as Release, row.state, examOf(row), now) && !(await isKeyNeeded(db, row))
  if (look && published && lookOf(row, now).mayLook) {
    await beginLook(ctx, row)
    row = await mustFindOwn(ctx, id)
  }
  const looks = lookOf(row, now)
  const sight = {
    score: sightOf(row, now).score,
    answer: published && looks.open,
    wrongOnly: row.wrongOnly,
    open: await openQuestions(ctx),
  }
  return {
    // the number of flags is for invigilators only
    ...(await readMarked(db, { ...row, flagTimes: 0 }, sight, 'own')),
    scoreShown: sight.score,
    answerShown: sight.answer,
    wrongOnly: row.wrongOnly,
    answerUntil: row.answerUntil,
    looksLeft: looks.left,
    mayLook: published && looks.mayLook,
    objective: isShown(row.showScore as Release, row.state, examOf(row), now) ? await objectivePart(db, row) : null,
    cert: sight.score && row.passed ? await certOfExam(ctx, row.examId) : null,
    late: await ownLate(db, id),
    recorded: (await db.selectFrom('paperRecord').where('paperId', '=', id).select('paperId').executeTakeFirst()) !== undefined,
  }
}

/** The signed-in user's best result in each of these exams; exams without an own paper are left out. */
export async function listMine({ app, db, now, user }: Ctx, { examIds }: Input<(typeof paper)['list-mine']>) {
  if (examIds.length === 0) return []
  const rows = await listedPapers(db)
    .where('paper.userId', '=', user.id)
    .where(among('paper.examId', examIds))
    .orderBy('paper.id')
    .select('paper.deadlineAt')
    .execute()
  for (const row of rows)
    if (row.state === PaperState.open && row.deadlineAt < now && (await closeIfDue(app, row.id))) {
      const { state, score, passed } = await db
        .selectFrom('paper')
        .where('id', '=', row.id)
        .select(['state', 'score', 'passed'])
        .$narrowType<{ state: keyof typeof paperState }>()
        .executeTakeFirstOrThrow()
      Object.assign(row, { state, score, passed })
    }
  const byExam = Map.groupBy(rows, (row) => row.examId)
  return [...byExam].map(([examId, papers]) => {
    const counted = papers.flatMap((row) => (sightOf(row, now).score && row.score !== null ? [{ ...row, score: row.score }] : []))
    const best = bestAttempt(counted)
    return {
      examId,
      tries: papers.filter((row) => row.state !== PaperState.givenUp).length,
      ongoingPaperId: papers.find((row) => row.state === PaperState.open)?.id ?? null,
      lastPaperId: papers.findLast((row) => row.state !== PaperState.open)?.id ?? null,
      bestScore: best?.score ?? null,
      passed: best ? counted.some((row) => row.passed) : null,
      waitReview: papers.some((row) => row.state === PaperState.marking),
    }
  })
}
