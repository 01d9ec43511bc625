// Wrong answers of a candidate in exams whose answers they may see.
import type { Answer, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { fixesOf } from '../grade/applied-fix.service.ts'
import { readAnswers } from '../grade/stored-answers.service.ts'
import { keyNow } from '../marking/marking-fix.rules.ts'
import type { FrozenGroup } from '../question/freeze.rules.ts'
import { type FrozenQuestion, inBankOrder, inBankTags } from '../question/origin.rules.ts'
import {
  type ContentRow,
  type From,
  frozenColumns,
  type KeyRow,
  storedContent,
  storedContents,
  storedKeys,
  storedKeysOf,
} from '../question/stored.service.ts'
import { type QuestionMark, wrongOf } from '../marking/marking.rules.ts'
import { listedPapers } from './result.service.ts'

/** An answer and the question as it was asked (its version in the bank), both in the bank's letters. */
export type WrongAnswer = { quId: string; version: number; failedSubs: string[]; answer: Answer | null; frozen: FrozenQuestion }
export type WrongPaper = {
  paperId: string
  examId: string
  /** version of its marks; another number means that they have changed */
  version: number
  /** ids of all its questions */
  asked: string[]
  wrong: WrongAnswer[]
}
/** The score of a question of the book, 100 points: it is the same question on papers that give different points. */
const FULL = 10_000

/** A question of a paper as it was asked. @returns undefined if the paper does not have it */
function frozenOn(
  content: readonly FrozenGroup[],
  keys: ReadonlyMap<string, QuestionKey>,
  quId: string,
): Pick<WrongAnswer, 'quId' | 'version' | 'frozen'> | undefined {
  const shown = content.flatMap((group) => group.quList).find((one) => one.quId === quId)
  const key = keys.get(quId)
  return shown && key && { quId, version: key.version, frozen: inBankOrder({ shown, key }, FULL) }
}

/** A question of a stored paper as it was asked. @param row its columns. @returns undefined if the paper does not have it */
export async function frozenOnPaper(from: From, row: ContentRow & KeyRow, quId: string) {
  const keys = new Map((await storedKeys(from, row)).map((key) => [key.quId, key]))
  return frozenOn(await storedContent(from, row), keys, quId)
}

/** The keys of these questions of an exam, with its present fixes applied. */
export async function keysWithFixes(db: Database, examId: string, keys: readonly QuestionKey[]): Promise<QuestionKey[]> {
  const fixes = await fixesOf(db, examId)
  return keys.map((key) => keyNow(key, fixes))
}

/** A paper that the caller has read, with the version of its marks. */
export type CachedPaper = { paperId: string; version: number }

/**
 * A condition on `exam`: the signed-in user may see its keys without a limited number of views. False while the user has an open paper of the exam
 * or, if the exam shows answers after its end, while any candidate has.
 */
export const keysOut = ({ user, now }: Pick<Ctx, 'user' | 'now'>) => sql<boolean>`(
  exam.answer_looks = 0 and (exam.answer_until is null or exam.answer_until > ${now})
  and (exam.show_answer in ('handed', 'marked') or exam.show_answer = 'closed' and (exam.state <> ${sql.lit(ExamState.enabled)} or exam.end_time <= ${now}))
  and not exists (select from paper open where open.exam_id = exam.id and open.state = ${sql.lit(PaperState.open)}
    and (exam.show_answer = 'closed' or open.user_id = ${user.id}::bigint)))`

/**
 * The signed-in user's finished papers with the wrong answers of each, in the bank's option letters; up to 50 per call.
 * @param cached papers to leave out while their marks have not changed
 */
export async function wrongPapers(ctx: Ctx, cached: readonly CachedPaper[]): Promise<WrongPaper[]> {
  const rows = await listedPapers(ctx.db)
    .where('paper.userId', '=', ctx.user.id)
    .where('paper.state', '=', PaperState.done)
    // filtered before the limit, so that papers with hidden answers do not use it up
    .where(keysOut(ctx))
    .where(
      sql<boolean>`not exists (select from unnest(${cached.map((one) => one.paperId)}::bigint[], ${cached.map((one) => one.version)}::integer[])
        as cached (id, version) where cached.id = paper.id and cached.version = paper.version)`,
    )
    .select(['paper.marks', 'paper.version', ...frozenColumns.map((one) => `paper.${one}` as const)])
    .orderBy('paper.id')
    .limit(50)
    .execute()
  const contents = await storedContents(ctx, rows)
  const drawn = await storedKeysOf(ctx, rows)
  const found: WrongPaper[] = []
  for (const [at, row] of rows.entries()) {
    const { marks } = row.marks as unknown as { marks: QuestionMark[] }
    const keys = new Map(drawn[at]!.map((key) => [key.quId, key]))
    const { answers } = await readAnswers(ctx.db, row.id)
    const wrong = wrongOf(marks).flatMap(({ quId, subIds }) => {
      const frozen = frozenOn(contents[at]!, keys, quId)
      return frozen ? [{ ...frozen, failedSubs: subIds, answer: inBankTags(answers.get(quId) ?? null, keys.get(quId)!) }] : []
    })
    found.push({ paperId: row.id, examId: row.examId, version: row.version, asked: [...keys.keys()], wrong })
  }
  return found
}
