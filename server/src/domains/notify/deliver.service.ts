// Sends waiting SMS and e-mails through their providers. Each is claimed before it is sent, so that a server killed in between does not send it twice.
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import type { App } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import { Failure } from '../../kernel/fail.ts'
import { MailUnknown } from '../../providers/mail/mail-provider.ts'
import { deliverMail } from '../site/outbox/mail-outbox.service.ts'
import { deliverSms } from '../site/outbox/sms-outbox.service.ts'
import { among } from '../../kernel/database.ts'
import { filesOf } from './enclosure.service.ts'

export const DELIVER = 'notify.sms'
const BATCH = 50
const AT_ONCE = 4
/** A longer run would exceed the job's time limit; the next run continues. */
const RUN_MS = 300_000
/** After this time a claim counts as lost: the server that made it will not report a result. */
const LOST_MS = 600_000
/** Pauses before a message is retried; after the last retry it has failed. */
const AGAIN_MS = [60_000, 300_000]

type Claimed = {
  id: string
  userId: string
  channel: string
  title: string
  content: string
  tries: number
  smsTemplate: string
  paramNames: string[]
  params: string[]
  refType: string
  refId: string
}
type Reached = { mobile: string | null; email: string }

class Delivery {
  readonly #app: App
  #running: Promise<number> | undefined
  #stopped = false

  constructor(app: App) {
    this.#app = app
    app.onClose(async () => {
      this.#stopped = true
      await this.#running
    })
  }

  /** One run at a time; a call during a run gets that run's result. */
  run(): Promise<number> {
    this.#running ??= this.#run().finally(() => (this.#running = undefined))
    return this.#running
  }

  async #run() {
    await giveUpLost(this.#app)
    const until = Date.now() + RUN_MS
    let done = 0
    while (!this.#stopped && Date.now() < until) {
      const claimed = await claim(this.#app)
      if (claimed.length === 0) break
      await this.#sendAll(claimed)
      done += claimed.length
    }
    return done
  }

  async #sendAll(claimed: Claimed[]) {
    const people = await reachedBy(this.#app, claimed)
    const left = [...claimed]
    const worker = async () => {
      for (let row = left.shift(); row !== undefined; row = left.shift()) {
        // a server that is stopping releases the messages that it has not sent
        if (this.#stopped) await settle(this.#app, row, { state: 'waiting', tries: row.tries - 1, claimTime: null })
        else await sendOne(this.#app, row, people.get(row.userId))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }
}

const deliveryOf = appPart((app) => new Delivery(app))

/**
 * Sends waiting messages, for some minutes at most. Several nodes may do so at the same time. @returns how many messages were passed to the
 * provider
 */
export const deliverWaiting = (app: App): Promise<number> => deliveryOf(app).run()

/** Requests a run now; if that fails, the next scheduled run sends the messages. */
export async function deliverSoon(app: App): Promise<void> {
  try {
    await app.jobs.send(app.db, DELIVER, {})
  } catch (error) {
    app.log.warn({ err: error }, 'messages wait for the next scheduled run')
  }
}

async function giveUpLost({ db, clock }: App) {
  await db
    .updateTable('notifyLog')
    .set({ state: 'failed', error: '服务器中断，发送结果未知' })
    .where('state', '=', 'sending')
    .where('claimTime', '<', new Date(clock().getTime() - LOST_MS))
    .execute()
}

/** Commits before anything is sent. */
async function claim({ db, clock }: App): Promise<Claimed[]> {
  const now = clock()
  const due = db
    .selectFrom('notifyLog')
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('claimTime', 'is', null), eb('claimTime', '<=', now)]))
    .orderBy('id')
    .limit(BATCH)
    .select('id')
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('notifyLog')
    .set((eb) => ({ state: 'sending', claimTime: now, tries: eb('tries', '+', 1) }))
    .where('id', 'in', due)
    .returning(['id', 'userId', 'channel', 'title', 'content', 'tries', 'smsTemplate', 'paramNames', 'params', 'refType', 'refId'])
    .execute()
}

async function reachedBy({ db }: App, rows: Claimed[]): Promise<Map<string, Reached>> {
  const people = await db
    .selectFrom('sysUser')
    .where(
      among(
        'id',
        rows.map((row) => row.userId),
      ),
    )
    .where('state', '=', UserState.active)
    .select(['id', 'mobile', 'email'])
    .execute()
  return new Map(people.map((one) => [one.id, one]))
}

/** Hands one message to the provider of its channel. */
async function hand(app: App, row: Claimed, to: string) {
  const { channel, title, content, smsTemplate, paramNames, params } = row
  if (channel === 'mail') return deliverMail({ app }, { to, subject: title, text: content, files: await filesOf(app, row) })
  const values = paramNames.map((name, at) => ({ name, value: params[at] ?? '' }))
  return deliverSms({ app }, { mobile: to, smsType: 'notify', text: content, template: smsTemplate, params: values })
}

async function sendOne(app: App, row: Claimed, person: Reached | undefined) {
  const isMail = row.channel === 'mail'
  const to = isMail ? person?.email : person?.mobile
  if (!to) return settle(app, row, { state: 'failed', error: isMail ? '没有邮箱' : '没有手机号' })
  try {
    await hand(app, row, to)
  } catch (error) {
    if (error instanceof MailUnknown) return settle(app, row, { state: 'failed', error: '连接中断，发送结果未知' })
    // an error of our own code may follow a successful send: the message is not retried
    if (error instanceof Failure) return settle(app, row, again(app, row, error.message))
    app.log.error({ err: error, notifyLogId: row.id }, 'a message failed')
    return settle(app, row, { state: 'failed', error: isMail ? '邮件发送失败' : '短信发送失败' })
  }
  return settle(app, row, { state: 'sent', error: '' })
}

/** Refusals are often temporary (rate limit, empty account); after three of them the message has failed. */
function again({ clock }: App, { tries }: Claimed, message: string): Outcome {
  const error = message.slice(0, 200)
  const pause = AGAIN_MS[tries - 1]
  if (pause === undefined) return { state: 'failed', error }
  return { state: 'waiting', error, claimTime: new Date(clock().getTime() + pause) }
}

type Outcome = { state: string; error?: string; tries?: number; claimTime?: Date | null }

/** A message whose result cannot be stored stays claimed, and later counts as lost instead of being sent again. */
async function settle({ db, log }: App, { id }: Claimed, outcome: Outcome) {
  try {
    await db.updateTable('notifyLog').set(outcome).where('id', '=', id).where('state', '=', 'sending').execute()
  } catch (error) {
    log.error({ err: error, notifyLogId: id }, 'the outcome of a message was not written down')
  }
}
