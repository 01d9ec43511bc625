// Certificate templates in the back office.
import { type cert, certState, type CertState } from '@shuyuan/contract/cert/cert.ts'
import { say } from '@shuyuan/contract/cert/cert.server.texts.ts'
import type { Layout } from '@shuyuan/contract/cert/layout.ts'
import { EnabledState } from '@shuyuan/contract/kernel/enabled-state.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { containing, json, violates, among } from '../../kernel/database.ts'
import { fail, failField, must } from '../../kernel/fail.ts'
import { pageByKey } from '../../kernel/page.ts'
import { holdersOf, listHolding } from '../../kernel/postgres/holders.ts'

const columns = ['id', 'title', 'authority', 'state', 'validMonths', 'remindDays', 'version', 'createTime', 'updateTime'] as const
const grants = sql<number>`(select count(*)::int from cert_grant g where g.cert_id = cert.id)`
const grantCount = grants.as('grantCount')
const sortable = { title: 'title', createTime: 'createTime', updateTime: 'updateTime', grantCount: grants, state: 'state' }

const shown = <T extends { state: number }>(row: T) => {
  const state = row.state as CertState
  return { ...row, state, state_dictText: certState[state] }
}

/** Newest first. */
export async function pageCerts({ db }: Ctx, { params, ...paging }: Input<typeof cert.paging>): Promise<Output<typeof cert.paging>> {
  const query = db
    .selectFrom('cert')
    .$if(!!params.title, (q) => q.where('title', 'ilike', containing(params.title ?? '')))
    .$if(params.state !== undefined, (q) => q.where('state', '=', params.state!))
    .select(columns)
    .select(grantCount)
  const page = await pageByKey(db, query, paging, { key: 'cert.id', sortable, fallback: [['cert.id', 'desc']] })
  return { ...page, records: page.records.map(shown) }
}

/** With the layout of the present version. Fails notFound. */
export async function findCert({ db }: Ctx, { id }: Input<typeof cert.detail>): Promise<Output<typeof cert.detail>> {
  const row = must(await db.selectFrom('cert').where('id', '=', id).select(columns).select(grantCount).executeTakeFirst())
  return { ...shown(row), layout: await layoutOf({ db }, id, row.version) }
}

/** The layout of a version. */
export async function layoutOf({ db }: Pick<Ctx, 'db'>, certId: string, version: number): Promise<Layout> {
  const { layout } = await db
    .selectFrom('certVersion')
    .where('certId', '=', certId)
    .where('version', '=', version)
    .select('layout')
    .executeTakeFirstOrThrow()
  return layout as unknown as Layout
}

/** Addresses of the pictures of a layout. */
export const picturesOf = ({ background, items }: Layout): string[] =>
  [background, ...items.map((one) => (one.type === 'image' ? one.url : ''))].filter((url) => url !== '')

/** Certificates are opened by others than their maker: their pictures must be public uploads. */
async function mustBePictures({ db }: Ctx, layout: Layout) {
  const wanted = [...new Set(picturesOf(layout))]
  if (wanted.length === 0) return
  const rows = await db
    .selectFrom('commonFile')
    .where('url', 'in', wanted)
    .where('isPrivate', '=', false)
    .where('type', 'in', ['image/jpeg', 'image/png'])
    .select('url')
    .execute()
  if (rows.length < wanted.length) failField('layout', say('certPicture'))
}

/** Adds or changes a template; a changed layout becomes a new version. Fails notFound, conflict, and at `layout` for an unknown picture. */
export async function saveCert(ctx: Ctx, { id, version, layout, ...form }: Input<typeof cert.save>): Promise<Output<typeof cert.save>> {
  await mustBePictures(ctx, layout)
  const row = { ...form, remindDays: [...new Set(form.remindDays)].toSorted((a, b) => b - a), updateTime: ctx.now }
  if (id === undefined) {
    const saved = await ctx.db
      .insertInto('cert')
      .values({ ...row, createBy: ctx.user.id, createTime: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storeLayout(ctx, saved.id, 1, layout)
    return saved
  }
  const stored = must(await ctx.db.selectFrom('cert').where('id', '=', id).select(columns).forUpdate().executeTakeFirst())
  if (version !== undefined && version !== stored.version) fail('conflict')
  const before = await layoutOf(ctx, id, stored.version)
  const next = sameLayout(before, layout) ? stored.version : stored.version + 1
  await ctx.db
    .updateTable('cert')
    .set({ ...row, version: next })
    .where('id', '=', id)
    .execute()
  if (next !== stored.version) await storeLayout(ctx, id, next, layout)
  ctx.change = { before: stored, after: { ...row, version: next } }
  return { id }
}

/** Whether two layouts are equal, whatever the order of their keys: the database sorts the keys of what it stores. */
const sameLayout = (one: Layout, two: Layout) => sorted(one) === sorted(two)
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

const storeLayout = ({ db, request }: Ctx, certId: string, version: number, layout: Layout) =>
  db
    .insertInto('certVersion')
    .values({ certId, version, layout: json(layout), origin: request.origin })
    .execute()

/** Fails certGranted for one that was granted, certNamed for one that a course or an exam names. */
export async function deleteCerts(ctx: Ctx, { ids }: Input<typeof cert.delete>): Promise<true> {
  const granted = await ctx.db
    .selectFrom('certGrant')
    .innerJoin('cert', 'cert.id', 'certGrant.certId')
    .where(among('certId', ids))
    .select(['cert.id', 'cert.title'])
    .limit(1)
    .executeTakeFirst()
  if (granted) fail('certGranted', undefined, { holders: listHolding(ctx, 'grantsOf', granted) })
  const holders = await holdersOf(ctx, 'cert', ids)
  if (holders.length > 0) fail('certNamed', undefined, { holders })
  try {
    ctx.change.before = await ctx.db.deleteFrom('cert').where(among('id', ids)).returning(['id', 'title']).execute()
  } catch (error) {
    if (!violates(error, 'reference')) throw error
    const { table } = error as { table?: string }
    fail(table === 'cert_grant' ? 'certGranted' : 'certNamed')
  }
  return true
}

/** For forms that name a certificate. Fails at `field` for an unknown one, and for a disabled one that is not stored yet. */
export async function mustNameCert(
  { db }: Pick<Ctx, 'db'>,
  certId: string | null | undefined,
  stored: string | null | undefined,
  field = 'certId',
): Promise<void> {
  if (!certId || certId === stored) return
  const row = await db.selectFrom('cert').where('id', '=', certId).where('state', '=', EnabledState.enabled).select('id').executeTakeFirst()
  if (!row) failField(field, say('certGone'))
}
