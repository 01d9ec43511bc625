// Settings of providers; one provider of each kind is active, of ways to pay several.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/site/site.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { masked, propKinds, providerOf, type PropType } from '@shuyuan/contract/site/provider/prop-kinds.ts'
import type { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { type App, can, type Ctx, type SlowCtx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { NodeCache } from '../../../kernel/node-cache.ts'
import { BUCKET_PLACE } from '../../../kernel/storage.ts'
import { whyNotUploadFolder } from '../../../kernel/files/upload-folder.ts'
import { uploadLimits } from '../../common/file.service.ts'
import { addressProblems, completeProp, type Data, knownData, listProps, lockProps, openProp, writeProp } from './prop-store.service.ts'

export type ActiveProp = { provider: string; data: Data }
type Saved = Input<typeof configProp.save>
type Detail = Output<typeof configProp.detail>

const CACHE_MS = 60_000
const TOPIC = 'sys.prop'

const cacheOf = appPart((app) => new NodeCache(app, { topic: TOPIC, max: 50, ttl: CACHE_MS, load: (type: string) => load(app, type) }))

/** The active provider of a kind with its settings, secrets included: for the server's own use, never sent to a client. */
export async function activeProp({ app }: Pick<Ctx, 'app'>, type: string): Promise<ActiveProp | undefined> {
  return (await cacheOf(app).get(type)).active
}

/** Whether a provider of e-mail is active. */
export const sendsMail = async (ctx: Pick<Ctx, 'app'>): Promise<boolean> => (await activeProp(ctx, 'mail')) !== undefined

/** Calls `act` on this node after each change of any provider, made on any node. */
export function onProps(app: App, act: () => void): void {
  cacheOf(app).onClear(act)
}

/** Every node reads the settings again. */
export const clearProps = (app: App) => cacheOf(app).clearEverywhere()

async function load(app: App, type: string): Promise<{ active: ActiveProp | undefined }> {
  const row = (await listProps({ db: app.cacheDb }, type)).find((one) => one.active)
  return { active: row && { provider: row.provider, data: openProp(app, type, row) } }
}

/** Some kinds need a tag of their own besides that of the call. */
function mustBePermitted(ctx: Pick<Ctx, 'user'>, type: PropType) {
  const { permit } = propKinds[type]
  if (permit !== undefined && !can(ctx, permit)) fail('forbidden')
}

/** The stored settings of a provider, secrets masked; without a name those of the active one, else of the first of its kind. */
export async function propDetail(ctx: Pick<Ctx, 'db' | 'user'>, { type, provider }: Input<typeof configProp.detail>): Promise<Detail> {
  mustBePermitted(ctx, type)
  const rows = await listProps(ctx, type)
  const activeProvider = rows.find((one) => one.active)?.provider ?? ''
  const wanted = provider || activeProvider || rows[0]?.provider || Object.keys(propKinds[type].providers)[0] || ''
  const { data } = providerOf(type, wanted) ?? fail('notFound')
  const row = rows.find((one) => one.provider === wanted)
  return {
    type,
    provider: wanted,
    data: row ? masked(data, row.data) : {},
    remark: row?.remark ?? '',
    stored: row !== undefined,
    active: row?.active ?? false,
    activeProvider,
    storedProviders: rows.map((one) => one.provider),
  }
}

/**
 * Stores a provider's settings; a masked or empty secret stays unchanged, unless an address changed. Fails at the field that is wrong, and
 * at `provider` without one.
 */
export function saveProp(ctx: SlowCtx, input: Saved): Promise<Detail> {
  return store(ctx, input, propKinds[input.type].missing, false)
}

/** Stores a provider's settings, if any are given, and makes it the active one of its kind. Fails as saveProp. */
export function changeProp(ctx: SlowCtx, input: Saved): Promise<Detail> {
  return store(ctx, input, say('providerUnchosen'), true)
}

async function store(ctx: SlowCtx, { type, provider, data, remark }: Saved, missing: Message, activate: boolean): Promise<Detail> {
  mustBePermitted(ctx, type)
  const schema = provider ? providerOf(type, provider)?.data : undefined
  if (!provider || !schema) return failField('provider', missing)
  const storedOf = async (inner: Ctx) => knownData(inner.app, type, provider, await listProps(inner, type))
  const refused = await addressProblems(ctx.app, schema, data ?? (await ctx.read(storedOf)))
  return ctx.transaction(async (inner) => {
    await lockProps(inner.db, type)
    const before = await propDetail(inner, { type, provider })
    const stored = await storedOf(inner)
    const whole = completeProp({ type, provider, schema, data: data ?? stored }, stored, refused)
    if (type === 'upload' && provider === 'local') await mustHoldUploads(inner.app, wordOf(whole, 'localDir'))
    if (activate && propKinds[type].several !== true)
      await inner.db.updateTable('sysProp').set({ active: false }).where('type', '=', type).where('active', '=', true).execute()
    await writeProp(inner, type, { provider, data: whole, remark, ...(activate ? { active: true } : {}) })
    const after = await propDetail(inner, { type, provider })
    inner.change = { before, after }
    inner.afterCommit(() => clearProps(inner.app))
    return after
  })
}

/** Fails at the field for a folder that may not hold uploads. */
async function mustHoldUploads({ config }: App, localDir: string): Promise<void> {
  const reason = await whyNotUploadFolder(localDir, config.dataDir)
  if (reason) failField('data.localDir', reason)
}

const wordOf = (data: Data, name: string) => (typeof data[name] === 'string' ? data[name] : '')

/** How a client uploads: to the active storage, or to this server while none is set up. Contains no secrets. */
export async function uploadMethod(ctx: Ctx): Promise<Output<typeof configProp.upload>> {
  const active = await activeProp(ctx, 'upload')
  const { provider, data } = active ?? { provider: 'local', data: {} }
  return {
    provider,
    url: wordOf(data, 'url') || (provider === 's3' ? BUCKET_PLACE : ''),
    region: wordOf(data, 'region') || wordOf(data, 'endpoint'),
    bucket: wordOf(data, 'bucket'),
    ...uploadLimits(),
  }
}
