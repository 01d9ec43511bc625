// The socket of an invigilator's page: sends changes of the exam's papers, accepts pings.
import type { RouteOf } from '@shuyuan/contract/kernel/channel.ts'
import { watchChannel } from '@shuyuan/contract/paper/channel/watch-change.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../../kernel/ctx.ts'
import { listenForChanges, watchRoom } from '../channel/watch-change.service.ts'
import { mayAct } from '../../sys/role-menu/right.service.ts'
import { bindToSession } from '../../sys/session/session-socket.service.ts'
import { consumeTicket } from '../../sys/session/ticket.service.ts'

const REFUSED = 1008
type Address = RouteOf<typeof watchChannel>

/** `/api/socket/watch/{examId}?token={ticket}`; closes immediately if the ticket's user may not watch the exam. */
export function watchSocket(http: FastifyInstance, app: App) {
  listenForChanges(app)
  http.get<Address>(watchChannel.path, { websocket: true }, async (socket, request: FastifyRequest<Address>) => {
    const owner = await consumeTicket(app, request.query.token ?? '').catch(() => undefined)
    if (owner === undefined) return socket.close(REFUSED, 'ticket')
    const may = () => mayAct(app, owner.userId, 'exam:watch')
    bindToSession(app, socket, owner, may)
    if (!(await may().catch(() => false))) return socket.close(REFUSED, 'ticket')
    app.sockets.join(watchRoom(request.params.examId), socket)
  })
}
