// Makes question banks for tests and demo data.
import { randomInt } from 'node:crypto'
import type { Ctx } from '../../kernel/ctx.ts'
import { ensureChapters } from './chapter.service.ts'
import { saveRepo } from './repo.service.ts'

type Given = { title?: string; remark?: string; isExam?: boolean; isTrain?: boolean; price?: number; assist?: boolean; chapters?: string[] }

/** A bank for exams with these chapters. @returns its id and the chapters' ids by title */
export async function makeRepo(
  ctx: Ctx,
  { title = `题库${randomInt(1e9)}`, remark = '', isExam = true, isTrain = false, price = 0, assist = true, chapters = [] }: Given = {},
) {
  const { id } = await saveRepo(ctx, { title, remark, isExam, isTrain, assist, price, cover: '', costPoints: 0, trainHours: '' })
  return { id, chapters: await ensureChapters(ctx, id, chapters) }
}
