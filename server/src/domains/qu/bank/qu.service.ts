// Questions in the back office: each change is a new version; removed questions stay in the table for papers drawn earlier.
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import type { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { type Expression, type NotNull, type SqlBool, sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing, json } from '../../../kernel/database.ts'
import { fail, failField, must, failFields } from '../../../kernel/fail.ts'
import { pageByKey } from '../../../kernel/page.ts'
import { shownFrom } from '../../../kernel/richtext.ts'
import { inChapter, mustBelong } from '../../repo/chapter.service.ts'
import { mustFindRepo } from '../../repo/repo.service.ts'
import { mustHaveLevel } from './level.service.ts'
import { findingsOf, fingerprintOf, tidyBody, titleOf } from './question.rules.ts'

const sortable = {
  id: 'qu.id',
  // ids grow with the time of creation
  createTime: 'qu.id',
  updateTime: 'qu.updateTime',
}

/** Questions of all banks without removed ones. */
export const listedQuestions = (ctx: Ctx) =>
  ctx.db
    .selectFrom('qu')
    .leftJoin('repo', 'repo.id', 'qu.repoId')
    .leftJoin('repoChapter', 'repoChapter.id', 'qu.chapterId')
    .where('deleted', '=', false)
    .select(['qu.id', 'qu.repoId', 'qu.quType', 'qu.level', 'version', 'qu.tags', 'qu.title', 'qu.createTime', 'qu.updateTime'])
    .select('repo.title as repoTitle')
    .select([
      sql<string>`coalesce(qu.chapter_id::text, '')`.as('chapterId'),
      sql<string>`coalesce(repo_chapter.title, '')`.as('chapterTitle'),
    ])
    .$narrowType<{ repoTitle: NotNull }>()

/** Up to this number of matches of a word are gathered by the index of its characters. */
const FEW = 5_000
/** No page beyond this number of matches of a frequent word. */
const DEEPEST = 2_000
/** No page beyond this number of questions by their last change; each row on the way to the page is read. */
const DEEPEST_CHANGED = 10_000

/**
 * A condition on qu: the stem contains the word. The planner estimates the matches badly. Those of a rare word are found first; for a frequent one
 * the list is read in its order until the page is full. A single character contains no pair.
 */
async function withWord({ db }: Ctx, word: string): Promise<{ condition: Expression<SqlBool>; deepest?: number }> {
  const indexed = /../su.test(word) ? sql`qu_grams(title) @> qu_grams(${word})` : sql`true`
  const has = sql<SqlBool>`qu.title ilike ${containing(word)}`
  const found = sql`select id from qu where not deleted and ${indexed} and ${/^..$/su.test(word) ? sql`true` : has}`
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${found} limit ${FEW + 1}) as found`.execute(db)
  return rows[0]!.count > FEW ? { condition: has, deepest: DEEPEST } : { condition: sql<SqlBool>`qu.id = any(array(${found}))` }
}

export const shownQuestion = <T extends { repoTitle: string; chapterTitle: string }>({ repoTitle, chapterTitle, ...row }: T) => ({
  ...row,
  repoId_dictText: repoTitle,
  chapterId_dictText: chapterTitle,
})

export async function pageQuestions(ctx: Ctx, { params, ...paging }: Input<typeof qu.paging>) {
  const { repoId, chapterId, quType, level, content, tag, excludes } = params
  const word = content ? await withWord(ctx, content) : undefined
  const query = listedQuestions(ctx)
    .$if(word !== undefined, (q) => q.where(word!.condition))
    .$if(repoId !== undefined, (q) => q.where('qu.repoId', '=', repoId ?? ''))
    .$if(chapterId !== undefined, (q) => q.where(inChapter('qu.chapterId', chapterId ?? '')))
    .$if(quType !== undefined, (q) => q.where('quType', '=', quType!))
    .$if(level !== undefined, (q) => q.where('level', '=', level!))
    .$if(!!tag, (q) => q.where(sql<boolean>`qu.tags @> array[${tag ?? ''}]::text[]`))
    .$if(!!excludes?.length, (q) => q.where('qu.id', '!=', sql<string>`all(${excludes}::bigint[])`))
  const page = await pageByKey(ctx.db, query, paging, {
    key: 'qu.id',
    sortable,
    fallback: [['qu.id', 'desc']],
    deepest: word?.deepest ?? (paging.orders?.some(({ column }) => column === 'updateTime') ? DEEPEST_CHANGED : undefined),
  })
  return { ...page, records: page.records.map(shownQuestion) }
}

export async function findQuestion(ctx: Ctx, { id }: Input<typeof qu.detail>) {
  const row = must(await listedQuestions(ctx).where('qu.id', '=', id).select('body').executeTakeFirst())
  return { ...shownQuestion(row), body: row.body as unknown as QuestionBody }
}

/**
 * Creates a question, or stores a change as its next version. Fails badInput with the fields in `data.fields`, conflict for an outdated
 * version.
 */
export async function saveQuestion(ctx: Ctx, { id, ...form }: Input<typeof qu.save>) {
  await mustFindRepo(ctx, form.repoId)
  if (form.chapterId !== '') await mustBelong(ctx, form.repoId, form.chapterId)
  await mustHaveLevel(ctx, form.level, id)
  const body = tidyBody(form.quType, form.body, shownFrom(ctx))
  const wrong = findingsOf(form.quType, body).filter((one) => one.level === 'error')
  if (wrong.length > 0) failFields(wrong.map(({ path, message }) => ({ field: `body.${path}`, message })))
  const row = {
    repoId: form.repoId,
    chapterId: form.chapterId === '' ? null : form.chapterId,
    quType: form.quType,
    level: form.level,
    tags: [...new Set(form.tags)],
    title: titleOf(body),
    fingerprint: fingerprintOf(form.quType, body),
  }
  return id === undefined ? create(ctx, row, body) : change(ctx, id, form.version, row, body)
}

type Row = {
  repoId: string
  chapterId: string | null
  quType: QuType
  level: QuLevel
  tags: string[]
  title: string
  fingerprint: Buffer
}

const author = (ctx: Ctx) => (ctx.user.id === '0' ? null : ctx.user.id)

async function create(ctx: Ctx, row: Row, body: QuestionBody) {
  const stored = await ctx.db
    .insertInto('qu')
    .values({ ...row, body: json(body), createBy: author(ctx), createTime: ctx.now, updateTime: ctx.now })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await storeVersion(ctx, stored, body)
  return stored
}

async function change(ctx: Ctx, id: string, version: number | undefined, row: Row, body: QuestionBody) {
  const stored = must(
    await ctx.db
      .selectFrom('qu')
      .where('id', '=', id)
      .where('deleted', '=', false)
      .forUpdate()
      .select(['id', 'repoId', 'chapterId', 'quType', 'level', 'tags', 'version', 'title', 'body'])
      .executeTakeFirst(),
  )
  if (version !== undefined && version !== stored.version) fail('conflict')
  if (stored.quType !== row.quType) failField('quType', say('quTypeFixed'))
  const { repoId, chapterId, level, tags } = row
  const sameBody = isDeepStrictEqual(stored.body, JSON.parse(json(body)))
  const sameTags = isDeepStrictEqual(stored.tags, tags)
  if (sameBody && sameTags && stored.repoId === repoId && stored.chapterId === chapterId && stored.level === level)
    return { id, version: stored.version }
  ctx.change.before = { title: stored.title, version: stored.version, level: stored.level, body: stored.body }
  const changed = await ctx.db
    .updateTable('qu')
    .set({ ...row, body: json(body), version: stored.version + 1, updateTime: ctx.now })
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await storeVersion(ctx, changed, body)
  return changed
}

async function storeVersion(ctx: Ctx, { id, version }: { id: string; version: number }, body: QuestionBody) {
  await ctx.db
    .insertInto('quVersion')
    .values({ quId: id, version, body: json(body), createBy: author(ctx), createTime: ctx.now })
    .execute()
}
