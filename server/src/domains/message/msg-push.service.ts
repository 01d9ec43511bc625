// Hints to open pages that their user's inbox has changed, on every node. Nothing depends on them: pages also poll.
import { type UserHint, userChannel } from '@shuyuan/contract/message/user-hint.ts'
import { ReadState } from '@shuyuan/contract/message/msg.ts'
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { among } from '../../kernel/database.ts'

/** The id range of new messages, or the user whose inbox changed: a few bytes on the bus, however many users are concerned. */
type Change = { first: string; last: string } | { userId: string }

const TOPIC = 'sys.msg'
const PREFIX = 'user:'
const AT_ONCE = 500

/** The socket room of a user's pages. */
export const roomOfUser = (userId: string) => `${PREFIX}${userId}`

/** Forwards bus messages of any node to the pages of this node. */
export function listenForMsgs(app: App) {
  app.bus.subscribe(TOPIC, (payload) => {
    const change = payload as Change
    const notified = 'userId' in change ? notifyUnread(app, [change.userId]) : notifyNew(app, change.first, change.last)
    notified.catch((error: unknown) => app.log.warn({ err: error }, 'pages were not notified of messages'))
  })
}

/** Call it after the commit of messages with ids in this range. */
export const publishNewMsgs = (app: App, first: string, last: string): Promise<void> => publish(app, { first, last })

/** Call it after a user's messages were read or removed. */
export const publishInboxChange = (app: App, userId: string): Promise<void> => publish(app, { userId })

async function publish(app: App, change: Change) {
  try {
    await app.bus.publish(TOPIC, change)
  } catch (error) {
    app.log.warn({ err: error }, 'a hint about messages was not sent')
  }
}

const here = (app: App) => app.sockets.rooms(PREFIX).map((room) => room.slice(PREFIX.length))

/** Sends hints to the users connected to this node, in portions. */
async function notifyNew(app: App, first: string, last: string) {
  const connected = here(app)
  for (let from = 0; from < connected.length; from += AT_ONCE) {
    const userIds = connected.slice(from, from + AT_ONCE)
    const news = await app.db
      .selectFrom('sysMsg')
      .distinctOn('userId')
      .where(among('userId', userIds))
      .where('id', '>=', first)
      .where('id', '<=', last)
      .orderBy('userId')
      .orderBy('id', 'desc')
      .select(['userId', 'id', 'title'])
      .execute()
    const unread = await unreadOf(
      app,
      news.map((one) => one.userId),
    )
    for (const { userId, id, title } of news) notify(app, userId, { type: 'msg', id, title, unread: unread.get(userId) ?? 0 })
  }
}

async function notifyUnread(app: App, userIds: string[]) {
  const connected = userIds.filter((userId) => app.sockets.count(roomOfUser(userId)) > 0)
  const unread = await unreadOf(app, connected)
  for (const userId of connected) notify(app, userId, { type: 'unread', unread: unread.get(userId) ?? 0 })
}

const notify = (app: App, userId: string, hint: UserHint) => app.sockets.notify(userChannel, roomOfUser(userId), hint)

async function unreadOf(app: App, userIds: string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('sysMsg')
    .where(among('userId', userIds))
    .where('readState', '=', ReadState.unread)
    .groupBy('userId')
    .select(['userId', sql<number>`count(*)::int`.as('count')])
    .execute()
  return new Map(rows.map((row) => [row.userId, row.count]))
}
