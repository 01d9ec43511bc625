// Names of users, for lists that store only their ids.
import type { Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'

/** Real names by user id; unknown ids are missing. */
export async function namesOfUsers({ db }: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('sysUser')
    .where(among('id', [...new Set(ids)]))
    .select(['id', 'realName'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.realName]))
}
