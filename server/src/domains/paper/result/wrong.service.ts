// Wrong answers of a candidate in exams whose answers they may see.
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
  /** version of its marks; another number means that they have changed */
  version: number
  /** ids of all its questions */
  asked: string[]
  wrong: { quId: string; failedSubs: string[]; answer: Answer | null }[]
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
