// Writes marks given by people into their paper; the last pending one finishes the paper in the same transaction.
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import type { QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { finishSoon } from '../grade/due.service.ts'
import { finishedColumns } from '../grade/finish.service.ts'
import { fixesColumn } from '../grade/applied-fix.service.ts'
import { type ManualMark, type ManualMarks, markedColumns } from '../grade/grade.service.ts'
import { readAnswers } from '../grade/stored-answers.service.ts'
import { markingNow } from '../marking/marking-fix.rules.ts'
import { markPaper, type PaperMark } from '../marking/marking-paper.rules.ts'
import { markId, type QuestionMark } from '../marking/marking.rules.ts'
import { keyColumns, storedKeys } from '../question/stored.service.ts'

const columns = [
  'id',
  'examId',
  'userId',
  'state',
  'gradingNeeded',
  ...keyColumns,
  'markOptions',
  'passScore',
  'manual',
  'version',
] as const

/** A paper with everything that its marks depend on, locked until the transaction ends. */
export async function lockMarks(db: Database, id: string) {
  const row = await db
    .selectFrom('paper')
    .where('id', '=', id)
    .select(columns)
    .select(['score', 'passed', fixesColumn])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { manual, markOptions, fixes, ...rest } = row
  const frozen = { keys: await storedKeys({ db }, row), markOptions: markOptions as unknown as MarkOptions, passScore: row.passScore }
  return {
    ...rest,
    ...markingNow(frozen, fixes),
    manual: manual as unknown as ManualMarks,
  }
}
export type LockedMarks = NonNullable<Awaited<ReturnType<typeof lockMarks>>>

/** The result that a locked paper would have with these manual marks. */
export async function markedWith(db: Database, { id, keys, options }: LockedMarks, manual: ManualMarks): Promise<PaperMark> {
  const { answers } = await readAnswers(db, id)
  return markPaper(keys, answers, new Map(Object.entries(manual)), options)
}

/**
 * Writes manual marks into a locked paper. With `finish` a paper without pending questions is finished; a paper that was finished before stays
 * finished, and its effects (points, messages) are adjusted.
 * @returns the new mark, and whether this call finished the paper
 */
export async function writeMarks(
  ctx: Pick<Ctx, 'app' | 'db' | 'now' | 'user' | 'afterCommit'>,
  row: LockedMarks,
  manual: ManualMarks,
  finish: boolean,
): Promise<{ mark: PaperMark; finished: boolean }> {
  const { app, db, now, user } = ctx
  const mark = await markedWith(db, row, manual)
  const finished = finish && row.state === PaperState.marking && !mark.pending
  const followed = finished || row.state === PaperState.done
  await db
    .updateTable('paper')
    .set({ ...markedColumns(mark), passed: followed ? mark.passed : null, manual: json(manual), version: row.version + 1 })
    .$if(finished, (q) => q.set({ state: PaperState.done, reviewBy: user.id, reviewTime: now }))
    .$if(followed, (q) => q.set(finishedColumns(now)))
    .where('id', '=', row.id)
    .execute()
  if (followed) ctx.afterCommit(() => finishSoon(app))
  return { mark, finished }
}

/** The key of a question or of a sub-question of a composite: the unit that gets a mark. */
export function leafOf(keys: readonly QuestionKey[], quId: string, subId: string | undefined): QuestionKey | undefined {
  const key = keys.find((one) => one.quId === quId)
  if (!key) return undefined
  return key.subs.length === 0 ? (subId === undefined ? key : undefined) : key.subs.find((sub) => sub.quId === subId)
}

/** Splits a name made by `markId`. */
export function splitLeaf(leaf: string): { quId: string; subId: string | undefined } {
  const [quId = '', subId] = leaf.split('/')
  return { quId, subId }
}

const leavesOf = (mark: QuestionMark) =>
  mark.subs ? mark.subs.map((sub) => ({ leaf: markId(mark.quId, sub.quId), state: sub.state })) : [{ leaf: mark.quId, state: mark.state }]
/** Names of the questions that wait for a manual mark. */
export const pendingIn = ({ marks }: PaperMark): string[] =>
  marks.flatMap(leavesOf).flatMap((one) => (one.state === 'pending' ? [one.leaf] : []))

export const manualMark = (score: number, comment: string, by: string, at: Date): ManualMark => ({
  score,
  comment,
  by,
  at: at.toISOString(),
})
