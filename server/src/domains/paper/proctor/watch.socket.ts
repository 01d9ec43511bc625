// The socket of a candidate's page: sends hints, accepts pings and `ack:<seq>`.
import type { RouteOf } from '@shuyuan/contract/kernel/channel.ts'
import { isId } from '@shuyuan/contract/kernel/field.ts'
import { SocketClose } from '@shuyuan/contract/kernel/socket-limits.ts'
import { examChannel } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../../kernel/ctx.ts'
import { bindToSession } from '../../session/session-socket.service.ts'
import { consumeTicket } from '../../session/ticket.service.ts'
import { listenForHints, roomOf } from '../channel/hint.service.ts'
import { recordPresence } from '../attempt/clock/presence.service.ts'
import { recordAck } from '../channel/push.service.ts'

const nameable = /^[\w-]{1,20}$/
/** acknowledgements accepted per socket; an exam sends only a few pushes, so more than this is abuse */
const MOST_ACKS = 500
type Address = RouteOf<typeof examChannel>

/** `/api/socket/exam/{userId}/{examId}/{platform}?token={ticket}`; closes immediately if the ticket belongs to another user. */
export function examSocket(http: FastifyInstance, app: App) {
  listenForHints(app)
  http.get<Address>(examChannel.path, { websocket: true }, async (socket, request: FastifyRequest<Address>) => {
    const { userId, examId, platform } = request.params
    if (!isId(userId) || !isId(examId) || !nameable.test(platform)) return socket.close(SocketClose.refused, 'address')
    const owner = await consumeTicket(app, request.query.token ?? '').catch(() => undefined)
    if (owner === undefined || owner.userId !== userId) return socket.close(SocketClose.refused, 'ticket')
    bindToSession(app, socket, owner)
    const acked = new Set<number>()
    app.sockets.join(roomOf(examId, userId), socket, userId, (text) => {
      const seq = examChannel.reply?.read(text)
      if (seq === undefined || acked.has(seq) || acked.size >= MOST_ACKS) return
      acked.add(seq)
      recordAck(app, examId, userId, seq).catch((error: unknown) => app.log.warn({ err: error }, 'an acknowledgement was not kept'))
    })
    if (socket.readyState === socket.OPEN) recordPresence(app, { examId, userId, here: true })
    socket.on('close', () => {
      if (app.sockets.count(roomOf(examId, userId)) === 0) recordPresence(app, { examId, userId, here: false })
    })
  })
}
