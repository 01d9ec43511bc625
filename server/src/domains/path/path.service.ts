// Learning paths in the back office: list, detail, save, state, delete. A caller reaches those whose makers are in the caller's data scope.
import { CertState } from '@shuyuan/contract/cert/cert.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type path, type PathRenewal, PathState } from '@shuyuan/contract/path/path.ts'
import { say } from '@shuyuan/contract/path/path.texts.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { among, containing } from '../../kernel/database.ts'
import { fail, failField, must } from '../../kernel/fail.ts'
import { pageByKey } from '../../kernel/page.ts'
import { intoBin } from '../operation/bin.service.ts'
import { ofUserWithinDataScope } from '../people/user/data-scope.service.ts'
import { pathAudience } from './audience.service.ts'
import { catchUp, enter } from './progress.service.ts'
import { replaceStages, stagesOf } from './stage.service.ts'

const sortable = Object.fromEntries(['title', 'createTime'].map((name) => [name, name]))

const maker = sql<string>`coalesce((select real_name from sys_user u where u.id = path.create_by), '')`.as('maker')
const stages = sql<number>`(select count(*)::int from path_stage s where s.path_id = path.id)`.as('stages')
const items = sql<number>`(select count(*)::int from path_item i where i.path_id = path.id)`.as('items')
const people = sql<number>`(select count(*)::int from path_user u where u.path_id = path.id)`.as('people')
const finished = sql<number>`(select count(*)::int from path_user u where u.path_id = path.id and u.finish_time is not null)`.as('finished')

/** Newest first. */
export async function pagePaths(ctx: Ctx, { params, ...paging }: Input<typeof path.paging>): Promise<Output<typeof path.paging>> {
  const { title, state } = params
  const query = ctx.db
    .selectFrom('path')
    .where(await ofUserWithinDataScope(ctx, 'path.createBy'))
    .$if(!!title, (q) => q.where('path.title', 'ilike', containing(title ?? '')))
    .$if(state !== undefined, (q) => q.where('path.state', '=', state!))
    .select(['id', 'title', 'state', 'createTime', stages, items, people, finished, maker])
  const page = await pageByKey(ctx.db, query, paging, {
    key: 'path.id',
    sortable,
    fallback: [
      ['createTime', 'desc'],
      ['id', 'desc'],
    ],
  })
  return { ...page, records: page.records.map(({ maker: createBy_dictText, ...row }) => ({ ...row, createBy_dictText })) }
}

/** A path within the caller's reach. Fails notFound. */
export async function mustReachPath(ctx: Ctx, id: string, lock = false) {
  return must(
    await ctx.db
      .selectFrom('path')
      .where('id', '=', id)
      .where(await ofUserWithinDataScope(ctx, 'path.createBy'))
      .$if(lock, (q) => q.forUpdate())
      .selectAll()
      .$narrowType<{ renewal: PathRenewal }>()
      .executeTakeFirst(),
  )
}

/** Fails notFound. */
export async function findPath(ctx: Ctx, { id }: Input<typeof path.detail>): Promise<Output<typeof path.detail>> {
  const { certId, ...row } = await mustReachPath(ctx, id)
  const cert = certId === null ? undefined : await ctx.db.selectFrom('cert').where('id', '=', certId).select('title').executeTakeFirst()
  return {
    ...row,
    certId: certId ?? '',
    certTitle: cert?.title ?? '',
    stages: (await stagesOf(ctx, [id])).get(id) ?? [],
    audience: await pathAudience.read(ctx, id),
  }
}

/** A certificate that is enabled, and ends where the path waits for its end. One that the path names already may be disabled. */
async function mustBeCert({ db }: Ctx, certId: string, { renewal, known }: { renewal: PathRenewal; known: string | null }) {
  const row = await db.selectFrom('cert').where('id', '=', certId).select(['state', 'validMonths']).executeTakeFirst()
  if (!row || (row.state !== CertState.enabled && known !== certId)) failField('certId', say('pathCertGone'))
  else if (renewal === 'cert' && row.validMonths === 0) failField('certId', say('renewalCert'))
}

/**
 * Adds a draft, or changes a path: what people have done stays, new people of the audience enter, everybody is counted again. Fails notFound,
 * conflict, and at the field for an unknown certificate, thing, department, group or user.
 */
export async function savePath(
  ctx: Ctx,
  { id, version, stages: wanted, deptCodes, groupIds, userIds, certId, ...form }: Input<typeof path.save>,
): Promise<{ id: string }> {
  const stored = id === undefined ? undefined : await mustReachPath(ctx, id, true)
  if (stored && version !== undefined && stored.version !== version) fail('conflict')
  if (certId !== '') await mustBeCert(ctx, certId, { renewal: form.renewal, known: stored?.certId ?? null })
  const row = { ...form, certId: certId === '' ? null : certId, updateTime: ctx.now }
  const saved = stored
    ? await ctx.db
        .updateTable('path')
        .set({ ...row, version: stored.version + 1 })
        .where('id', '=', stored.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await ctx.db
        .insertInto('path')
        .values({ ...row, createBy: ctx.user.id === '0' ? null : ctx.user.id, createTime: ctx.now })
        .returning('id')
        .executeTakeFirstOrThrow()
  await replaceStages(ctx, saved.id, wanted)
  await pathAudience.save(ctx, saved.id, { openType: form.openType, deptCodes, groupIds, userIds })
  if (!stored) return saved
  ctx.change.before = stored
  if (stored.state === PathState.open) {
    await enter(ctx, saved.id, { tell: true })
    await catchUp(ctx, saved.id)
  }
  return saved
}

/** The paths of these ids, locked. Fails notFound if one is out of the caller's reach. */
async function mustReachAll(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('path')
    .where(among('id', ids))
    .where(await ofUserWithinDataScope(ctx, 'path.createBy'))
    .orderBy('id')
    .forUpdate()
    .select(['id', 'title', 'state'])
    .execute()
  if (rows.length < new Set(ids).size) fail('notFound')
  return rows
}

/** Stops paths, or opens stopped ones again, which notes what was done meanwhile. Fails notFound, pathDraft for one that was never published. */
export async function setPathState(ctx: Ctx, { ids, state }: Input<typeof path.state>): Promise<true> {
  const rows = await mustReachAll(ctx, ids)
  if (rows.some((one) => one.state === PathState.draft)) fail('pathDraft')
  ctx.change.before = rows
  await ctx.db.updateTable('path').set({ state, updateTime: ctx.now }).where(among('id', ids)).execute()
  if (state !== PathState.open) return true
  for (const { id } of rows) {
    await enter(ctx, id, { tell: true })
    await catchUp(ctx, id)
  }
  return true
}

/** Into the recycle bin, with everybody's progress; certificates and points stay. Fails notFound. */
export async function deletePaths(ctx: Ctx, { ids }: Input<typeof path.delete>): Promise<true> {
  const rows = await mustReachAll(ctx, ids)
  await intoBin(ctx, 'path', rows)
  ctx.change.before = rows
  await ctx.db.deleteFrom('path').where(among('id', ids)).execute()
  return true
}
