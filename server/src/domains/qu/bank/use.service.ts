// Where a question is used, and duplicate questions of a bank.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu } from '@shuyuan/contract/qu/qu.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { mustFindRepo } from '../../repo/repo.service.ts'
import { listedQuestions, shownQuestion } from './qu.service.ts'
import { among } from '../../../kernel/database.ts'

type Calls = typeof qu
/** Largest bank whose stems are compared pairwise; more take too long for one request. */
const COMPARED = 3_000
const GROUPS = 200
/** Questions shown per group. */
const MEMBERS = 50
/** Minimum trigram similarity of similar stems. */
const LIKE = 0.7

/**
 * Templates and exams that contain a question, and templates that may draw it. Fails notFound. Reads tables of tmpl, exam and train on
 * purpose: these domains stand above qu, so their services cannot be imported here.
 */
export async function whereUsed(ctx: Ctx, { id }: Input<Calls['where-used']>): Promise<Output<Calls['where-used']>> {
  const row = must(
    await ctx.db
      .selectFrom('qu')
      .where('id', '=', id)
      .where('deleted', '=', false)
      .select(['repoId', 'chapterId', 'quType', 'level'])
      .executeTakeFirst(),
  )
  const { rows: tmpls } = await sql<{ id: string; title: string }>`
    select distinct tmpl.id, tmpl.title from tmpl_qu join tmpl_group g on g.id = tmpl_qu.group_id join tmpl on tmpl.id = g.tmpl_id
    where tmpl_qu.qu_id = ${id}::bigint order by tmpl.id desc`.execute(ctx.db)
  const { rows: exams } = await sql<{ id: string; title: string }>`
    select exam.id, exam.title from exam where tmpl_id = any(${tmpls.map((one) => one.id)}::bigint[]) order by id desc`.execute(ctx.db)
  const { rows: drawn } = await sql<{ id: string; title: string }>`
    select distinct tmpl.id, tmpl.title from tmpl_draw d join tmpl_group g on g.id = d.group_id join tmpl on tmpl.id = g.tmpl_id
    where d.repo_id = ${row.repoId}::bigint and d.qu_type = ${row.quType} and (d.level is null or d.level = ${row.level})
      and (d.chapter_id is null or d.chapter_id = ${row.chapterId}::bigint
        or d.chapter_id = (select c.parent_id from repo_chapter c where c.id = ${row.chapterId}::bigint)) order by tmpl.id desc limit 50`.execute(
    ctx.db,
  )
  const stat = await ctx.db.selectFrom('trainStat').where('quId', '=', id).select(['answers', 'rights']).executeTakeFirst()
  return { tmpls, exams, drawn, answers: stat?.answers ?? 0, rights: stat?.rights ?? 0 }
}

/** What `plainText` writes for a picture, sound and film. */
const hasMedia = '【(图|音频|视频)】'
type Kind = 'same' | 'stem' | 'like'

/**
 * Groups of questions that are equal, have the same stem or similar stems; a question is in at most one group. Questions with a
 * picture, sound or film in the stem are compared by fingerprint, because equal text may come with different ones. Fails notFound.
 */
export async function findDuplicates(ctx: Ctx, { repoId }: Input<Calls['duplicates']>): Promise<Output<Calls['duplicates']>> {
  await mustFindRepo(ctx, repoId)
  const { rows: equal } = await sql<{ ids: string[]; kind: Kind }>`
    select (array_agg(id order by id))[1:${sql.lit(MEMBERS)}] as ids, case when count(distinct fingerprint) = 1 then 'same' else 'stem' end as kind
    from qu where repo_id = ${repoId}::bigint and not deleted
    group by case when title ~ ${hasMedia} then encode(fingerprint, 'hex')
      else regexp_replace(lower(title), '[[:space:][:punct:]，。、；：？！“”‘’（）《》【】…—·]+', '', 'g') end, qu_type
    having count(*) > 1 order by min(id) limit ${GROUPS}`.execute(ctx.db)
  const { total } = await ctx.db
    .selectFrom('qu')
    .where('repoId', '=', repoId)
    .where('deleted', '=', false)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const compared = total <= COMPARED
  const grouped = new Set(equal.flatMap((one) => one.ids))
  const alike = compared ? await findAlike(ctx, repoId, grouped) : []
  const groups = [...equal, ...alike].slice(0, GROUPS)
  const rows = await listedQuestions(ctx)
    .where(
      among(
        'qu.id',
        groups.flatMap((one) => one.ids),
      ),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, shownQuestion(row)]))
  return { compared, groups: groups.map(({ kind, ids }) => ({ kind, questions: ids.flatMap((id) => byId.get(id) ?? []) })) }
}

/** Pairs with similar stems, merged into groups. */
async function findAlike(ctx: Ctx, repoId: string, grouped: ReadonlySet<string>): Promise<{ ids: string[]; kind: Kind }[]> {
  const { rows } = await sql<{ a: string; b: string }>`
    select a.id as a, b.id as b from qu a join qu b on b.repo_id = a.repo_id and b.id > a.id and b.qu_type = a.qu_type and not b.deleted
    where a.repo_id = ${repoId}::bigint and not a.deleted and a.title !~ ${hasMedia} and similarity(a.title, b.title) >= ${LIKE} limit 2000`.execute(
    ctx.db,
  )
  const groupOf = new Map<string, string[]>()
  for (const { a, b } of rows) {
    if (grouped.has(a) || grouped.has(b)) continue
    const joined = [...new Set([...(groupOf.get(a) ?? [a]), ...(groupOf.get(b) ?? [b])])]
    for (const id of joined) groupOf.set(id, joined)
  }
  return [...new Set(groupOf.values())].map((ids) => ({ kind: 'like', ids }))
}
