// Receivers of messages: webhooks and learning record stores.
import { type hook, type HookEvent, type HookKind, PING, statementEvents } from '@shuyuan/contract/integrate/hook.ts'
import { say } from '@shuyuan/contract/integrate/integrate.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import type { App, Ctx, SlowCtx } from '../../../kernel/ctx.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { sealValue } from '../../../kernel/sealed/sealed-column.ts'
import { namesOfUsers } from '../../site/log/user-names.service.ts'
import { mustSeeAll } from '../outbox/see-all.service.ts'
import { hookSecret } from './deliver.service.ts'
import { deliverSoon, receiversChanged } from '../outbox/outbox.service.ts'

type Form = Input<typeof hook.save>

/** All receivers, newest first. */
export async function pageHooks(ctx: Ctx, { params: _none, ...paging }: Input<typeof hook.paging>): Promise<Output<typeof hook.paging>> {
  await mustSeeAll(ctx)
  const query = ctx.db
    .selectFrom('integrateHook as h')
    .select(['id', 'title', 'kind', 'url', 'account', 'homePage', 'events', 'enabled', 'problem', 'createBy', 'createTime'])
    .select(
      sql<number>`(select count(*)::int from (select 1 from integrate_delivery d where d.hook_id = h.id and d.state = 'waiting' limit 10000) w)`.as(
        'waiting',
      ),
    )
  const page = await pageOf(query, paging, { title: 'title', createTime: 'createTime' }, [['id', 'desc']])
  const names = await namesOfUsers(
    ctx,
    page.records.flatMap((row) => row.createBy ?? []),
  )
  const records = page.records.map(({ createBy, ...row }) => ({
    ...row,
    kind: row.kind as HookKind,
    events: row.events as HookEvent[],
    createBy_dictText: names.get(createBy ?? '') ?? '',
  }))
  return { ...page, records }
}

/**
 * Adds a receiver, or changes one. Fails at url for an address that the server may not call, at kind, events, account, password and
 * homePage for what the kind needs, notFound, and forbidden without the data scope of all users.
 */
export async function saveHook(ctx: SlowCtx, form: Form): Promise<Output<typeof hook.save>> {
  await mustReach(ctx.app, form.url)
  if (form.kind === 'xapi') mustFitStatements(form)
  const saved = await ctx.transaction(async (inner) => {
    await mustSeeAll(inner)
    return form.id === undefined ? add(inner, form) : change(inner, form.id, form)
  })
  await receiversChanged(ctx.app)
  return saved
}

const problems = { form: 'hookAddressForm', scheme: 'hookAddressScheme', inside: 'hookAddressInside' } as const

async function mustReach({ outgoing }: App, url: string) {
  const problem = await outgoing.problemOf(url)
  if (problem !== null) failField('url', say(problems[problem]))
}

