// Reads the questions of a bank for exports.
import type { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Portable } from '../exchange/exchange.rules.ts'

type BankQuestion = Omit<Portable, 'body'> & { body: QuestionBody }

const PORTION = 500

/** All questions of a bank in portions, oldest first. */
export async function* questionsOf({ db }: Pick<Ctx, 'db'>, repoId: string): AsyncGenerator<BankQuestion[]> {
  let after = '0'
  for (;;) {
    const rows = await db
      .selectFrom('qu')
      .leftJoin('repoChapter', 'repoChapter.id', 'qu.chapterId')
      .where('qu.repoId', '=', repoId)
      .where('deleted', '=', false)
      .where('qu.id', '>', after)
      .orderBy('qu.id')
      .limit(PORTION)
      .select(['qu.id', 'quType', 'level', 'tags', 'body', 'repoChapter.title as chapter'])
      .execute()
    yield rows.map(({ quType, level, tags, body, chapter }) => ({
      quType,
      level,
      tags,
      chapter: chapter ?? '',
      body: body as unknown as QuestionBody,
    }))
    const last = rows.at(-1)
    if (!last || rows.length < PORTION) return
    after = last.id
  }
}
