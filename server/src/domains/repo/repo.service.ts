// Question banks: all for back-office users with the permission, those open to training for other users.
import { say } from '@shuyuan/contract/repo/repo.server.texts.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import type { repo } from '@shuyuan/contract/repo/repo.ts'
import { sql, type SqlBool } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { containing, violates, among } from '../../kernel/database.ts'
import { fail, failField, must } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { holdersOf, listHolding } from '../../kernel/postgres/holders.ts'
import { intoBin } from '../operation/bin.service.ts'

const listed = [
  ...(['id', 'title', 'remark', 'cover', 'isExam', 'isTrain', 'assist'] as const),
  ...(['price', 'costPoints', 'trainHours', 'createTime', 'updateTime'] as const),
]
const sortable = { id: 'id', title: 'title', createTime: 'createTime', updateTime: 'updateTime' }

/** The banks visible to the caller. */
const visible = (ctx: Ctx) =>
  ctx.db
    .selectFrom('repo')
    .select(listed)
    .$if(!can(ctx, 'repo:list'), (q) => q.where('isTrain', '=', true))

export async function pageRepos(ctx: Ctx, { params, ...paging }: Input<typeof repo.paging>) {
  const { title, isExam, isTrain, excludes } = params
  const query = visible(ctx)
    .$if(!!title, (q) => q.where('title', 'ilike', containing(title ?? '')))
    .$if(isExam !== undefined, (q) => q.where('isExam', '=', isExam ?? true))
    .$if(isTrain !== undefined, (q) => q.where('isTrain', '=', isTrain ?? true))
    .$if(!!excludes?.length, (q) => q.where('id', '!=', sql<string>`all(${excludes}::bigint[])`))
  const page = await pageOf(query, paging, sortable, [['id', 'desc']])
  return { ...page, records: await withCounts(ctx, page.records) }
}

export async function findRepo(ctx: Ctx, { id }: Input<typeof repo.detail>) {
  const row = must(await visible(ctx).where('id', '=', id).executeTakeFirst())
  const [counted] = await withCounts(ctx, [row])
  return must(counted)
}

/** Adds the numbers of objective and subjective questions. A composite with a subjective sub-question is subjective. */
async function withCounts<T extends { id: string }>({ db }: Ctx, rows: T[]) {
  const questions = db
    .selectFrom('qu')
    .where(
      among(
        'repoId',
        rows.map((row) => row.id),
      ),
    )
    .where('deleted', '=', false)
  // an index alone has the type; only composites are read for their sub-questions
  const counted = await questions
    .groupBy('repoId')
    .select(['repoId', sql<number>`count(*)::int`.as('all')])
    .select(sql<number>`(count(*) filter (where qu_type = ${QuType.shortAnswer}))::int`.as('subjective'))
    .execute()
  const composites = await questions
    .where('quType', '=', QuType.composite)
    .where(sql<SqlBool>`body->'subs' @> ${JSON.stringify([{ quType: QuType.shortAnswer }])}::jsonb`)
    .groupBy('repoId')
    .select(['repoId', sql<number>`count(*)::int`.as('subjective')])
    .execute()
  return rows.map((row) => {
    const { all = 0, subjective = 0 } = counted.find((one) => one.repoId === row.id) ?? {}
    const subjCount = subjective + (composites.find((one) => one.repoId === row.id)?.subjective ?? 0)
    return { ...row, quCount: all, objCount: all - subjCount, subjCount }
  })
}

/** The bank's row, if it is visible to the caller. Fails notFound. */
export const mustSeeRepo = async (ctx: Ctx, id: string) => must(await visible(ctx).where('id', '=', id).executeTakeFirst())

/** The bank's row. Fails notFound. */
export const mustFindRepo = async ({ db }: Ctx, id: string) =>
  must(await db.selectFrom('repo').where('id', '=', id).select(listed).executeTakeFirst())

/** Locks the bank's row, so that imports into one bank run one after the other. Fails notFound. */
export const lockRepo = async ({ db }: Ctx, id: string) =>
  must(await db.selectFrom('repo').where('id', '=', id).forNoKeyUpdate().select(listed).executeTakeFirst())

/** Adds or changes a bank. Fails at `title` for a name used by another bank. */
export async function saveRepo(ctx: Ctx, { id, ...form }: Input<typeof repo.save>) {
  try {
    if (id === undefined) {
      const createBy = ctx.user.id === '0' ? null : ctx.user.id
      return await ctx.db
        .insertInto('repo')
        .values({ ...form, createBy, createTime: ctx.now, updateTime: ctx.now })
        .returning('id')
        .executeTakeFirstOrThrow()
    }
    ctx.change.before = await mustFindRepo(ctx, id)
    await ctx.db
      .updateTable('repo')
      .set({ ...form, updateTime: ctx.now })
      .where('id', '=', id)
      .execute()
    return { id }
  } catch (error) {
    if (violates(error, 'unique')) failField('title', say('repoNameTaken'))
    throw error
  }
}

/** Fails repoInUse while a bank contains questions or a template draws from it, notFound if none of them exists. */
export async function deleteRepos(ctx: Ctx, { ids }: Input<typeof repo.delete>) {
  const chosen = sql<string>`any(${ids}::bigint[])`
  const rows = await ctx.db.selectFrom('repo').where('id', '=', chosen).forUpdate().select(['id', 'title']).execute()
  if (rows.length === 0) fail('notFound')
  const held = await ctx.db
    .selectFrom('qu')
    .where('repoId', '=', chosen)
    .where('deleted', '=', false)
    .select('repoId')
    .limit(1)
    .executeTakeFirst()
  const full = rows.find((row) => row.id === held?.repoId)
  if (full) fail('repoInUse', undefined, { holders: listHolding(ctx, 'questionsOf', full) })
  const holders = await holdersOf(ctx, 'repo', ids)
  if (holders.length > 0) fail('repoInUse', say('repoInUseTmpl'), { holders })
  ctx.change.before = rows.map((row) => row.title)
  await intoBin(ctx, 'repo', rows)
  try {
    await ctx.db.deleteFrom('repo').where('id', '=', chosen).execute()
  } catch (error) {
    if (violates(error, 'reference')) fail('repoInUse', say('repoInUseTmpl'))
    throw error
  }
  return true as const
}
