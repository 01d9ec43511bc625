// Hands waiting messages to the push services of browsers. A server that is killed in between may send one twice: browsers replace a
// notification of the same message.
import type { PushPayload } from '@shuyuan/contract/message/push.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { sql } from 'kysely'
import webPush from 'web-push'
import type { App } from '../../kernel/ctx.ts'
import { OutgoingRefused } from '../../kernel/http/outgoing.ts'
import { site } from '../site/config/config.service.ts'
import { pushKeys, type PushKeys } from './push.service.ts'

export const PUSH = 'sys.push'
const BATCH = 50
const AT_ONCE = 4
const TRIES = 3
const PAUSE_S = 60
const TIMEOUT_MS = 10_000
/** How long a push service keeps a message for a browser that is off. */
const KEPT_S = 86_400
/** The browser has withdrawn (RFC 8030, 7.3). */
const GONE: readonly number[] = [404, 410]
/** Later it may work: too many requests, or a fault of the service. */
const isPassing = (status: number) => status === 429 || status >= 500

/** Requests a run now; if that fails, the next scheduled run sends the messages. */
export async function pushSoon(app: App): Promise<void> {
  try {
    await app.jobs.send(app.db, PUSH, {})
  } catch (error) {
    app.log.warn({ err: error }, 'notifications wait for the next scheduled run')
  }
}

type Waiting = { id: string; pushId: string; tries: number }
type Ready = Waiting & { msgId: string; title: string; endpoint: string; p256dh: string; auth: string }

/** Sends due messages. Several servers may do so at the same time. @returns how many messages a push service has taken */
export async function sendPushes(app: App): Promise<number> {
  const keys = await pushKeys(app)
  if (!keys) {
    // no browser can have asked with the present keys
    await app.db.deleteFrom('sysPushWaiting').execute()
    return 0
  }
  const { h5Host } = await site({ app })
  const subject = h5Host.startsWith('https://') ? h5Host : 'mailto:push@shuyuan.invalid'
  let sent = 0
  for (;;) {
    const taken = await take(app)
    if (taken.length === 0) return sent
    const left = await readyOf(app, taken)
    const worker = async () => {
      for (let row = left.shift(); row !== undefined; row = left.shift()) if (await sendOne(app, row, keys, subject)) sent++
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }
}

/** Due rows, which are due again after a pause, the longer the more often they were tried. */
async function take({ db, clock }: App): Promise<Waiting[]> {
  const now = clock()
  const { rows } = await sql<Waiting>`
    update sys_push_waiting set tries = tries + 1, next_time = ${now}::timestamptz + ${PAUSE_S} * (tries + 1) * interval '1 second'
    where id in (select w.id from sys_push_waiting w where w.next_time <= ${now} order by w.next_time limit ${BATCH} for update of w skip locked)
    returning id, push_id as "pushId", tries`.execute(db)
  return rows
}

/** Those whose user is still signed in there; the others are removed. */
async function readyOf({ db, clock }: App, taken: readonly Waiting[]): Promise<Ready[]> {
  const ids = taken.map((one) => one.id)
  const { rows } = await sql<Ready>`
    select w.id, w.push_id as "pushId", w.tries, m.id as "msgId", m.title, p.endpoint, p.p256dh, p.auth
    from sys_push_waiting w join sys_push p on p.id = w.push_id join sys_msg m on m.id = w.msg_id
      join sys_user u on u.id = p.user_id join sys_session s on s.id = p.session_id
    where w.id = any(${ids}::bigint[]) and m.user_id = p.user_id and u.state = ${UserState.active} and s.ended is null
      and s.expire_time > ${clock()}`.execute(db)
  const ready = new Set(rows.map((one) => one.id))
  await remove(
    { db },
    ids.filter((one) => !ready.has(one)),
  )
  return rows
}

async function remove({ db }: Pick<App, 'db'>, ids: readonly string[]) {
  if (ids.length > 0) await sql`delete from sys_push_waiting where id = any(${ids}::bigint[])`.execute(db)
}

const forget = ({ db }: App, pushId: string) => db.deleteFrom('sysPush').where('id', '=', pushId).execute()

/** @returns whether the push service has taken it */
async function sendOne(app: App, row: Ready, keys: PushKeys, subject: string): Promise<boolean> {
  const outcome = await post(app, row, keys, subject)
  if (outcome === 'gone') {
    await forget(app, row.pushId)
    return false
  }
  if (outcome !== 'later' || row.tries >= TRIES) await remove(app, [row.id])
  return outcome === 'sent'
}

type Outcome = 'sent' | 'gone' | 'later' | 'refused'

async function post(app: App, { endpoint, p256dh, auth, title, msgId }: Ready, keys: PushKeys, subject: string): Promise<Outcome> {
  const payload: PushPayload = { id: msgId, title }
  try {
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails: { subject, ...keys },
      TTL: KEPT_S,
    })
    const { 'Content-Length': _length, ...headers } = request.headers as Record<string, unknown>
    const reply = await app.outgoingOfUsers.request(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: new Blob([new Uint8Array(request.body)]),
      timeoutMs: TIMEOUT_MS,
    })
    reply.discard()
    if (reply.status < 300) return 'sent'
    if (GONE.includes(reply.status)) return 'gone'
    app.log.warn({ status: reply.status, host: new URL(endpoint).host }, 'a push service refused a message')
    return isPassing(reply.status) ? 'later' : 'refused'
  } catch (error) {
    if (error instanceof OutgoingRefused) return 'gone'
    app.log.warn({ err: error, host: new URL(endpoint).host }, 'a push service was not reached')
    return 'later'
  }
}
