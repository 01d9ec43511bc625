// Chapters of a bank.
import { say } from '@shuyuan/contract/repo/repo.server.texts.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { chapter } from '@shuyuan/contract/repo/chapter.ts'
import type { repo } from '@shuyuan/contract/repo/repo.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { containing, violates } from '../../kernel/database.ts'
import { fail, failField, must } from '../../kernel/fail.ts'
import { lockRepo, mustSeeRepo } from './repo.service.ts'

const ordered = ({ db }: Ctx, repoId: string) =>
  db.selectFrom('repoChapter').where('repoId', '=', repoId).orderBy('sort').orderBy('id').selectAll()

/** Number of questions of a bank by chapter, type and level; chapter null: no chapter. */
const groups = ({ db }: Ctx, repoId: string) =>
  db
    .selectFrom('qu')
    .where('repoId', '=', repoId)
    .where('deleted', '=', false)
    .groupBy(['chapterId', 'quType', 'level'])
    .orderBy('quType')
    .orderBy('level')
    .select(['chapterId', 'quType', 'level', sql<number>`count(*)::int`.as('count')])
    .execute()

export async function listChapters(ctx: Ctx, { repoId, title }: Input<typeof chapter.list>) {
  await mustSeeRepo(ctx, repoId)
  const rows = await ordered(ctx, repoId)
    .$if(!!title, (q) => q.where('title', 'ilike', containing(title ?? '')))
    .execute()
  const counted = await groups(ctx, repoId)
  return rows.map((row) => ({
    ...row,
    quCount: counted.filter((one) => one.chapterId === row.id).reduce((sum, one) => sum + one.count, 0),
  }))
}

export async function groupChapters(ctx: Ctx, { repoId }: Input<(typeof repo)['chapter-group']>) {
  await mustSeeRepo(ctx, repoId)
  const chapters = await ordered(ctx, repoId).execute()
  const counted = await groups(ctx, repoId)
  const group = (chapterId: string, title: string) => ({
    chapterId,
    title,
    types: counted.filter((one) => (one.chapterId ?? '') === chapterId).map(({ quType, level, count }) => ({ quType, level, count })),
  })
  const loose = group('', '未分章节')
  return [...chapters.map((one) => group(one.id, one.title)), ...(loose.types.length > 0 ? [loose] : [])]
}

/** Adds or renames a chapter; a new one comes last. Fails at `title` for a name used in the bank. */
export async function saveChapter(ctx: Ctx, { id, repoId, title }: Input<typeof chapter.save>) {
  await lockRepo(ctx, repoId)
  try {
    if (id === undefined) {
      const sort = (await ordered(ctx, repoId).execute()).length
      return await ctx.db.insertInto('repoChapter').values({ repoId, title, sort }).returning('id').executeTakeFirstOrThrow()
    }
    const changed = await ctx.db
      .updateTable('repoChapter')
      .set({ title })
      .where('id', '=', id)
      .where('repoId', '=', repoId)
      .returning('id')
      .executeTakeFirst()
    return must(changed)
  } catch (error) {
    if (violates(error, 'unique')) failField('title', say('chapterNameTaken'))
    throw error
  }
}

/** Fails chapterInUse while a chapter contains questions or a template draws from it. */
export async function deleteChapters(ctx: Ctx, { ids }: Input<typeof chapter.delete>) {
  const chosen = sql<string>`any(${ids}::bigint[])`
  const held = await ctx.db
    .selectFrom('qu')
    .where('chapterId', '=', chosen)
    .where('deleted', '=', false)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (held) fail('chapterInUse')
  try {
    const removed = await ctx.db.deleteFrom('repoChapter').where('id', '=', chosen).returning('title').execute()
    if (removed.length === 0) fail('notFound')
    ctx.change.before = removed.map((row) => row.title)
  } catch (error) {
    if (violates(error, 'reference')) fail('chapterInUse', say('chapterInUseTmpl'))
    throw error
  }
  return true as const
}

/** Moves a chapter to position `sort`, from 0; the others are renumbered. */
export async function sortChapter(ctx: Ctx, { id, sort }: Input<typeof chapter.sort>) {
  const { repoId } = must(await ctx.db.selectFrom('repoChapter').where('id', '=', id).select('repoId').executeTakeFirst())
  await lockRepo(ctx, repoId)
  const ids = (await ordered(ctx, repoId).execute()).map((row) => row.id).filter((one) => one !== id)
  ids.splice(sort, 0, id)
  await sql`
    update repo_chapter set sort = place - 1
    from unnest(${ids}::bigint[]) with ordinality as given (given_id, place) where id = given_id`.execute(ctx.db)
  return true as const
}

/** Fails at `chapterId` if the chapter is not in this bank. */
export async function mustBelong({ db }: Ctx, repoId: string, chapterId: string) {
  const row = await db.selectFrom('repoChapter').where('id', '=', chapterId).where('repoId', '=', repoId).select('id').executeTakeFirst()
  if (!row) failField('chapterId', say('chapterForeign'))
}

/** Creates missing chapters at the end, in this order; '' means no chapter. @returns title → id of all named chapters */
export async function ensureChapters(ctx: Ctx, repoId: string, titles: string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(titles)].filter((title) => title !== '')
  if (wanted.length === 0) return new Map()
  const existing = new Map((await ordered(ctx, repoId).execute()).map((row) => [row.title, row.id]))
  const missing = wanted.filter((title) => !existing.has(title))
  if (missing.length > 0) {
    const last = existing.size
    const made = await ctx.db
      .insertInto('repoChapter')
      .values(missing.map((title, i) => ({ repoId, title, sort: last + i })))
      .returning(['id', 'title'])
      .execute()
    for (const row of made) existing.set(row.title, row.id)
  }
  return existing
}
