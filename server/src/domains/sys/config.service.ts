// Site settings and switches: one row each, kept in memory by every node until one of them changes it.
import type { Site } from '@shuyuan/contract/sys/config.ts'
import type { Switches } from '@shuyuan/contract/sys/config/switch.ts'
import { LRUCache } from 'lru-cache'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { cleanHtml } from '../../kernel/richtext.ts'

/** How long another node may be behind when a message was lost. */
const CACHE_MS = 60_000
const TOPIC = 'sys.config'
type Key = 'site' | 'switch'

const defaultSite: Site = {
  id: '1',
  siteName: '书院',
  backLogo: '',
  frontLogo: '',
  copyRight: '',
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  props: { moduleCourse: false, moduleExam: true, moduleCert: false, faceLogin: false, hotelProfile: false },
}
const defaultSwitches: Switches = {
  userReg: false,
  userAudit: false,
  mobileLogin: false,
  wechatLogin: false,
  faceLogin: false,
  cropLogin: false,
  dingLogin: false,
  realPerson: false,
  loginTick: 0,
  invoiceApply: false,
}

const cacheOf = (app: App) =>
  app.part('sys.config', () => {
    // a load that is under way while it is cleared answers its callers and is not kept
    const cache = new LRUCache<Key, Promise<object>>({ max: 10, ttl: CACHE_MS })
    app.bus.subscribe(TOPIC, () => cache.clear())
    app.bus.onGap(() => cache.clear())
    return cache
  })

function stored({ app }: Pick<Ctx, 'app'>, key: Key): Promise<object> {
  const cache = cacheOf(app)
  const known = cache.get(key)
  if (known) return known
  const loading = load(app, key)
  cache.set(key, loading)
  loading.catch(() => cache.clear())
  return loading
}

async function load({ db }: App, key: Key): Promise<object> {
  const row = await db.selectFrom('sysConfig').where('key', '=', key).select('data').executeTakeFirst()
  return (row?.data ?? {}) as object
}

/** The site's names, logos, display flags and modules, as last saved. */
export async function site(ctx: Pick<Ctx, 'app'>): Promise<Site> {
  const data = (await stored(ctx, 'site')) as Partial<Site>
  return { ...defaultSite, ...data, props: { ...defaultSite.props, ...data.props } }
}

/** The function switches, as last saved. */
export async function switches(ctx: Pick<Ctx, 'app'>): Promise<Switches> {
  return { ...defaultSwitches, ...(await stored(ctx, 'switch')) }
}

/** Stores the site's settings; the copyright is rich text and cleaned. */
export async function saveSite(ctx: Ctx, input: Site): Promise<true> {
  await save(ctx, 'site', await site(ctx), { ...input, copyRight: cleanHtml(input.copyRight) })
  return true
}

export async function saveSwitches(ctx: Ctx, input: Switches): Promise<true> {
  await save(ctx, 'switch', await switches(ctx), input)
  return true
}

async function save(ctx: Ctx, key: Key, before: object, after: object) {
  const row = { data: json(after), updateTime: ctx.now }
  await ctx.db
    .insertInto('sysConfig')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
  ctx.change = { before, after }
  ctx.afterCommit(async () => {
    const { app } = ctx
    cacheOf(app).clear()
    await app.bus.publish(TOPIC, {}).catch((error: unknown) => app.log.warn({ err: error }, 'other nodes were not told of new settings'))
  })
}
