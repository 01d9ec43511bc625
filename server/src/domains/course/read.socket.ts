// The socket of a learning page: sends hints, receives pings.
import type { RouteOf } from '@shuyuan/contract/kernel/channel.ts'
import { readChannel } from '@shuyuan/contract/course/read-hint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../kernel/ctx.ts'
import { bindToSession } from '../sys/session/session-socket.service.ts'
import { consumeTicket } from '../sys/session/ticket.service.ts'
import { listenForReads, roomOfPage } from './read-hint.service.ts'

const REFUSED = 1008
const nameable = /^\w[\w-]{0,39}$/
type Address = RouteOf<typeof readChannel>

/** `/api/socket/read/{userId}/{courseId}/{fileId}?token={ticket}&session={of load-process}`; a ticket of another user closes it. */
export function readSocket(http: FastifyInstance, app: App) {
  listenForReads(app)
  http.get<Address>(readChannel.path, { websocket: true }, async (socket, request: FastifyRequest<Address>) => {
    const { token = '', session = '' } = request.query
    const owner = await consumeTicket(app, token).catch(() => undefined)
    if (owner === undefined || owner.userId !== request.params.userId) return socket.close(REFUSED, 'ticket')
    bindToSession(app, socket, owner)
    app.sockets.join(roomOfPage({ ...request.params, session: nameable.test(session) ? session : '' }), socket)
  })
}
