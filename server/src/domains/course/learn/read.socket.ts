// The socket of a learning page: sends hints, receives pings.
import type { RouteOf } from '@shuyuan/contract/kernel/channel.ts'
import { isId } from '@shuyuan/contract/kernel/field.ts'
import { SocketClose } from '@shuyuan/contract/kernel/socket-limits.ts'
import { readChannel } from '@shuyuan/contract/course/learn/read-hint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../../kernel/ctx.ts'
import { bindToSession } from '../../session/session-socket.service.ts'
import { consumeTicket } from '../../session/ticket.service.ts'
import { listenForReads, roomOfPage } from './read-hint.service.ts'

const nameable = /^\w[\w-]{0,39}$/
type Address = RouteOf<typeof readChannel>

/** `/api/socket/read/{userId}/{courseId}/{fileId}?token={ticket}&session={of load-process}`; a ticket of another user closes it. */
export function readSocket(http: FastifyInstance, app: App) {
  listenForReads(app)
  http.get<Address>(readChannel.path, { websocket: true }, async (socket, request: FastifyRequest<Address>) => {
    const { token = '', session = '' } = request.query
    if (!Object.values(request.params).every(isId)) return socket.close(SocketClose.refused, 'address')
    const owner = await consumeTicket(app, token).catch(() => undefined)
    if (owner === undefined || owner.userId !== request.params.userId) return socket.close(SocketClose.refused, 'ticket')
    bindToSession(app, socket, owner)
    app.sockets.join(roomOfPage({ ...request.params, session: nameable.test(session) ? session : '' }), socket, owner.userId)
  })
}
