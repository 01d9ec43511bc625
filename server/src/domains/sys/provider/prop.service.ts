// Settings of providers; one provider of each kind is active.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/sys/sys.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { MASK } from '@shuyuan/contract/sys/provider/prop-field.ts'
import { masked, propKinds, providerOf, secretsOf } from '@shuyuan/contract/sys/provider/prop-kinds.ts'
import type { configProp } from '@shuyuan/contract/sys/provider/prop.ts'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { json } from '../../../kernel/database.ts'
import { fail, failField, failFields, issuesOf } from '../../../kernel/fail.ts'
import { NodeCache } from '../../../kernel/node-cache.ts'
import { whyNotUploadFolder } from '../../../kernel/files/upload-folder.ts'
import { uploadLimits } from '../../common/file.service.ts'

export type ActiveProp = { provider: string; data: Record<string, unknown> }
type Data = Record<string, unknown>
type Saved = Input<typeof configProp.save>
type Detail = Output<typeof configProp.detail>

const CACHE_MS = 60_000
const TOPIC = 'sys.prop'

const cacheOf = appPart((app) => new NodeCache(app, { topic: TOPIC, max: 50, ttl: CACHE_MS, load: (type: string) => load(app, type) }))

/** The active provider of a kind with its settings, secrets included: for the server's own use, never sent to a client. */
export async function activeProp({ app }: Pick<Ctx, 'app'>, type: string): Promise<ActiveProp | undefined> {
  return (await cacheOf(app).get(type)).active
}

/** Calls `act` on this node after each change of any provider, made on any node. */
export function onProps(app: App, act: () => void): void {
  cacheOf(app).onClear(act)
}

async function load({ db }: App, type: string): Promise<{ active: ActiveProp | undefined }> {
  const row = await db
    .selectFrom('sysProp')
    .where('type', '=', type)
    .where('active', '=', true)
    .select(['provider', 'data'])
    .executeTakeFirst()
  return { active: row && { provider: row.provider, data: row.data as Data } }
}

/** The stored settings of a provider, secrets masked; without a name those of the active one, else of the first of its kind. */
export async function propDetail(ctx: Pick<Ctx, 'db'>, { type, provider }: Input<typeof configProp.detail>): Promise<Detail> {
  const rows = await ctx.db.selectFrom('sysProp').where('type', '=', type).selectAll().execute()
  const activeProvider = rows.find((one) => one.active)?.provider ?? ''
  const wanted = provider || activeProvider || rows[0]?.provider || Object.keys(propKinds[type].providers)[0] || ''
  const { data } = providerOf(type, wanted) ?? fail('notFound')
  const row = rows.find((one) => one.provider === wanted)
  return {
    type,
    provider: wanted,
    data: row ? masked(data, row.data as Data) : {},
    remark: row?.remark ?? '',
    stored: row !== undefined,
    active: activeProvider === wanted,
    activeProvider,
    storedProviders: rows.map((one) => one.provider),
  }
}

/**
 * Stores a provider's settings; a masked or empty secret stays unchanged. Fails at the field that is wrong, and at `provider` without one.
 */
export function saveProp(ctx: Ctx, input: Saved): Promise<Detail> {
  return store(ctx, input, propKinds[input.type].missing, false)
}

/** Stores a provider's settings, if any are given, and makes it the active one of its kind. Fails as saveProp. */
export function changeProp(ctx: Ctx, input: Saved): Promise<Detail> {
  return store(ctx, input, say('providerUnchosen'), true)
}

async function store(ctx: Ctx, input: Saved, missing: Message, activate: boolean): Promise<Detail> {
  const { type, provider } = input
  const known = provider ? providerOf(type, provider) : undefined
  if (!provider || !known) failField('provider', missing)
  // changes of one kind follow one another: of two concurrent activations the later wins
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${TOPIC} ${type}`}, 0))`.execute(ctx.db)
  const before = await propDetail(ctx, { type, provider })
  const data = await checked(ctx.db, input, provider, known.data)
  if (type === 'upload' && provider === 'local') await mustHoldUploads(ctx.app, wordOf(data, 'localDir'))
  const row = { data: json(data), remark: input.remark, updateTime: ctx.now }
  if (activate) await ctx.db.updateTable('sysProp').set({ active: false }).where('type', '=', type).where('active', '=', true).execute()
  const active = activate ? { active: true } : {}
  await ctx.db
    .insertInto('sysProp')
    .values({ type, provider, ...row, ...active })
    .onConflict((conflict) => conflict.columns(['type', 'provider']).doUpdateSet({ ...row, ...active }))
    .execute()
  const after = await propDetail(ctx, { type, provider })
  ctx.change = { before, after }
  ctx.afterCommit(() => cacheOf(ctx.app).clearEverywhere())
  return after
}

/** Fails at the field for a folder that may not hold uploads. */
async function mustHoldUploads({ config }: App, localDir: string): Promise<void> {
  const reason = await whyNotUploadFolder(localDir, config.dataDir)
  if (reason) failField('data.localDir', reason)
}

/** The settings to store: complete, valid, with unchanged secrets filled in. */
async function checked(db: Ctx['db'], { type, data }: Saved, provider: string, schema: z.ZodObject): Promise<Data> {
  const row = await db.selectFrom('sysProp').where('type', '=', type).where('provider', '=', provider).select('data').executeTakeFirst()
  const stored = (row?.data ?? {}) as Data
  const given: Data = { ...(data ?? stored) }
  for (const name of secretsOf(schema)) if (given[name] === undefined || isUnchanged(given[name])) given[name] = stored[name] ?? ''
  const read = schema.safeParse(given)
  if (read.success) return read.data
  return failFields(issuesOf(read.error, ['data']))
}
const isUnchanged = (value: unknown) => typeof value === 'string' && (value.trim() === '' || value.trim() === MASK)

const wordOf = (data: Data, name: string) => (typeof data[name] === 'string' ? data[name] : '')

/** How a client uploads: to the active storage, or to this server while none is set up. Contains no secrets. */
export async function uploadMethod(ctx: Ctx): Promise<Output<typeof configProp.upload>> {
  const active = await activeProp(ctx, 'upload')
  const { provider, data } = active ?? { provider: 'local', data: {} }
  return {
    provider,
    url: wordOf(data, 'url'),
    region: wordOf(data, 'region') || wordOf(data, 'endpoint'),
    bucket: wordOf(data, 'bucket'),
    ...uploadLimits(),
  }
}
