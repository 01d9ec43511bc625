// Settings stored as one row per key; every node caches them until a change.
import { randomBytes } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { json } from '../../../kernel/database.ts'
import { NodeCache } from '../../../kernel/node-cache.ts'

const CACHE_MS = 60_000
const TOPIC = 'sys.config'
export type SettingKey = 'site' | 'switch' | 'license' | 'secret' | 'face' | 'archive' | 'directory' | 'assist'

const cacheOf = appPart((app) => new NodeCache(app, { topic: TOPIC, max: 10, ttl: CACHE_MS, load: (key: SettingKey) => load(app, key) }))

/** The row of a key, {} where nothing was saved yet. */
export const storedSetting = ({ app }: Pick<Ctx, 'app'>, key: SettingKey): Promise<object> => cacheOf(app).get(key)

async function load({ cacheDb }: App, key: SettingKey): Promise<object> {
  const row = await cacheDb.selectFrom('sysConfig').where('key', '=', key).select('data').executeTakeFirst()
  return (row?.data ?? {}) as object
}

/** Stores the row of a key; every node reloads it once the command has committed. */
export async function saveSetting(ctx: Ctx, key: SettingKey, data: object): Promise<void> {
  const row = { data: json(data), updateTime: ctx.now }
  await ctx.db
    .insertInto('sysConfig')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
  ctx.afterCommit(() => cacheOf(ctx.app).clearEverywhere())
}

/**
 * A secret of this site's servers: created once, by the first node that needs it. Not by a connection of the pool: callers may be in
 * transactions that hold all of them.
 */
export async function siteSecret(app: App): Promise<string> {
  const known = (await storedSetting({ app }, 'secret')) as { value?: string }
  if (known.value !== undefined) return known.value
  await app.cacheDb
    .insertInto('sysConfig')
    .values({ key: 'secret', data: json({ value: randomBytes(32).toString('base64url') }), updateTime: app.clock() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  cacheOf(app).clear(['secret'])
  const { value } = (await load(app, 'secret')) as { value: string }
  return value
}

/** Calls `act` on this node after each change of any setting, made on any node. */
export function onSettings(app: App, act: () => void): void {
  cacheOf(app).onClear(act)
}
