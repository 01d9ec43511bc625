// The notification log as the back office reads it.
import { notifyChannels, type NotifyChannel } from '@shuyuan/contract/notify/event.ts'
import { type notifyLog, notifyState } from '@shuyuan/contract/notify/log.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { containing } from '../../kernel/database.ts'
import { cappedPageOf } from '../../kernel/page.ts'
import { deleteOlder, SENT_KEEP_DAYS } from '../../kernel/retention.ts'
import { namesOfUsers } from '../site/log/user-names.service.ts'
import { ofUsersWithinDataScope } from '../people/user/data-scope.service.ts'
import { usersCalled } from '../people/user/name-search.service.ts'
import { scopeOf } from '../people/role-menu/scope.service.ts'

type State = keyof typeof notifyState

/**
 * Newest first, users within the caller's data scope; counts to 10,000, to 1,000 for a title and for callers who see a part of the people, and
 * reports when there are more.
 */
export async function pageNotifyLogs(
  ctx: Ctx,
  { params, ...paging }: Input<typeof notifyLog.paging>,
): Promise<Output<typeof notifyLog.paging>> {
  const { realName, title, channel, state, from, to } = params
  // where a condition leaves few of many rows, a thousand are found soon enough
  const most = title || (await scopeOf(ctx)).width !== 'all' ? 1_000 : undefined
  const query = ctx.db
    .selectFrom('notifyLog')
    .leftJoin('sysUser', 'sysUser.id', 'notifyLog.userId')
    .where(await ofUsersWithinDataScope(ctx, 'notifyLog.userId'))
    .$if(!!realName, (q) => q.where('notifyLog.userId', '=', usersCalled(realName ?? '')))
    .$if(!!title, (q) => q.where('title', 'ilike', containing(title ?? '')))
    .$if(channel !== undefined, (q) => q.where('channel', '=', channel ?? ''))
    .$if(state !== undefined, (q) => q.where('notifyLog.state', '=', state ?? ''))
    .$if(from !== undefined, (q) => q.where('notifyLog.createTime', '>=', from!))
    .$if(to !== undefined, (q) => q.where('notifyLog.createTime', '<=', to!))
    .select(['notifyLog.id', 'notifyLog.createTime', 'title', 'content', 'channel', 'notifyLog.state', 'error', 'createBy'])
    .select(['userName', 'realName'])
  const page = await cappedPageOf(ctx.db, query, paging, {
    key: 'notifyLog.id',
    sortable: { createTime: 'notifyLog.createTime' },
    fallback: [
      ['notifyLog.createTime', 'desc'],
      ['notifyLog.id', 'desc'],
    ],
    ...(most && { most }),
  })
  const names = await namesOfUsers(
    ctx,
    page.records.flatMap((row) => row.createBy ?? []),
  )
  const records = page.records.map(({ createBy, ...row }) => ({
    ...row,
    userName: row.userName ?? '',
    realName: row.realName ?? '',
    channel: row.channel as NotifyChannel,
    channel_dictText: notifyChannels[row.channel as NotifyChannel],
    state: row.state as State,
    state_dictText: notifyState[row.state as State],
    createBy_dictText: names.get(createBy ?? '') ?? '',
  }))
  return { ...page, records }
}

/** Deletes rows older than half a year, except messages still waiting or being sent. */
export const deleteOldNotifyLogs = (app: App): Promise<number> =>
  deleteOlder(app, 'notify_log', SENT_KEEP_DAYS, sql`state in ('waiting', 'sending')`)
