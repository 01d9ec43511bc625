// What a candidate got wrong in exams whose answers he may see.
import type { Answer, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { readAnswers } from '../grade/grade.service.ts'
import { inBankTags } from '../question/origin.rules.ts'
import { type QuestionMark, wrongOf } from '../marking/marking.rules.ts'
import { listedPapers } from './result.service.ts'

export type WrongPaper = {
  paperId: string
  examId: string
  /** of its marks: another one means that they have changed */
  version: number
  /** all its questions */
  asked: string[]
  wrong: { quId: string; failedSubs: string[]; answer: Answer | null }[]
}
/** A paper that is known with the marks of this version. */
export type CachedPaper = { paperId: string; version: number }

/**
 * A condition on exam: the signed-in person may have its keys before him, as often as he likes. No key of an exam that he is sitting again,
 * nor, where all wait for the end, of one that anybody is sitting still.
 */
export const keysOut = ({ user, now }: Pick<Ctx, 'user' | 'now'>) => sql<boolean>`(
  exam.answer_looks = 0 and (exam.answer_until is null or exam.answer_until > ${now})
  and (exam.show_answer in ('handed', 'marked') or exam.show_answer = 'closed' and (exam.state <> ${sql.lit(ExamState.enabled)} or exam.end_time <= ${now}))
  and not exists (select from paper sitting where sitting.exam_id = exam.id and sitting.state = ${sql.lit(PaperState.open)}
    and (exam.show_answer = 'closed' or sitting.user_id = ${user.id}::bigint)))`

/**
 * The signed-in person's finished papers with what was wrong on each, answers by the letters of the bank.
 * @param known papers that are left out while their marks are the same; one whose answers are not shown yet comes later
 */
export async function wrongPapers(ctx: Ctx, known: readonly CachedPaper[]): Promise<WrongPaper[]> {
  const rows = await listedPapers(ctx.db)
    .where('paper.userId', '=', ctx.user.id)
    .where('paper.state', '=', PaperState.done)
    // before the limit: papers that may never be shown must not keep others out
    .where(keysOut(ctx))
    .where(
      sql<boolean>`not exists (select from unnest(${known.map((one) => one.paperId)}::bigint[], ${known.map((one) => one.version)}::integer[])
        as known (id, version) where known.id = paper.id and known.version = paper.version)`,
    )
    .select(['paper.marks', 'paper.keys', 'paper.version'])
    .orderBy('paper.id')
    .limit(50)
    .execute()
  const found: WrongPaper[] = []
  for (const row of rows) {
    const { marks } = row.marks as unknown as { marks: QuestionMark[] }
    const keys = new Map((row.keys as unknown as QuestionKey[]).map((key) => [key.quId, key]))
    const { answers } = await readAnswers(ctx.db, row.id)
    const wrong = wrongOf(marks).flatMap(({ quId, subIds }) => {
      const key = keys.get(quId)
      return key ? [{ quId, failedSubs: subIds, answer: inBankTags(answers.get(quId) ?? null, key) }] : []
    })
    found.push({ paperId: row.id, examId: row.examId, version: row.version, asked: [...keys.keys()], wrong })
  }
  return found
}
