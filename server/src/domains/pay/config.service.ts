// Merchant accounts for payments.
import { say } from '@shuyuan/contract/pay/pay.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type payConfig } from '@shuyuan/contract/pay/config.ts'
import { payKinds, type PayName } from '@shuyuan/contract/sys/provider/prop-pay.ts'
import { MASK } from '@shuyuan/contract/sys/provider/prop-field.ts'
import { masked, secretsOf } from '@shuyuan/contract/sys/provider/prop-kinds.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { failFields, issuesOf } from '../../kernel/fail.ts'
import { unreadableKey } from './config.rules.ts'

type Data = Record<string, unknown>
type Detail = Output<typeof payConfig.save>
const names = Object.keys(payKinds) as PayName[]

async function rowsOf({ db }: Pick<Ctx, 'db'>) {
  const rows = await db.selectFrom('payConfig').select(['name', 'enabled', 'data']).execute()
  return new Map(rows.map((row) => [row.name, { enabled: row.enabled, data: row.data as Data }]))
}
type Row = { enabled: boolean; data: Data }
const isStored = (row: Row | undefined) => row !== undefined && Object.keys(row.data).length > 0

/** Every payment method and whether it is enabled, for the checkout. */
export async function listPayConfig(ctx: Ctx): Promise<Output<typeof payConfig.list>> {
  const rows = await rowsOf(ctx)
  return names.map((name) => ({ name, enabled: rows.get(name)?.enabled ?? false }))
}

/** Every merchant account as stored, secrets masked. */
export async function payConfigDetail(ctx: Ctx): Promise<Output<typeof payConfig.detail>> {
  const rows = await rowsOf(ctx)
  return names.map((name) => shown(name, rows.get(name)))
}

const shown = (name: PayName, row: Row | undefined): Detail => ({
  name,
  enabled: row?.enabled ?? false,
  data: row ? masked(payKinds[name].data, row.data) : {},
  stored: isStored(row),
})

/**
 * Stores a merchant account and enables or disables its payment method; a masked or empty secret stays unchanged. Fails badInput at the
 * field that is wrong, and for enabling a method whose account is incomplete.
 */
export async function savePayConfig(ctx: Ctx, { name, enabled, data }: Input<typeof payConfig.save>): Promise<Detail> {
  const before = await ctx.db.selectFrom('payConfig').where('name', '=', name).select(['enabled', 'data']).forUpdate().executeTakeFirst()
  const stored = (before?.data ?? {}) as Data
  const wanted = data === undefined && !enabled ? stored : whole(name, data ?? stored, stored)
  const row = { enabled, data: json(wanted), updateTime: ctx.now }
  await ctx.db
    .insertInto('payConfig')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  const after = shown(name, { enabled, data: wanted })
  ctx.change = { before: shown(name, before && { enabled: before.enabled, data: stored }), after }
  return after
}

function whole(name: PayName, given: Data, stored: Data): Data {
  const schema = payKinds[name].data
  const filled = { ...given }
  for (const secret of secretsOf(schema)) if (isUnchanged(filled[secret])) filled[secret] = stored[secret] ?? ''
  const read = schema.safeParse(filled)
  if (!read.success) return failFields(issuesOf(read.error, ['data']))
  const unreadable = unreadableKey(name, read.data).map((field) => ({ field: `data.${field}`, message: say('pemUnreadable') }))
  if (unreadable.length > 0) return failFields(unreadable)
  return read.data
}

const isUnchanged = (value: unknown) => value === undefined || value === '' || value === MASK
