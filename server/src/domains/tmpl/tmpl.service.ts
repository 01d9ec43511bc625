// Paper templates: drafts without checks, published ones with sufficient stock.
import { say } from '@shuyuan/contract/tmpl/tmpl.server.texts.ts'
import { say as sayForm } from '@shuyuan/contract/tmpl/tmpl.texts.ts'
import { type tmpl, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { containing, violates, among } from '../../kernel/database.ts'
import { fail, failField, must, failFields } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { holdersOf } from '../../kernel/postgres/holders.ts'
import { intoBin } from '../operation/bin.service.ts'
import { groupsOf } from './group.service.ts'
import { stockCells } from './stock.service.ts'
import { type DrawRow, shortages, totalsOf } from './tmpl.rules.ts'

const listed = ['id', 'version', 'title', 'remark', 'state', 'quCount', 'totalScore', 'createTime', 'updateTime'] as const

export function pageTmpls({ db }: Ctx, { params, ...paging }: Input<typeof tmpl.paging>) {
  const query = db
    .selectFrom('tmpl')
    .$if(!!params.title, (q) => q.where('title', 'ilike', containing(params.title ?? '')))
    .$if(params.state !== undefined, (q) => q.where('state', '=', params.state!))
    .select(listed)
  return pageOf(
    query,
    paging,
    { title: 'title', state: 'state', quCount: 'quCount', totalScore: 'totalScore', createTime: 'createTime', updateTime: 'updateTime' },
    [['id', 'desc']],
  )
}

export async function findTmpl(ctx: Ctx, { id }: Input<typeof tmpl.detail>) {
  const row = await mustFindTmpl(ctx, id)
  return { ...row, groups: await groupsOf(ctx, id) }
}

/** The template's row. Fails notFound. */
export async function mustFindTmpl({ db }: Pick<Ctx, 'db'>, id: string) {
  return must(
    await db
      .selectFrom('tmpl')
      .where('id', '=', id)
      .select([...listed, 'quShuffle', 'optionShuffle', 'locked'])
      .executeTakeFirst(),
  )
}

/** Saves a template with its groups. Fails conflict for an outdated version, tmplLocked once papers were drawn from it, at `groups` for unknown questions, at the row of a draw for an unknown bank or chapter, tmplStock when publishing without sufficient stock. */
export async function saveTmpl(ctx: Ctx, { id, version, groups, publish, ...form }: Input<typeof tmpl.save>) {
  const stored =
    id === undefined ? undefined : must(await ctx.db.selectFrom('tmpl').where('id', '=', id).forUpdate().selectAll().executeTakeFirst())
  if (stored && version !== undefined && stored.version !== version) fail('conflict')
  if (stored?.locked) fail('tmplLocked')
  const plans = groups.map((group) => (group.mode === 'fixed' ? { ...group, draws: [] } : { ...group, quList: [] }))
  await checkQuestions(ctx, plans)
  await checkBanks(ctx, plans)
  const isPublished = publish ?? stored?.state === TmplState.published
  if (isPublished) {
    if (plans.every((group) => group.draws.length + group.quList.length === 0)) failField('groups', sayForm('tmplEmpty'))
    await checkContents(ctx, plans)
    await checkStock(ctx, plans)
  }
  const state = isPublished ? TmplState.published : TmplState.draft
  const row = { ...form, ...totalsOf(plans), state, updateTime: ctx.now }
  const saved = stored
    ? await ctx.db
        .updateTable('tmpl')
        .set({ ...row, version: stored.version + 1 })
        .where('id', '=', stored.id)
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow()
    : await ctx.db
        .insertInto('tmpl')
        .values({ ...row, createBy: ctx.user.id, createTime: ctx.now })
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow()
  await ctx.db.deleteFrom('tmplGroup').where('tmplId', '=', saved.id).execute()
  for (const [sort, group] of plans.entries()) await insertGroup(ctx, saved.id, group, sort)
  if (stored) ctx.change.before = { title: stored.title, version: stored.version, state: stored.state }
  return { ...saved, state }
}

type Plan = { title: string; mode: 'fixed' | 'draw'; draws: DrawRow[]; quList: { quId: string; score: number }[] }

async function insertGroup({ db }: Ctx, tmplId: string, { title, mode, draws, quList }: Plan, sort: number) {
  const { id: groupId } = await db.insertInto('tmplGroup').values({ tmplId, title, mode, sort }).returning('id').executeTakeFirstOrThrow()
  if (draws.length > 0) {
    const rows = draws.map(({ chapterId, ...draw }, at) => ({ ...draw, chapterId: chapterId === '' ? null : chapterId, groupId, sort: at }))
    await db.insertInto('tmplDraw').values(rows).execute()
  }
  if (quList.length > 0)
    await db
      .insertInto('tmplQu')
      .values(quList.map((one, at) => ({ ...one, groupId, sort: at })))
      .execute()
}

async function checkQuestions({ db }: Ctx, groups: Plan[]) {
  const named = groups.flatMap((group) => group.quList.map((one) => one.quId))
  if (new Set(named).size < named.length) failField('groups', say('tmplQuestionTwice'))
  if (named.length === 0) return
  const found = await db.selectFrom('qu').where(among('id', named)).where('deleted', '=', false).select('id').execute()
  if (found.length < named.length) failField('groups', say('tmplQuestionsGone'))
}

/** Fails at the row of a draw whose bank does not exist, or has no such chapter. */
async function checkBanks({ db }: Ctx, groups: Plan[]) {
  const rows = groups.flatMap((group, at) => group.draws.map((draw, row) => ({ ...draw, field: `groups.${at}.draws.${row}` })))
  if (rows.length === 0) return
  const repoIds = [...new Set(rows.map((row) => row.repoId))]
  const repos = await db.selectFrom('repo').where(among('id', repoIds)).select('id').execute()
  const chapters = await db.selectFrom('repoChapter').where(among('repoId', repoIds)).select(['id', 'repoId']).execute()
  const known = new Set(repos.map((one) => one.id))
  const within = new Set(chapters.map((one) => `${one.repoId}/${one.id}`))
  const fields = rows.flatMap(({ repoId, chapterId, field }) => {
    if (!known.has(repoId)) return [{ field: `${field}.repoId`, message: say('tmplRepoGone') }]
    if (chapterId === '' || within.has(`${repoId}/${chapterId}`)) return []
    return [{ field: `${field}.chapterId`, message: say('tmplChapterGone') }]
  })
  if (fields.length > 0) failFields(fields)
}

/** Fails at the row of a fixed question that repeats the content of an earlier one, for example of another bank. */
async function checkContents({ db }: Ctx, groups: Plan[]) {
  const rows = groups.flatMap(({ quList }, group) => quList.map(({ quId }, at) => ({ quId, field: `groups.${group}.quList.${at}.quId` })))
  if (rows.length === 0) return
  const found = await db
    .selectFrom('qu')
    .where(
      among(
        'id',
        rows.map((row) => row.quId),
      ),
    )
    .select(['id', 'title', sql<string>`encode(fingerprint, 'base64')`.as('content')])
    .execute()
  const byId = new Map(found.map((one) => [one.id, one]))
  const seen = new Set<string>()
  const fields = rows.flatMap(({ quId, field }) => {
    const { content, title } = byId.get(quId)!
    if (seen.has(content)) return [{ field, message: say('tmplContentTwice', { title: title.slice(0, 30) }) }]
    seen.add(content)
    return []
  })
  if (fields.length > 0) failFields(fields)
}

async function checkStock(ctx: Ctx, groups: Plan[]) {
  const rows = groups.flatMap((group, at) => group.draws.map((draw, row) => ({ draw, field: `groups.${at}.draws.${row}.count` })))
  if (rows.length === 0) return
  const fixed = groups.flatMap((group) => group.quList.map((one) => one.quId))
  const cells = await stockCells(
    ctx,
    rows.map(({ draw }) => draw.repoId),
    fixed,
  )
  const lacking = shortages(
    rows.map(({ draw }) => draw),
    cells,
  )
  const fields = rows.flatMap(({ field }, at) => {
    const n = lacking[at] ?? 0
    return n > 0 ? [{ field, message: say('tmplStockShort', { n }) }] : []
  })
  if (fields.length > 0) failFields(fields, 'tmplStock')
}

/** Locks a template permanently, because papers are drawn from it. Waits for a concurrent edit. */
export async function lockTmpl({ db }: Pick<Ctx, 'db'>, id: string) {
  await db.updateTable('tmpl').set({ locked: true }).where('id', '=', id).where('locked', '=', false).execute()
}

/** Fails tmplInUse if an exam uses one of them. */
export async function deleteTmpls(ctx: Ctx, { ids }: Input<typeof tmpl.delete>) {
  const rows = await ctx.db.selectFrom('tmpl').where('id', 'in', ids).orderBy('id').forUpdate().select(['id', 'title']).execute()
  const holders = await holdersOf(ctx, 'tmpl', ids)
  if (holders.length > 0) fail('tmplInUse', undefined, { holders })
  await intoBin(ctx, 'tmpl', rows)
  ctx.change.before = rows
  try {
    await ctx.db.deleteFrom('tmpl').where('id', 'in', ids).execute()
  } catch (error) {
    if (violates(error, 'reference')) fail('tmplInUse')
    throw error
  }
  return true as const
}
