// The socket of a signed-in user: sends inbox hints, receives pings.
import type { RouteOf } from '@shuyuan/contract/kernel/channel.ts'
import { isId } from '@shuyuan/contract/kernel/field.ts'
import { SocketClose } from '@shuyuan/contract/kernel/socket-limits.ts'
import { userChannel } from '@shuyuan/contract/message/user-hint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../kernel/ctx.ts'
import { listenForMsgs, roomOfUser } from './msg-push.service.ts'
import { bindToSession } from '../session/session-socket.service.ts'
import { consumeTicket } from '../session/ticket.service.ts'

type Address = RouteOf<typeof userChannel>

/** `/api/socket/user/{userId}?token={ticket}`; closes immediately with another user's ticket. */
export function userSocket(http: FastifyInstance, app: App) {
  listenForMsgs(app)
  http.get<Address>(userChannel.path, { websocket: true }, async (socket, request: FastifyRequest<Address>) => {
    const { userId } = request.params
    if (!isId(userId)) return socket.close(SocketClose.refused, 'address')
    const owner = await consumeTicket(app, request.query.token ?? '').catch(() => undefined)
    if (owner === undefined || owner.userId !== userId) return socket.close(SocketClose.refused, 'ticket')
    bindToSession(app, socket, owner)
    app.sockets.join(roomOfUser(userId), socket, userId)
  })
}
