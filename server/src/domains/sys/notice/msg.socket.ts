// The socket of whoever is signed in: hints about the inbox come out of it, a ping goes in.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../../kernel/ctx.ts'
import { listenForMsgs, roomOfUser } from './msg-push.service.ts'
import { takeTicket } from '../session/ticket.service.ts'

const REFUSED = 1008
type Address = { Params: { userId: string }; Querystring: { token?: string } }

/** `/api/socket/user/{userId}?token={ticket}`; a ticket of somebody else closes it at once. */
export function userSocket(http: FastifyInstance, app: App) {
  listenForMsgs(app)
  http.get<Address>('/api/socket/user/:userId', { websocket: true }, async (socket, request: FastifyRequest<Address>) => {
    const { userId } = request.params
    const owner = await takeTicket(app, request.query.token ?? '').catch(() => undefined)
    if (owner === undefined || owner !== userId) return socket.close(REFUSED, 'ticket')
    app.sockets.join(roomOfUser(userId), socket)
  })
}
