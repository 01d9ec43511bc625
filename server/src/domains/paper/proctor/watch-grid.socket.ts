// The socket of an invigilator's page: sends changes of the exam's papers, accepts pings.
import type { RouteOf } from '@shuyuan/contract/kernel/channel.ts'
import { SocketClose } from '@shuyuan/contract/kernel/socket-limits.ts'
import { isId } from '@shuyuan/contract/kernel/field.ts'
import { type WatchChange, watchChannel } from '@shuyuan/contract/paper/channel/watch-change.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../../kernel/ctx.ts'
import { findWatched, watcherOf } from '../../exam/entry/invigilation.service.ts'
import { listenForChanges, watchRoom, watchRoomOf } from '../channel/watch-change.service.ts'
import { bindToSession } from '../../session/session-socket.service.ts'
import { consumeTicket } from '../../session/ticket.service.ts'
import { among } from '../../../kernel/database.ts'

type Address = RouteOf<typeof watchChannel>

/**
 * `/api/socket/watch/{examId}?token={ticket}`; closes immediately if the ticket's user may not watch the exam. A user who watches a part of the
 * candidates gets changes of their papers only.
 */
export function watchSocket(http: FastifyInstance, app: App) {
  listenForChanges(app, (examId, userId, change) => forwardPart(app, examId, userId, change))
  http.get<Address>(watchChannel.path, { websocket: true }, async (socket, request: FastifyRequest<Address>) => {
    const { examId } = request.params
    if (!isId(examId)) return socket.close(SocketClose.refused, 'address')
    const owner = await consumeTicket(app, request.query.token ?? '').catch(() => undefined)
    if (owner === undefined) return socket.close(SocketClose.refused, 'ticket')
    const find = async () => {
      const watcher = await watcherOf(app, owner.userId)
      return watcher && findWatched(watcher, examId)
    }
    let joined: { isAll: boolean } | undefined
    bindToSession(app, socket, owner, async () => {
      const now = await find()
      // a page whose user now watches a part of the candidates, or all of them, connects again and joins that room
      return now !== undefined && (joined === undefined || now.isAll === joined.isAll)
    })
    const watched = await find().catch(() => undefined)
    if (!watched) return socket.close(SocketClose.refused, 'ticket')
    joined = watched
    app.sockets.join(watched.isAll ? watchRoom(examId) : watchRoomOf(examId, owner.userId), socket, owner.userId)
  })
}

/** Sends the changes of the papers that the user watches. */
async function forwardPart(app: App, examId: string, userId: string, change: WatchChange) {
  try {
    const watcher = await watcherOf(app, userId)
    const watched = watcher && (await findWatched(watcher, examId))
    if (!watched) return
    const named = [...Object.keys(change.papers), ...change.started, ...change.handed]
    const rows = await app.db
      .selectFrom('paper')
      .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
      .where(among('paper.id', named))
      .where(watched.people)
      .select('paper.id')
      .execute()
    const own = new Set(rows.map((row) => row.id))
    const papers = Object.fromEntries(Object.entries(change.papers).filter(([id]) => own.has(id)))
    const part = {
      ...change,
      papers,
      started: change.started.filter((id) => own.has(id)),
      handed: change.handed.filter((id) => own.has(id)),
    }
    app.sockets.notify(watchChannel, watchRoomOf(examId, userId), part)
  } catch (error) {
    app.log.warn({ err: error }, 'changes of an exam were not sent to an invigilator')
  }
}