function mustFitStatements({ events, account, homePage }: Form) {
  if (events.some((one) => !statementEvents.includes(one))) failField('events', say('hookEventsStatement'))
  if (account === '') failField('account', say('hookAccountEmpty'))
  if (!URL.canParse(homePage) || !/^https?:$/.test(new URL(homePage).protocol)) failField('homePage', say('hookHomePage'))
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64url')}`
const columnsOf = ({ title, kind, url, account, homePage, events }: Form) => {
  const isStore = kind === 'xapi'
  return { title, kind, url, account: isStore ? account : '', homePage: isStore ? homePage : '', events: [...new Set(events)] }
}

async function add(ctx: Ctx, form: Form) {
  if (form.kind === 'xapi' && form.password === '') failField('password', say('hookPasswordEmpty'))
  const { id } = await ctx.db
    .insertInto('integrateHook')
    .values({ ...columnsOf(form), createBy: ctx.user.id, createTime: ctx.now, updateTime: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const secret = form.kind === 'hook' ? newSecret() : ''
  await storeSecret(ctx, id, form.kind === 'hook' ? secret : form.password)
  ctx.change.after = { id }
  return { id, secret }
}

async function change(ctx: Ctx, id: string, form: Form) {
  const stored = must(await ctx.db.selectFrom('integrateHook').where('id', '=', id).selectAll().forUpdate().executeTakeFirst())
  if (stored.kind !== form.kind) failField('kind', say('hookKindFixed'))
  // the stored password is not sent to another address
  const moved = form.kind === 'xapi' && stored.url !== form.url
  if (moved && form.password === '') failField('password', say('hookPasswordEmpty'))
  const { secret: _sealed, ...before } = stored
  ctx.change.before = before
  await ctx.db
    .updateTable('integrateHook')
    .set({ ...columnsOf(form), pauseUntil: null, updateTime: ctx.now })
    .where('id', '=', id)
    .execute()
  if (form.kind === 'xapi' && form.password !== '') await storeSecret(ctx, id, form.password)
  return { id, secret: '' }
}

const storeSecret = ({ app, db }: Ctx, id: string, secret: string) =>
  db
    .updateTable('integrateHook')
    .set({ secret: sealValue(app.seal, hookSecret, id, secret) })
    .where('id', '=', id)
    .execute()

/** Switches receivers on or off. What waits is sent when they are on again; what happens meanwhile is not recorded for them. */
export async function setHookState(ctx: Ctx, { ids, enabled }: Input<typeof hook.state>): Promise<true> {
  await mustSeeAll(ctx)
  const changed = await ctx.db
    .updateTable('integrateHook')
    .set({ enabled, problem: '', pauseUntil: null, updateTime: ctx.now })
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  if (changed.length < new Set(ids).size) fail('notFound')
  afterChange(ctx, enabled)
  return true
}

/** Gives a webhook a new key. Fails notFound, and at id for a learning record store. */
export async function renewSecret(ctx: Ctx, { id }: Input<typeof hook.secret>): Promise<{ secret: string }> {
  await mustSeeAll(ctx)
  const { kind } = must(await ctx.db.selectFrom('integrateHook').where('id', '=', id).select('kind').forUpdate().executeTakeFirst())
  if (kind !== 'hook') failField('id', say('hookSecretKind'))
  const secret = newSecret()
  await storeSecret(ctx, id, secret)
  return { secret }
}

/** Sends a trial message: to a webhook the event `ping`, to a learning record store no statement. */
export async function pingHook(ctx: Ctx, { id }: Input<typeof hook.ping>): Promise<true> {
  await mustSeeAll(ctx)
  const { kind } = must(await ctx.db.selectFrom('integrateHook').where('id', '=', id).select('kind').executeTakeFirst())
  const eventId = randomUUID()
  const message = { id: eventId, event: PING, time: ctx.now.toISOString(), user: null, data: {} }
  const body = JSON.stringify(kind === 'hook' ? message : [])
  await ctx.db
    .insertInto('integrateDelivery')
    .values({ hookId: id, eventId, event: PING, body, nextTime: ctx.now, createTime: ctx.now })
    .execute()
  ctx.afterCommit(() => deliverSoon(ctx.app))
  return true
}

/** Removes receivers with their messages. Fails notFound. */
export async function deleteHooks(ctx: Ctx, { ids }: Input<typeof hook.delete>): Promise<true> {
  await mustSeeAll(ctx)
  const gone = await ctx.db.deleteFrom('integrateHook').where('id', 'in', ids).returning(['id', 'title', 'url', 'events']).execute()
  if (gone.length < new Set(ids).size) fail('notFound')
  await ctx.db.deleteFrom('integrateDelivery').where('hookId', 'in', ids).execute()
  ctx.change.before = gone
  afterChange(ctx, false)
  return true
}

/** After the commit: every node knows the receivers, and what waits for them is sent. */
function afterChange(ctx: Ctx, send: boolean) {
  ctx.afterCommit(async () => {
    await receiversChanged(ctx.app)
    if (send) await deliverSoon(ctx.app)
  })
}
