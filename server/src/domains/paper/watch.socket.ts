// The socket of a candidate's page: hints come out of it, a ping goes in.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../kernel/ctx.ts'
import { listenForHints, roomOf } from './hint.service.ts'
import { takeTicket } from './ticket.service.ts'

const REFUSED = 1008
type Address = { Params: { userId: string; examId: string; platform: string }; Querystring: { token?: string } }

/** `/api/socket/exam/{userId}/{examId}/{platform}?token={ticket}`; a ticket of somebody else closes it at once. */
export function examSocket(http: FastifyInstance, app: App) {
  listenForHints(app)
  http.get<Address>('/api/socket/exam/:userId/:examId/:platform', { websocket: true }, async (socket, request: FastifyRequest<Address>) => {
    const { userId, examId } = request.params
    const owner = await takeTicket(app, request.query.token ?? '').catch(() => undefined)
    if (owner === undefined || owner !== userId) return socket.close(REFUSED, 'ticket')
    app.sockets.join(roomOf(examId, userId), socket)
  })
}
