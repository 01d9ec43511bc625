// Stores a bank of the demonstration.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { insertQuestions } from '../domains/qu/bank/insert.service.ts'
import { ensureChapters } from '../domains/repo/chapter.service.ts'
import { makeRepo } from '../domains/repo/repo.factory.ts'
import type { Ctx } from '../kernel/ctx.ts'
import type { DemoBank } from './questions/banks.ts'

/** @returns the ids of the bank and of its short answers */
export async function addBank(
  ctx: Ctx,
  { title, remark, chapters, questions }: DemoBank,
): Promise<{ repoId: string; shortAnswers: string[] }> {
  const { id: repoId } = await makeRepo(ctx, { title, remark, isTrain: true })
  const chapterIds = await ensureChapters(ctx, repoId, chapters)
  const rows = questions.map(({ chapter, ...question }) => ({ ...question, chapterId: chapterIds.get(chapter) ?? null }))
  const ids = await insertQuestions(ctx, repoId, rows)
  return { repoId, shortAnswers: ids.filter((_id, at) => questions[at]?.quType === QuType.shortAnswer) }
}
