// Saves a mark from the queue and settles it with the other marks of the answer; the last settled answer finishes the paper.
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import { type review, TaskState, TaskRole } from '@shuyuan/contract/paper/review/review.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { checkManualScore } from '../marking/marking-manual.rules.ts'
import { adjustOf, settleAnswer } from '../marking/marking-settle.rules.ts'
import { leafOf, type LockedMarks, lockMarks, manualMark, pendingIn, splitLeaf, writeMarks } from './review-mark.service.ts'
import { LEASE_MS } from './review-next.service.ts'
import { requestArbitration } from './review-arbitrate.service.ts'
import { isChief, visibleTasks } from './review-task.service.ts'
import { mustNotBeArchived } from '../../exam/entry/archived.service.ts'

type Form = Input<typeof review.save>
type Rules = { markStep: number; markTolerance: number; markDouble: boolean }

const taskColumns = [
  'id',
  'role',
  'state',
  'marker',
  'claimedBy',
  'leaseUntil',
  'markBy',
  'markTime',
  'score',
  'comment',
  'lines',
  'adjust',
  'version',
] as const

/** Every task of one answer, locked. Lock the paper first. */
export const lockTasks = (db: Database, paperId: string, leaf: string) =>
  db
    .selectFrom('paperReviewTask')
    .where('paperId', '=', paperId)
    .where('leaf', '=', leaf)
    .orderBy('role')
    .select(taskColumns)
    .forUpdate()
    .execute()
export type Task = Awaited<ReturnType<typeof lockTasks>>[number]

/** The marking settings of an exam. */
export const markingOf = (db: Database, examId: string): Promise<Rules> =>
  db.selectFrom('exam').where('id', '=', examId).select(['markStep', 'markTolerance', 'markDouble']).executeTakeFirstOrThrow()

/**
 * Saves a mark for a task.
 * Fails reviewGone if the task no longer exists (paper reopened, or answer settled without it), conflict (with the stored and the sent mark) if it
 * was changed after the caller read it, reviewTaken if another marker has the answer, reviewBoth for the other mark of the same answer, and
 * paperReviewed if the paper is finished, except for a correction of an own recent mark.
 */
export async function saveMark(ctx: Ctx, form: Form): Promise<Output<typeof review.save>> {
  const { db, now, user } = ctx
  const named =
    (await (await visibleTasks(ctx)).where('t.id', '=', form.taskId).select(['t.paperId', 't.leaf', 't.examId']).executeTakeFirst()) ??
    fail('reviewGone')
  await mustNotBeArchived(ctx, [named.examId])
  const paper = must(await lockMarks(db, named.paperId))
  const tasks = await lockTasks(db, named.paperId, named.leaf)
  const task = tasks.find((one) => one.id === form.taskId) ?? fail('reviewGone')
  mustBeMarkable(ctx, paper, task, tasks)
  mustBeMine(ctx, task, tasks)
  if (form.version !== task.version) failConflict(ctx, task, tasks, form)
  mustBeFree(ctx, task)
  const { quId, subId } = splitLeaf(named.leaf)
  const { score: max } = must(leafOf(paper.keys, quId, subId))
  const rules = await markingOf(db, named.examId)
  const wrong = checkManualScore(form.score, max, rules.markStep)
  if (wrong !== null) failField('score', wrong)
  const points = await pointsOf(db, named, form.lines)
  const kept = { score: form.score, comment: form.comment, lines: form.lines, adjust: adjustOf(points, form.score, max) }
  await db
    .updateTable('paperReviewTask')
    .set({ ...kept, state: TaskState.marked, markBy: user.id, markTime: now, version: task.version + 1, claimedBy: null, leaseUntil: null })
    .where('id', '=', task.id)
    .execute()
  ctx.change.before = { score: task.score, comment: task.comment, by: task.markBy }
  const standing = tasks.map((one) =>
    one.id === task.id ? { ...one, ...kept, state: TaskState.marked, markBy: user.id, markTime: now } : one,
  )
  const outcome = await settle(ctx, { paper, leaf: named.leaf, max, rules }, standing)
  ctx.change.after = { paperId: paper.id, leaf: named.leaf, role: task.role, ...kept, ...outcome }
  return { version: task.version + 1, ...outcome }
}

function mustBeMarkable(ctx: Ctx, paper: LockedMarks, task: Task, tasks: readonly Task[]) {
  if (paper.gradingNeeded || (paper.state !== PaperState.marking && paper.state !== PaperState.done)) fail('paperNotMarkable')
  if (paper.state === PaperState.marking) return
  const alone = tasks.every((one) => one.role !== TaskRole.second) || task.role === TaskRole.chief
  const recent = task.markTime !== null && ctx.now.getTime() - task.markTime.getTime() < LEASE_MS
  if (!alone || task.state === TaskState.waiting || !(isChief(ctx) || (task.markBy === ctx.user.id && recent))) fail('paperReviewed')
}

