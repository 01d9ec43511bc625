// The socket of a live room: sends messages and hints, receives pings.
import { liveChannel } from '@shuyuan/contract/live/live-hint.ts'
import type { RouteOf } from '@shuyuan/contract/kernel/channel.ts'
import { isId } from '@shuyuan/contract/kernel/field.ts'
import { SocketClose } from '@shuyuan/contract/kernel/socket-limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../kernel/ctx.ts'
import { bindToSession } from '../session/session-socket.service.ts'
import { consumeTicket } from '../session/ticket.service.ts'
import { mayEnter } from './host/enter.service.ts'
import { listenForRooms, socketsOfRoom } from './hint.service.ts'

type Address = RouteOf<typeof liveChannel>

/** `/api/socket/live/{id}?token={ticket}`; a ticket of a user without access to the room closes it. */
export function liveSocket(http: FastifyInstance, app: App) {
  listenForRooms(app)
  http.get<Address>(liveChannel.path, { websocket: true }, async (socket, request: FastifyRequest<Address>) => {
    const { id } = request.params
    if (!isId(id)) return socket.close(SocketClose.refused, 'address')
    const owner = await consumeTicket(app, request.query.token ?? '').catch(() => undefined)
    if (owner === undefined) return socket.close(SocketClose.refused, 'ticket')
    const may = () => mayEnter(app, id, owner.userId)
    bindToSession(app, socket, owner, may)
    if (!(await may().catch(() => false))) return socket.close(SocketClose.refused, 'room')
    app.sockets.join(socketsOfRoom(id), socket, owner.userId)
  })
}
