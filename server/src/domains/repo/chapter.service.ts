// Chapters of a bank, and their sections.
import { say } from '@shuyuan/contract/repo/repo.server.texts.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { chapter } from '@shuyuan/contract/repo/chapter.ts'
import type { repo } from '@shuyuan/contract/repo/repo.ts'
import { type Expression, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { violates } from '../../kernel/database.ts'
import { fail, failField, must } from '../../kernel/fail.ts'
import { holdersOf } from '../../kernel/postgres/holders.ts'
import { lockRepo, mustSeeRepo } from './repo.service.ts'

const ordered = ({ db }: Ctx, repoId: string) =>
  db
    .selectFrom('repoChapter')
    .leftJoin('repoChapter as above', 'above.id', 'repoChapter.parentId')
    .where('repoChapter.repoId', '=', repoId)
    .orderBy(sql`coalesce(above.sort, repo_chapter.sort), coalesce(above.id, repo_chapter.id), above.id is not null`)
    .orderBy('repoChapter.sort')
    .orderBy('repoChapter.id')
    .selectAll('repoChapter')

/** A condition on a column with a chapter: it is this one or one of its sections. */
export const inChapter = (column: string | Expression<string | null>, id: string) =>
  sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} in (select c.id from repo_chapter c where c.id = ${id}::bigint or c.parent_id = ${id}::bigint)`

type Placed = { id: string; parentId: string | null }
/** The ids of a chapter and its sections. */
const branchOf = (rows: readonly Placed[], id: string) => rows.flatMap((row) => (row.id === id || row.parentId === id ? [row.id] : []))

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
  const rows = await ordered(ctx, repoId).execute()
  const counted = await groups(ctx, repoId)
  const word = title?.toLowerCase() ?? ''
  return rows.flatMap((row) => {
    if (!row.title.toLowerCase().includes(word)) return []
    const branch = branchOf(rows, row.id)
    const own = counted.filter((one) => one.chapterId !== null && branch.includes(one.chapterId))
    return [{ ...row, parentId: row.parentId ?? '', quCount: own.reduce((sum, one) => sum + one.count, 0) }]
  })
}

export async function groupChapters(ctx: Ctx, { repoId }: Input<(typeof repo)['chapter-group']>) {
  await mustSeeRepo(ctx, repoId)
  const chapters = await ordered(ctx, repoId).execute()
  const counted = await groups(ctx, repoId)
  const group = (chapterId: string, title: string, parentId = '') => ({
    chapterId,
    parentId,
    title,
    types: counted.filter((one) => (one.chapterId ?? '') === chapterId).map(({ quType, level, count }) => ({ quType, level, count })),
  })
  const loose = group('', '未分章节')
  return [...chapters.map((one) => group(one.id, one.title, one.parentId ?? '')), ...(loose.types.length > 0 ? [loose] : [])]
}

/** Fails at `parentId` unless it is a chapter of the bank, and the one below it has no sections. */
function parentOf(rows: readonly Placed[], above: string, id: string | undefined): string | null {
  if (above === '') return null
  const parent = rows.find((row) => row.id === above) ?? failField('parentId', say('chapterForeign'))
  const isDeep = parent.parentId !== null || above === id || rows.some((row) => row.parentId === id)
  return isDeep ? failField('parentId', say('chapterTooDeep')) : above
}

/**
 * Adds, renames or moves a chapter; a new or moved one comes last. Fails at `title` for a name used in the bank, at `parentId` for a third
 * level.
 */
export async function saveChapter(ctx: Ctx, { id, repoId, title, parentId: above }: Input<typeof chapter.save>) {
  await lockRepo(ctx, repoId)
  const rows = await ordered(ctx, repoId).execute()
  const stored = rows.find((row) => row.id === id)
  const parentId = above === undefined ? (stored?.parentId ?? null) : parentOf(rows, above, id)
  const sort = stored?.parentId === parentId ? stored.sort : rows.length
  try {
    if (id === undefined)
      return await ctx.db.insertInto('repoChapter').values({ repoId, title, parentId, sort }).returning('id').executeTakeFirstOrThrow()
    const changed = await ctx.db
      .updateTable('repoChapter')
      .set({ title, parentId, sort })
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

/** Fails chapterInUse while a chapter contains questions, has sections that stay, or a template draws from it. */
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
  const sections = await ctx.db
    .selectFrom('repoChapter')
    .where('parentId', '=', chosen)
    .where(sql<boolean>`id <> all(${ids}::bigint[])`)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (sections) fail('chapterInUse', say('chapterHasSections'))
  const holders = await holdersOf(ctx, 'repo_chapter', ids)
  if (holders.length > 0) fail('chapterInUse', say('chapterInUseTmpl'), { holders })
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

/** Moves a chapter to position `sort`, from 0, among those of its level; these are renumbered. */
export async function sortChapter(ctx: Ctx, { id, sort }: Input<typeof chapter.sort>) {
  const { repoId, parentId } = must(
    await ctx.db.selectFrom('repoChapter').where('id', '=', id).select(['repoId', 'parentId']).executeTakeFirst(),
  )
  await lockRepo(ctx, repoId)
  const siblings = (await ordered(ctx, repoId).execute()).filter((row) => row.parentId === parentId)
  const ids = siblings.map((row) => row.id).filter((one) => one !== id)
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
