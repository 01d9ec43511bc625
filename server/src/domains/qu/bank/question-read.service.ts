// Questions as other domains read them: by id or by id and version.
import type { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { titleOf } from './question.rules.ts'
import { among } from '../../../kernel/database.ts'

export type QuestionRead = {
  id: string
  repoId: string
  chapterId: string | null
  quType: number
  version: number
  title: string
  body: QuestionBody
  deleted: boolean
}

/** The stem as plain text. */
export const titleOfStem = (content: string): string => titleOf({ content })

/** Questions by id, including removed ones; unknown ids are left out. */
export async function questionsOf({ db }: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<Map<string, QuestionRead>> {
  const rows = await db
    .selectFrom('qu')
    .where(among('id', [...new Set(ids)]))
    .select(['id', 'repoId', 'chapterId', 'quType', 'version', 'title', 'body', 'deleted'])
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, body: row.body as unknown as QuestionBody }]))
}

/** A question in one of its versions. */
export async function questionInVersion(ctx: Pick<Ctx, 'db'>, id: string, version: number): Promise<QuestionRead | undefined> {
  const current = (await questionsOf(ctx, [id])).get(id)
  if (!current || current.version === version) return current
  const row = await ctx.db.selectFrom('quVersion').where('quId', '=', id).where('version', '=', version).select('body').executeTakeFirst()
  return row ? { ...current, version, body: row.body as unknown as QuestionBody } : current
}
