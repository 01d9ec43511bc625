// Message templates in the back office.
import { notifyEvents, type NotifyChannel, type NotifyEvent } from '@shuyuan/contract/notify/event.ts'
import { type notifyTmpl, NotifyTmplState } from '@shuyuan/contract/notify/tmpl.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { containing, among } from '../../kernel/database.ts'
import { must } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'

const shown = <T extends { event: string; channels: string[]; state: number }>(row: T) => ({
  ...row,
  event: row.event as NotifyEvent,
  channels: row.channels as NotifyChannel[],
  state: row.state as NotifyTmplState,
})

export async function pageTmpls(
  ctx: Ctx,
  { params, ...paging }: Input<typeof notifyTmpl.paging>,
): Promise<Output<typeof notifyTmpl.paging>> {
  const query = ctx.db
    .selectFrom('notifyTmpl')
    .$if(!!params.title, (q) => q.where('title', 'ilike', containing(params.title ?? '')))
    .$if(params.event !== undefined, (q) => q.where('event', '=', params.event ?? ''))
    .$if(params.state !== undefined, (q) => q.where('state', '=', params.state!))
    .selectAll()
  const sortable = { title: 'title', event: 'event', state: 'state', createTime: 'createTime', updateTime: 'updateTime' }
  const page = await pageOf(query, paging, sortable, [['id', 'desc']])
  return { ...page, records: page.records.map((row) => ({ ...shown(row), event_dictText: notifyEvents[row.event as NotifyEvent] })) }
}

/** Fails notFound. */
export async function findTmpl(
  { db }: Pick<Ctx, 'db'>,
  { id }: Input<typeof notifyTmpl.detail>,
): Promise<Output<typeof notifyTmpl.detail>> {
  return shown(must(await db.selectFrom('notifyTmpl').where('id', '=', id).selectAll().executeTakeFirst()))
}

/** The newest enabled template of an event. */
export async function newestTmpl({ db }: Pick<Ctx, 'db'>, event: NotifyEvent) {
  return db
    .selectFrom('notifyTmpl')
    .where('event', '=', event)
    .where('state', '=', NotifyTmplState.enabled)
    .orderBy('id', 'desc')
    .select(['id', 'title', 'content', 'channels', 'smsTemplate'])
    .executeTakeFirst()
}

/** Fails notFound for an unknown id; the contract has checked the variables. */
export async function saveTmpl(ctx: Ctx, { id, ...form }: Input<typeof notifyTmpl.save>): Promise<Output<typeof notifyTmpl.save>> {
  const row = { ...form, channels: [...new Set(form.channels)], updateTime: ctx.now }
  if (id === undefined)
    return ctx.db
      .insertInto('notifyTmpl')
      .values({ ...row, createTime: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ctx.change.before = must(await ctx.db.selectFrom('notifyTmpl').where('id', '=', id).selectAll().forUpdate().executeTakeFirst())
  await ctx.db.updateTable('notifyTmpl').set(row).where('id', '=', id).execute()
  return { id }
}

export async function deleteTmpls(ctx: Ctx, { ids }: Input<typeof notifyTmpl.delete>): Promise<true> {
  ctx.change.before = await ctx.db.deleteFrom('notifyTmpl').where(among('id', ids)).returning(['id', 'title']).execute()
  return true
}
