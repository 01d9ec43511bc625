// What a candidate got wrong in exams whose answers he may see.
import type { Answer, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { readAnswers } from './grade.service.ts'
import { inBankTags } from './origin.rules.ts'
import { type QuestionMark, wrongOf } from './marking.rules.ts'
import { listedPapers, sightOf } from './result.service.ts'

export type WrongPaper = {
  paperId: string
  examId: string
  /** of its marks: another one means that they have changed */
  version: number
  /** all its questions */
  asked: string[]
  wrong: { quId: string; failedSubs: string[]; answer: Answer | null }[]
}
/** Papers are heavy with their keys; whoever has more is served at his next looks. */
const AT_ONCE = 50

/** A paper that is known with the marks of this version. */
export type KnownPaper = { paperId: string; version: number }

/**
 * The signed-in person's finished papers with what was wrong on each, answers by the letters of the bank.
 * @param known papers that are left out while their marks are the same; one whose answers are not shown yet comes later
 */
export async function wrongPapers(ctx: Ctx, known: readonly KnownPaper[]): Promise<WrongPaper[]> {
  const candidates = await listedPapers(ctx.db)
    .where('paper.userId', '=', ctx.user.id)
    .where('paper.state', '=', 2)
    .where(
      sql<boolean>`not exists (select from unnest(${known.map((one) => one.paperId)}::bigint[], ${known.map((one) => one.version)}::integer[])
        as known (id, version) where known.id = paper.id and known.version = paper.version)`,
    )
    .orderBy('paper.id')
    .execute()
  const ids = candidates.filter((row) => sightOf(row, ctx.now).answer).map((row) => row.id)
  const rows = await ctx.db
    .selectFrom('paper')
    .where('id', '=', sql<string>`any(${ids.slice(0, AT_ONCE)}::bigint[])`)
    .select(['id', 'examId', 'marks', 'keys', 'version'])
    .orderBy('id')
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
