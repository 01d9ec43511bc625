// Merchant accounts for payments: providers of type pay, of which several can be active.
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { payKinds } from '@shuyuan/contract/site/provider/prop-pay.ts'
import { type PayName } from '@shuyuan/contract/site/provider/pay-name.ts'
import { masked } from '@shuyuan/contract/site/provider/prop-kinds.ts'
import type { Ctx, SlowCtx } from '../../../kernel/ctx.ts'
import { site } from '../../site/config/config.service.ts'
import { clearProps } from '../../site/provider/prop.service.ts'
import {
  addressProblems,
  completeProp,
  type Data,
  knownData,
  listProps,
  lockProps,
  writeProp,
} from '../../site/provider/prop-store.service.ts'

/** followed by the name of the service */
export const NOTIFY_PATH = '/api/pay/notify/'
type Detail = Output<typeof payConfig.save>
type Row = { active: boolean; data: Data }
const names = Object.keys(payKinds) as PayName[]

const rowsOf = async (ctx: Pick<Ctx, 'db'>) => new Map((await listProps(ctx, 'pay')).map((row) => [row.provider, row]))

/** Every way to pay and whether it is enabled, for the checkout; the test channel only on a demonstration. */
export async function listPayConfig({ app, db }: Pick<Ctx, 'app' | 'db'>): Promise<Output<typeof payConfig.list>> {
  const rows = await rowsOf({ db })
  const known = names.map((name) => ({ name, enabled: rows.get(name)?.active ?? false }))
  return app.config.demo ? [...known, { name: 'local' as const, enabled: true }] : known
}

/** The address of the site, without a slash at its end: of its settings, or else as the caller reached it. */
export async function payBase(ctx: Pick<Ctx, 'app' | 'request'>): Promise<{ base: string; isSet: boolean }> {
  const { h5Host } = await site(ctx)
  return { base: withoutSlash(h5Host || ctx.request.origin), isSet: h5Host !== '' }
}

/** Where payment services send their notices, without the service's name. */
export async function notifyAddress(ctx: Ctx): Promise<Output<typeof payConfig.address>> {
  const { base, isSet } = await payBase(ctx)
  return { notifyUrl: `${base}${NOTIFY_PATH}`, isSet }
}

/** Every merchant account as stored, secrets masked. */
export async function payConfigDetail(ctx: Ctx): Promise<Output<typeof payConfig.detail>> {
  const rows = await rowsOf(ctx)
  return names.map((name) => shown(name, rows.get(name)))
}

const shown = (name: PayName, row: Row | undefined): Detail => ({
  name,
  enabled: row?.active ?? false,
  data: row ? masked(payKinds[name].data, row.data) : {},
  stored: row !== undefined && Object.keys(row.data).length > 0,
})

/**
 * Stores a merchant account and enables or disables its payment method; a masked or empty secret stays unchanged, unless an address changed.
 * Fails badInput at the field that is wrong, and for enabling a method whose account is incomplete.
 */
export async function savePayConfig(ctx: SlowCtx, { name, enabled, data }: Input<typeof payConfig.save>): Promise<Detail> {
  const schema = payKinds[name].data
  const storedOf = async (inner: Ctx) => knownData(inner.app, 'pay', name, await listProps(inner, 'pay'))
  const isChecked = data !== undefined || enabled
  const refused = isChecked ? await addressProblems(ctx.app, schema, data ?? (await ctx.read(storedOf))) : []
  return ctx.transaction(async (inner) => {
    await lockProps(inner.db, 'pay')
    const before = (await rowsOf(inner)).get(name)
    const stored = await storedOf(inner)
    const wanted = isChecked ? completeProp({ type: 'pay', provider: name, schema, data: data ?? stored }, stored, refused) : stored
    await writeProp(inner, 'pay', { provider: name, data: wanted, active: enabled })
    const after = shown(name, { active: enabled, data: wanted })
    inner.change = { before: shown(name, before), after }
    inner.afterCommit(() => clearProps(inner.app))
    return after
  })
}
