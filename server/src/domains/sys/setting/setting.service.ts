// What the house keeps as one row a key: settings that every node has in memory until one of them changes them.
import { LRUCache } from 'lru-cache'
import { randomBytes } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { json } from '../../../kernel/database.ts'

/** How long another node may be behind when a message was lost. */
const CACHE_MS = 60_000
const TOPIC = 'sys.config'
export type SettingKey = 'site' | 'switch' | 'license' | 'secret'

const cacheOf = appPart((app) => {
  // a load that is under way while it is cleared answers its callers and is not kept
  const cache = new LRUCache<SettingKey, Promise<object>>({ max: 10, ttl: CACHE_MS })
  const listeners: (() => void)[] = []
  const changed = () => {
    cache.clear()
    for (const act of listeners) act()
  }
  app.bus.subscribe(TOPIC, changed)
  app.bus.onGap(changed)
  return { cache, listeners, changed }
})

/** The row of a key, {} where nothing was saved yet. */
export function storedSetting({ app }: Pick<Ctx, 'app'>, key: SettingKey): Promise<object> {
  const { cache } = cacheOf(app)
  const known = cache.get(key)
  if (known) return known
  const loading = load(app, key)
  cache.set(key, loading)
  loading.catch(() => cache.clear())
  return loading
}

async function load({ db }: App, key: SettingKey): Promise<object> {
  const row = await db.selectFrom('sysConfig').where('key', '=', key).select('data').executeTakeFirst()
  return (row?.data ?? {}) as object
}

/** Stores the row of a key; every node reads it anew once the command has committed. */
export async function saveSetting(ctx: Ctx, key: SettingKey, data: object): Promise<void> {
  const row = { data: json(data), updateTime: ctx.now }
  await ctx.db
    .insertInto('sysConfig')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
  ctx.afterCommit(async () => {
    const { app } = ctx
    cacheOf(app).changed()
    await app.bus.publish(TOPIC, {}).catch((error: unknown) => app.log.warn({ err: error }, 'other nodes were not told of new settings'))
  })
}

/** What only the servers of this house know: made once, by whichever node needs it first. */
export async function houseSecret(app: App): Promise<string> {
  const known = (await storedSetting({ app }, 'secret')) as { value?: string }
  if (known.value !== undefined) return known.value
  await app.db
    .insertInto('sysConfig')
    .values({ key: 'secret', data: json({ value: randomBytes(32).toString('base64url') }), updateTime: app.clock() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  cacheOf(app).cache.delete('secret')
  const { value } = (await load(app, 'secret')) as { value: string }
  return value
}

/** Calls `act` on this node after each change of any setting, wherever it was made. */
export function onSettings(app: App, act: () => void): void {
  cacheOf(app).listeners.push(act)
}
