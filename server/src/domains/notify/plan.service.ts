// Notifications that are sent later: stored as the call that sends them, and sent by a job in the name of their sender.
import type { notify } from '@shuyuan/contract/notify/notify.ts'
import { type notifyPlan, planState } from '@shuyuan/contract/notify/plan.ts'
import { say } from '@shuyuan/contract/notify/notify.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { type App, type Ctx, nobody } from '../../kernel/ctx.ts'
import { containing, type Database, among } from '../../kernel/database.ts'
import { Failure, failField } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { deleteOlder, SENT_KEEP_DAYS } from '../../kernel/retention.ts'
import { namesOfUsers } from '../site/log/user-names.service.ts'
import { ofUsersWithinDataScope } from '../people/user/data-scope.service.ts'
import { mayAct } from '../people/role-menu/right.service.ts'
import { mustMayNotify } from './own.service.ts'
import { reachOf } from './prepare.service.ts'
import { sendNotify, textOf } from './send.service.ts'
import { sourceOf } from './source.service.ts'
import { ownTransaction } from '../../kernel/own-transaction.ts'

type Sending = Input<typeof notify.send>
type State = keyof typeof planState

const YEAR_MS = 366 * 86_400_000
/** A job sends until then; the next one goes on. */
const RUN_MS = 300_000

/** Sends now, or stores the call for its time. Fails as mustMayNotify, at `sendAt` for a time that is over or far away, and as sendNotify does. */
export async function sendOrPlan(ctx: Ctx, { sendAt, ...input }: Sending): Promise<Output<typeof notify.send>> {
  await mustMayNotify(ctx, { ...input, sendAt })
  if (!sendAt) return sendNotify(ctx, input)
  if (sendAt <= ctx.now) failField('sendAt', say('sendAtPast'))
  if (sendAt.getTime() - ctx.now.getTime() > YEAR_MS) failField('sendAt', say('sendAtFar'))
  const { title, content } = await textOf(ctx, input, sourceOf(ctx, input))
  if ((await reachOf(ctx, input)).people === 0) failField('audience', say('recipientsNone'))
  const row = {
    sendAt,
    title,
    content,
    body: JSON.stringify(input),
    origin: ctx.request.origin,
    createBy: ctx.user.id,
    createTime: ctx.now,
  }
  const { id } = await ctx.db.insertInto('notifyPlan').values(row).returning('id').executeTakeFirstOrThrow()
  ctx.change.after = { plan: id }
  return { sent: 0, waiting: 0, failed: 0, planned: true }
}

/** The latest time first; plans of people within the caller's data scope. */
export async function pagePlans(
  ctx: Ctx,
  { params, ...paging }: Input<typeof notifyPlan.paging>,
): Promise<Output<typeof notifyPlan.paging>> {
  const query = ctx.db
    .selectFrom('notifyPlan')
    .where(await ofUsersWithinDataScope(ctx, 'notifyPlan.createBy'))
    .$if(!!params.title, (q) => q.where('title', 'ilike', containing(params.title ?? '')))
    .$if(params.state !== undefined, (q) => q.where('state', '=', params.state ?? ''))
    .select(['id', 'sendAt', 'title', 'content', 'state', 'error', 'createBy', 'createTime'])
  const page = await pageOf(query, paging, { sendAt: 'sendAt' }, [
    ['sendAt', 'desc'],
    ['id', 'desc'],
  ])
  const names = await namesOfUsers(
    ctx,
    page.records.map((row) => row.createBy),
  )
  const records = page.records.map(({ createBy, ...row }) => ({
    ...row,
    state: row.state as State,
    state_dictText: planState[row.state as State],
    createBy_dictText: names.get(createBy) ?? '',
  }))
  return { ...page, records }
}

/** Cancels what still waits. */
export async function cancelPlans(ctx: Ctx, { ids }: Input<typeof notifyPlan.cancel>): Promise<true> {
  ctx.change.before = await ctx.db
    .updateTable('notifyPlan')
    .set({ state: 'cancelled' satisfies State })
    .where(among('id', ids))
    .where('state', '=', 'waiting' satisfies State)
    .where(await ofUsersWithinDataScope(ctx, 'notifyPlan.createBy'))
    .returning(['id', 'title'])
    .execute()
  return true
}

/** Sends due plans, each in a transaction of its own. @returns how many were sent */
export async function sendPlanned(app: App): Promise<number> {
  const until = Date.now() + RUN_MS
  let sent = 0
  for (;;) {
    const id = await sendNext(app)
    if (id === undefined || Date.now() > until) return sent
    sent++
  }
}

/** @returns the id of the plan that was sent or failed; undefined without one that is due */
async function sendNext(app: App): Promise<string | undefined> {
  let taken: string | undefined
  try {
    await ownTransaction(app, async (own) => {
      const { db } = own
      const plan = await nextDue(app, db)
      if (!plan) return
      taken = plan.id
      const user = { ...nobody, id: plan.createBy, deptCode: plan.deptCode, roleType: plan.roleType }
      const ctx = { ...own, user, request: { ...own.request, origin: plan.origin } }
      if (!(await mayAct({ db }, plan.createBy, 'notify:send'))) return end(db, plan.id, 'failed', '发送人已停用，或没有发送通知的权限')
      await sendNotify(ctx, plan.body as Sending)
      return end(db, plan.id, 'sent')
    })
  } catch (error) {
    if (taken === undefined) throw error
    if (!(error instanceof Failure)) app.log.error({ err: error, plan: taken }, 'a planned notification could not be sent')
    await end(app.db, taken, 'failed', error instanceof Failure ? error.message : '系统错误')
  }
  return taken
}

const nextDue = (app: App, db: Database) =>
  db
    .selectFrom('notifyPlan')
    .innerJoin('sysUser', 'sysUser.id', 'notifyPlan.createBy')
    .where('notifyPlan.state', '=', 'waiting' satisfies State)
    .where('sendAt', '<=', app.clock())
    .orderBy('sendAt')
    .orderBy('notifyPlan.id')
    .limit(1)
    .forUpdate('notifyPlan')
    .skipLocked()
    .select(['notifyPlan.id', 'body', 'origin', 'createBy', 'deptCode', 'roleType'])
    .executeTakeFirst()

async function end(db: Database, id: string, state: State, error = '') {
  await db.updateTable('notifyPlan').set({ state, error }).where('id', '=', id).where('state', '=', 'waiting').execute()
}

/** Deletes plans older than half a year that do not wait. */
export const deleteOldPlans = (app: App): Promise<number> => deleteOlder(app, 'notify_plan', SENT_KEEP_DAYS, sql`state = 'waiting'`)
