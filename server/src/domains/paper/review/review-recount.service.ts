// Recomputes marks after a rubric line has changed; preview and change use the same code.
import { TaskState } from '@shuyuan/contract/paper/review/review.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { adjustOf, rubricScore, settleAnswer } from '../marking/marking-settle.rules.ts'
import { leafOf, lockMarks, manualMark, markedWith, splitLeaf, writeMarks } from './review-mark.service.ts'
import { lockTasks, markingOf, settle, type Task } from './review-save.service.ts'
import { isChief } from './review-task.service.ts'

type Line = { id: string; examId: string; leaf: string }
/** `points` null: the line is deleted */
type Change = { points: number | null; follow: boolean; write: boolean }
type Effect = { used: number; raised: number; lowered: number; papers: number; passed: number; failed: number }

/**
 * Applies a changed line to every mark in which it was chosen. With `follow` the marks change and their answers are settled again; otherwise they
 * keep their score. Finished papers change only for a chief marker, and only if their marks still settle.
 * @returns the numbers of marks, papers and passes that change
 */
export async function changeLine(ctx: Ctx, line: Line, change: Change): Promise<Effect> {
  const { db } = ctx
  const papers = await db
    .selectFrom('paperReviewTask')
    .where('examId', '=', line.examId)
    .where('leaf', '=', line.leaf)
    .where('state', '>', TaskState.waiting)
    .where(sql<boolean>`${line.id}::bigint = any(lines)`)
    .groupBy('paperId')
    .orderBy('paperId')
    .select('paperId')
    .execute()
  const points = await pointsOf(db, line, change)
  const rules = await markingOf(db, line.examId)
  const effect: Effect = { used: 0, raised: 0, lowered: 0, papers: 0, passed: 0, failed: 0 }
  for (const { paperId } of papers) await changePaper(ctx, { line, change, points, rules, paperId }, effect)
  return effect
}

type Work = {
  line: Line
  change: Change
  points: ReadonlyMap<string, number>
  rules: Awaited<ReturnType<typeof markingOf>>
  paperId: string
}

async function pointsOf(db: Database, { id, examId, leaf }: Line, { points }: Change): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('paperRubric').where('examId', '=', examId).where('leaf', '=', leaf).select(['id', 'points']).execute()
  const changed = new Map(rows.map((row) => [row.id, row.points]))
  if (points === null) changed.delete(id)
  else changed.set(id, points)
  return changed
}

async function changePaper(ctx: Ctx, { line, change, points, rules, paperId }: Work, effect: Effect) {
  const { db } = ctx
  const paper = await lockMarks(db, paperId)
  const { quId, subId } = splitLeaf(line.leaf)
  const max = paper && leafOf(paper.keys, quId, subId)?.score
  if (!paper || max === undefined) return
  const tasks = await lockTasks(db, paperId, line.leaf)
  const follows = change.follow && (paper.state === PaperState.marking || (paper.state === PaperState.done && isChief(ctx)))
  const after = tasks.map((task) => recounted(task, line.id, points, max, follows))
  const differing = after.filter((one, at) => one.score !== tasks[at]!.score)
  const given = after.map((one) => ({ role: one.role, score: one.state === TaskState.waiting ? null : one.score }))
  const outcome = settleAnswer(given, { tolerance: rules.markTolerance, step: rules.markStep, max })
  // a finished paper is never opened again by a changed line
  const kept = paper.state === PaperState.done && !('score' in outcome)
  const final = kept ? tasks.map((task) => recounted(task, line.id, points, max, false)) : after
  effect.used += tasks.filter((task) => task.state > TaskState.waiting && task.lines.includes(line.id)).length
  if (change.write) await writeTasks(db, tasks, final)
  if (kept || differing.length === 0) return
  effect.raised += differing.filter((one) => (one.score ?? 0) > (tasks.find((task) => task.id === one.id)?.score ?? 0)).length
  effect.lowered += differing.filter((one) => (one.score ?? 0) < (tasks.find((task) => task.id === one.id)?.score ?? 0)).length
  const standing = paper.manual[line.leaf]
  if ('score' in outcome && standing && standing.score !== outcome.score) {
    const manual = { ...paper.manual, [line.leaf]: manualMark(outcome.score, standing.comment, standing.by, ctx.now) }
    const mark = change.write ? (await writeMarks(ctx, paper, manual, false)).mark : await markedWith(db, paper, manual)
    if (mark.score !== paper.score) effect.papers++
    if (paper.state === PaperState.done && mark.passed === true && paper.passed === false) effect.passed++
    if (paper.state === PaperState.done && mark.passed === false && paper.passed === true) effect.failed++
  } else if (change.write && 'score' in outcome !== (standing !== undefined)) {
    // the marks of this answer differ now, or agree now: request another mark or settle the answer, as a save does
    await settle(ctx, { paper, leaf: line.leaf, max, rules }, final)
  }
}

function recounted(task: Task, lineId: string, points: ReadonlyMap<string, number>, max: number, follows: boolean): Task {
  if (task.state === TaskState.waiting || task.score === null || !task.lines.includes(lineId)) return task
  const lines = task.lines.filter((one) => points.has(one))
  const chosen = lines.map((one) => points.get(one) ?? 0)
  if (!follows) return { ...task, lines, adjust: adjustOf(chosen, task.score, max) }
  return { ...task, lines, score: rubricScore(chosen, task.adjust, max) }
}

async function writeTasks(db: Database, before: readonly Task[], after: readonly Task[]) {
  for (const [at, task] of after.entries()) {
    if (task === before[at]) continue
    await db
      .updateTable('paperReviewTask')
      .set({ score: task.score, adjust: task.adjust, lines: task.lines, version: task.version + 1 })
      .where('id', '=', task.id)
      .execute()
  }
}
