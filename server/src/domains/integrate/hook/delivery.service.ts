// The log of messages, and sending them again.
import { type delivery, type DeliveryState } from '@shuyuan/contract/integrate/hook.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { cappedPageOf } from '../../../kernel/page.ts'
import { deleteOlder } from '../../../kernel/retention.ts'
import { mustSeeAll } from '../outbox/see-all.service.ts'
import { deliverSoon } from '../outbox/outbox.service.ts'
import { among } from '../../../kernel/database.ts'

const KEEP_DAYS = 30

/** Messages, newest first; counts to 10,000 and reports when there are more. */
export async function pageDeliveries(
  ctx: Ctx,
  { params, ...paging }: Input<typeof delivery.paging>,
): Promise<Output<typeof delivery.paging>> {
  await mustSeeAll(ctx)
  const { hookId, event, state, from, to } = params
  const query = ctx.db
    .selectFrom('integrateDelivery')
    .leftJoin('integrateHook', 'integrateHook.id', 'integrateDelivery.hookId')
    .leftJoin('integrateLtiPlatform', 'integrateLtiPlatform.id', 'integrateDelivery.platformId')
    .$if(hookId !== undefined, (q) => q.where('integrateDelivery.hookId', '=', hookId!))
    .$if(event !== undefined, (q) => q.where('event', '=', event!))
    .$if(state !== undefined, (q) => q.where('integrateDelivery.state', '=', state!))
    .$if(from !== undefined, (q) => q.where('integrateDelivery.createTime', '>=', from!))
    .$if(to !== undefined, (q) => q.where('integrateDelivery.createTime', '<=', to!))
    .select([
      'integrateDelivery.id',
      'integrateDelivery.hookId',
      'address',
      'eventId',
      'event',
      'body',
      'integrateDelivery.state',
      'attempts',
      'httpStatus',
      'ms',
      'error',
    ])
    .select(['nextTime', 'integrateDelivery.createTime'])
    .select((eb) => eb.fn.coalesce('integrateHook.title', 'integrateLtiPlatform.title', eb.val('')).as('hookTitle'))
  const page = await cappedPageOf(ctx.db, query, paging, {
    key: 'integrateDelivery.id',
    sortable: { createTime: 'integrateDelivery.createTime' },
    fallback: [
      ['integrateDelivery.createTime', 'desc'],
      ['integrateDelivery.id', 'desc'],
    ],
  })
  const records = page.records.map((row) => {
    const stateNow = row.state as DeliveryState
    return { ...row, state: stateNow, nextTime: stateNow === 'waiting' ? row.nextTime : null }
  })
  return { ...page, records }
}

/** Sends messages again, from the first attempt on. Fails notFound. */
export async function replay(ctx: Ctx, { ids }: Input<typeof delivery.replay>): Promise<true> {
  await mustSeeAll(ctx)
  const found = await ctx.db
    .updateTable('integrateDelivery')
    .set({ state: 'waiting', attempts: 0, nextTime: ctx.now, error: '', httpStatus: null, doneTime: null })
    .where(among('id', ids))
    .returning('id')
    .execute()
  if (found.length < new Set(ids).size) fail('notFound')
  ctx.afterCommit(() => deliverSoon(ctx.app))
  return true
}

/** Deletes messages that are older than 30 days. */
export const deleteOldDeliveries = (app: App): Promise<number> => deleteOlder(app, 'integrate_delivery', KEEP_DAYS)
