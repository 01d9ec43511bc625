// Delivers the messages of the outbox to receivers and learning platforms: at least once, each by one server at a time.
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import { PING } from '@shuyuan/contract/integrate/hook.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { openValue, type SealedColumn } from '../../../kernel/sealed/sealed-column.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { postScore, type ScoreTaker } from '../lti/lti-access.service.ts'
import { receiversChanged } from '../outbox/outbox.service.ts'
import { MOST_ATTEMPTS, nextAttempt, signedHeaders } from '../outbox/sign.rules.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'

const TIMEOUT_MS = 10_000
/** A server that takes a message and dies leaves it to the others after this time. */
const LEASE_SECONDS = 60
/** A receiver that does not answer is left alone for this time. */
const PAUSE_MS = 60_000
const AT_ONCE = 20
const MAX_ANSWER = 65_536

export const hookSecret: SealedColumn = { table: 'integrate_hook', column: 'secret' }

type Message = { id: string; eventId: string; event: string; body: string; attempts: number }
type Receiver = { hookId: string; kind: string; url: string; account: string; secret: string }
/** `hookId` null: a score for a learning platform, `address` is its line item */
type Taken = Message & (Receiver | ({ hookId: null; address: string } & ScoreTaker))
type Outcome = { httpStatus: number | null; ms: number; error: string }

/** Sends due messages; several servers may run it at once. @returns the number of attempts */
export async function deliverDue(app: App): Promise<number> {
  for (let count = 0; ;) {
    const taken = await take(app)
    if (taken.length === 0) return count
    await Promise.all(taken.map((one) => deliver(app, one)))
    count += taken.length
  }
}

/** Takes messages that are due, for a minute. */
async function take({ db, clock }: App): Promise<Taken[]> {
  const now = clock()
  const { rows } = await sql<Taken>`
    with due as (
      select d.id, h.kind, h.url, h.account, h.secret, p.client_id, p.token_url, p.token_audience
      from integrate_delivery d left join integrate_hook h on h.id = d.hook_id left join integrate_lti_platform p on p.id = d.platform_id
      where d.state = 'waiting' and d.next_time <= ${now}::timestamptz
        and ((h.id is not null and (d.event = ${PING} or (h.enabled and (h.pause_until is null or h.pause_until <= ${now}::timestamptz))))
          or (p.enabled and p.token_url <> '' and (p.pause_until is null or p.pause_until <= ${now}::timestamptz)))
      order by d.next_time, d.id limit ${AT_ONCE} for update of d skip locked)
    update integrate_delivery d set attempts = attempts + 1,
      next_time = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS}::int)
    from due where d.id = due.id
    returning d.id, d.event_id, d.event, d.body, d.attempts, d.hook_id, due.kind, due.url, due.account, due.secret,
      d.platform_id, d.address, due.client_id, due.token_url, due.token_audience`.execute(db)
  return rows
}

async function deliver(app: App, taken: Taken): Promise<void> {
  const outcome = await send(app, taken)
  const isDone = outcome.error === ''
  const now = app.clock()
  const isTrial = taken.event === PING
  const next = isDone || isTrial ? null : nextAttempt(taken.attempts, now)
  const state = isDone ? 'done' : next ? 'waiting' : 'failed'
  await app.db
    .updateTable('integrateDelivery')
    .set({ ...outcome, state, doneTime: isDone ? now : null, ...(next && { nextTime: next }) })
    .where('id', '=', taken.id)
    // an administrator may have had it sent again in the meantime
    .where('attempts', '=', taken.attempts)
    .where('state', '=', 'waiting')
    .execute()
  if (isDone || isTrial) return
  // one column of a grade book may be gone while the platform is well
  if (!next) return taken.hookId === null ? undefined : switchOff(app, taken.hookId, outcome.error)
  if (outcome.httpStatus === null) await pause(app, taken, new Date(now.getTime() + PAUSE_MS))
}

async function pause({ db }: App, taken: Taken, pauseUntil: Date): Promise<void> {
  if (taken.hookId === null) await db.updateTable('integrateLtiPlatform').set({ pauseUntil }).where('id', '=', taken.platformId).execute()
  else await db.updateTable('integrateHook').set({ pauseUntil }).where('id', '=', taken.hookId).execute()
}

/** One attempt. `error`: '' for an answer of 2xx. */
async function send(app: App, taken: Taken): Promise<Outcome> {
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  try {
    const status = await post(app, taken)
    const isGood = status >= 200 && status < 300
    return { httpStatus: status, ms: ms(), error: isGood ? '' : `HTTP ${status}` }
  } catch (error) {
    return { httpStatus: null, ms: ms(), error: (error instanceof Error ? error.message : String(error)).slice(0, 300) }
  }
}

/** @returns the answer's status */
async function post(app: App, taken: Taken): Promise<number> {
  if (taken.hookId === null) return postScore(app, taken, { lineItem: taken.address, body: taken.body }, TIMEOUT_MS)
  const secret = openValue(app.seal, hookSecret, taken.hookId, taken.secret)
  const { url, headers } = requestOf(taken, secret, app.clock())
  const reply = await app.outgoing.request(url, {
    method: 'POST',
    headers,
    body: taken.body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER,
  })
  reply.discard()
  return reply.status
}

function requestOf({ kind, url, account, ...message }: Message & Receiver, secret: string, now: Date) {
  if (kind === 'hook') return { url, headers: signedHeaders(secret, message, now) }
  return {
    url: `${withoutSlash(url)}/statements`,
    headers: {
      'content-type': 'application/json',
      'x-experience-api-version': '1.0.3',
      authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`,
    },
  }
}

/** Switches a receiver off, and tells its maker once. */
async function switchOff(app: App, hookId: string, error: string): Promise<void> {
  await ownTransaction(app, async (ctx) => {
    const hook = await ctx.db
      .updateTable('integrateHook')
      .set({ enabled: false, problem: error, updateTime: ctx.now })
      .where('id', '=', hookId)
      .where('enabled', '=', true)
      .returning(['title', 'createBy'])
      .executeTakeFirst()
    if (!hook) return
    const content = `“${hook.title}”连续 ${MOST_ATTEMPTS} 次推送失败（${error}），已停用。排除故障后请在“数据推送”中重新启用，未送达的消息会继续推送。`
    await sendMsg(ctx, hook.createBy === null ? [] : [hook.createBy], { title: '数据推送已停用', content, refType: 'hook', refId: hookId })
  })
  await receiversChanged(app)
}