function mustBeMine(ctx: Ctx, task: Task, tasks: readonly Task[]) {
  if (task.role === TaskRole.chief) {
    if (!isChief(ctx)) fail('forbidden')
    return
  }
  const both = tasks.some((one) => one.id !== task.id && one.role < TaskRole.chief && one.markBy === ctx.user.id)
  if (both) fail('reviewBoth')
}

/** Fails conflict with the stored mark. In double marking fails reviewTaken instead, because the other marker's score stays hidden. */
function failConflict(ctx: Ctx, task: Task, tasks: readonly Task[], form: Form): never {
  if (task.state === TaskState.waiting) fail('conflict', undefined, { version: task.version, stored: null })
  if (isHidden(ctx, task, tasks)) fail('reviewTaken')
  const mine = task.markBy === ctx.user.id
  const stored = { score: (task.score ?? 0) / 100, comment: task.comment, mine, mayReplace: mine || isChief(ctx), at: task.markTime }
  fail('conflict', undefined, { version: task.version, stored, sent: { score: form.score / 100, comment: form.comment } })
}

const isHidden = (ctx: Ctx, task: Task, tasks: readonly Task[]) =>
  task.markBy !== ctx.user.id && !isChief(ctx) && tasks.some((one) => one.role === TaskRole.second)

function mustBeFree(ctx: Ctx, task: Task) {
  const { user, now } = ctx
  if (task.state > TaskState.waiting) {
    if (task.markBy !== user.id && !isChief(ctx)) fail('reviewTaken')
    return
  }
  const leased = task.claimedBy !== null && task.claimedBy !== user.id && task.leaseUntil !== null && task.leaseUntil > now
  const allotted = task.marker !== null && task.marker !== user.id && task.claimedBy !== user.id
  if (leased || allotted) fail('reviewTaken')
}

async function pointsOf(db: Database, { examId, leaf }: { examId: string; leaf: string }, lines: readonly string[]): Promise<number[]> {
  if (lines.length === 0) return []
  const rows = await db
    .selectFrom('paperRubric')
    .where('examId', '=', examId)
    .where('leaf', '=', leaf)
    .where('id', 'in', lines)
    .select('points')
    .execute()
  if (rows.length < new Set(lines).size) failField('lines', say('rubricStale'))
  return rows.map((row) => row.points)
}

export type MarkPlace = { paper: LockedMarks; leaf: string; max: number; rules: Rules }

/**
 * Settles the marks of one answer, or creates the tasks that are still needed. The paper and its tasks must be locked; `tasks` has the marks as they
 * are now.
 */
export async function settle(ctx: Ctx, { paper, leaf, max, rules }: MarkPlace, tasks: readonly Task[]) {
  const { db } = ctx
  const given = tasks.map((one) => ({ role: one.role, score: one.state === TaskState.waiting ? null : one.score }))
  const outcome = settleAnswer(given, { tolerance: rules.markTolerance, step: rules.markStep, max })
  if ('score' in outcome) {
    const marked = tasks.filter((one) => one.state > TaskState.waiting)
    const decided = marked.filter((one) => one.role === TaskRole.chief)
    const comments = [...new Set((decided.length > 0 ? decided : marked).map((one) => one.comment).filter((one) => one !== ''))]
    const by = marked.at(-1)?.markBy ?? ctx.user.id
    const manual = { ...paper.manual, [leaf]: manualMark(outcome.score, comments.join('\n'), by, ctx.now) }
    await ofAnswer(db, paper.id, leaf).set({ state: TaskState.settled }).where('state', '=', TaskState.marked).execute()
    await db
      .deleteFrom('paperReviewTask')
      .where('paperId', '=', paper.id)
      .where('leaf', '=', leaf)
      .where('state', '=', TaskState.waiting)
      .execute()
    const { finished, mark } = await writeMarks(ctx, paper, manual, true)
    return { settled: true, finished, pending: pendingIn(mark).length }
  }
  await ofAnswer(db, paper.id, leaf).set({ state: TaskState.marked }).where('state', '=', TaskState.settled).execute()
  if (outcome.needs !== 'markers' && (await createTask(db, paper, leaf, TaskRole[outcome.needs])) && outcome.needs === 'chief')
    await requestArbitration(ctx, paper)
  // the mark counted until now, and now differs from another one
  if (paper.manual[leaf]) {
    const { [leaf]: _removed, ...manual } = paper.manual
    await writeMarks(ctx, paper, manual, false)
  }
  return { settled: false, finished: false, pending: 1 }
}

const ofAnswer = (db: Database, paperId: string, leaf: string) =>
  db.updateTable('paperReviewTask').where('paperId', '=', paperId).where('leaf', '=', leaf)

/** @returns whether the task is new */
async function createTask(db: Database, { id, examId }: LockedMarks, leaf: string, which: TaskRole): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('paperReviewTask')
    .values({ examId, paperId: id, leaf, role: which })
    .onConflict((conflict) => conflict.columns(['paperId', 'leaf', 'role']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
