// Changes bank, chapter, level and tags of many questions; the content stays.
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu } from '@shuyuan/contract/qu/qu.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { mustBelong } from '../../repo/chapter.service.ts'
import { mustHaveLevel } from './level.service.ts'
import { mustFindRepo } from '../../repo/repo.service.ts'
import { among } from '../../../kernel/database.ts'

type Calls = typeof qu

/**
 * Moves questions, sets their level, adds and removes tags. Fails notFound for a missing bank or when none of the questions exists,
 * badInput for a chapter of another bank or an empty change.
 */
export async function changeQuestions(ctx: Ctx, input: Input<Calls['batch']>): Promise<Output<Calls['batch']>> {
  const { ids, repoId, chapterId, level, addTags = [], removeTags = [] } = input
  if (repoId === undefined && chapterId === undefined && level === undefined && addTags.length + removeTags.length === 0)
    failField('level', say('batchEmpty'))
  if (level !== undefined) await mustHaveLevel(ctx, level)
  const rows = await ctx.db
    .selectFrom('qu')
    .where(among('id', ids))
    .where('deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .select(['id', 'repoId', 'chapterId', 'level', 'tags'])
    .execute()
  if (rows.length === 0) fail('notFound')
  if (repoId !== undefined) await mustFindRepo(ctx, repoId)
  if (chapterId) for (const bank of new Set(rows.map((row) => repoId ?? row.repoId))) await mustBelong(ctx, bank, chapterId)
  ctx.change.before = rows
  const isMoved = repoId !== undefined || chapterId !== undefined
  await ctx.db
    .updateTable('qu')
    .set({
      updateTime: ctx.now,
      ...(repoId === undefined ? {} : { repoId }),
      ...(isMoved ? { chapterId: chapterId || null } : {}),
      ...(level === undefined ? {} : { level }),
      tags: sql<string[]>`(select coalesce(array_agg(distinct tag order by tag), '{}') from unnest(tags || ${addTags}::text[]) tag
        where tag <> all(${removeTags}::text[]))`,
    })
    .where(
      among(
        'id',
        rows.map((row) => row.id),
      ),
    )
    .execute()
  return { changed: rows.length }
}
