// The outbox: messages to other systems, written in the transaction of the event.
import { type HookEvent, statementEvents } from '@shuyuan/contract/integrate/hook.ts'
import { randomUUID } from 'node:crypto'
import type { App } from '../../../kernel/ctx.ts'
import type { Happened, ReportCtx } from '../../site/log/happening.service.ts'
import { NodeCache } from '../../../kernel/node-cache.ts'
import { appPart } from '../../../kernel/part.ts'
import { type Learnt, statementsOf } from './xapi.rules.ts'
import { among } from '../../../kernel/database.ts'

export const DELIVER = 'integrate.deliver'
const CACHE_MS = 30_000
const NUDGE_MS = 1_000
const PORTION = 500

type Receiver = { id: string; kind: string; events: string[]; homePage: string }
/** `learnt`: the result that a learning record store receives. */
export type Told = Happened & { learnt?: Learnt }

// its own connection: a load must not wait for transactions that wait for it
const receiversOf = appPart(
  (app) =>
    new NodeCache(app, {
      topic: 'integrate.hook',
      max: 1,
      ttl: CACHE_MS,
      load: (_all: string): Promise<Receiver[]> =>
        app.cacheDb.selectFrom('integrateHook').where('enabled', '=', true).select(['id', 'kind', 'events', 'homePage']).execute(),
    }),
)

/** Makes every node read the receivers again: after the commit of a change. */
export const receiversChanged = (app: App): Promise<void> => receiversOf(app).clearEverywhere()

/**
 * Writes one message for each receiver of the event and each fact.
 * @param read the facts; it is not called where no receiver has subscribed to the event, because papers are finished by the thousand
 */
export async function writeOutbox(ctx: ReportCtx, event: HookEvent, read: () => Promise<readonly Told[]>): Promise<void> {
  const all = await receiversOf(ctx.app).get('all')
  const receivers = all.filter((one) => one.events.includes(event) && (one.kind === 'hook' || statementEvents.includes(event)))
  if (receivers.length === 0) return
  const told = await read()
  if (told.length === 0) return
  const names = await namesOf(
    ctx,
    told.flatMap(({ userId }) => userId ?? []),
  )
  const rows = told.flatMap((one) => messagesOf(ctx, event, one, receivers, names.get(one.userId ?? '') ?? ''))
  for (let from = 0; from < rows.length; from += PORTION)
    await ctx.db
      .insertInto('integrateDelivery')
      .values(rows.slice(from, from + PORTION))
      .execute()
  ctx.afterCommit(() => deliverSoon(ctx.app))
}

function messagesOf({ now }: ReportCtx, event: string, { userId, data, learnt }: Told, receivers: Receiver[], userName: string) {
  const eventId = randomUUID()
  const row = { eventId, event, nextTime: now, createTime: now }
  const user = userId === null ? null : { id: userId, userName }
  const message = JSON.stringify({ id: eventId, event, time: now.toISOString(), user, data })
  return receivers.flatMap(({ id: hookId, kind, homePage }) => {
    if (kind === 'hook') return [{ ...row, hookId, body: message }]
    return learnt ? [{ ...row, hookId, body: JSON.stringify(statementsOf(learnt, { userName, at: now, homePage })) }] : []
  })
}

async function namesOf({ db }: ReportCtx, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sysUser')
    .where(among('id', [...new Set(userIds)]))
    .select(['id', 'userName'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.userName]))
}

const nudgeOf = appPart(() => ({ at: 0, timer: undefined as NodeJS.Timeout | undefined }))

/** Queues a run of the deliveries, at most once a second; if that fails, the scheduled run does the same work. */
export async function deliverSoon(app: App): Promise<void> {
  const last = nudgeOf(app)
  const wait = last.at + NUDGE_MS - Date.now()
  if (wait > 0) {
    last.timer ??= setTimeout(() => {
      last.timer = undefined
      void deliverSoon(app)
    }, wait).unref()
    return
  }
  last.at = Date.now()
  try {
    await app.jobs.send(app.db, DELIVER, {})
  } catch (error) {
    app.log.debug({ err: error }, 'messages to other systems wait for the next scheduled run')
  }
}
