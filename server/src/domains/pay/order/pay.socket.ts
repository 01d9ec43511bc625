// The socket of a payment dialog: gets `success` once the order is paid.
import type { RouteOf } from '@shuyuan/contract/kernel/channel.ts'
import { isId } from '@shuyuan/contract/kernel/field.ts'
import { SocketClose } from '@shuyuan/contract/kernel/socket-limits.ts'
import { PAID, payChannel } from '@shuyuan/contract/pay/order/pay-hint.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../../kernel/ctx.ts'
import { bindToSession } from '../../session/session-socket.service.ts'
import { consumeTicket } from '../../session/ticket.service.ts'
import { onPaid } from './settle.service.ts'

const roomOf = (orderId: string) => `pay:${orderId}`
type Address = RouteOf<typeof payChannel>

/** `/api/socket/pay/{orderId}?token={ticket}`; a ticket of another user than the buyer closes it. */
export function paySocket(http: FastifyInstance, app: App) {
  onPaid(app, (orderId) => void app.sockets.notify(payChannel, roomOf(orderId), PAID))
  http.get<Address>(payChannel.path, { websocket: true }, async (socket, request: FastifyRequest<Address>) => {
    const { orderId } = request.params
    if (!isId(orderId)) return socket.close(SocketClose.refused, 'address')
    const owner = await consumeTicket(app, request.query.token ?? '').catch(() => undefined)
    const stateOf = () => app.db.selectFrom('payOrder').where('id', '=', orderId).select(['userId', 'orderState']).executeTakeFirst()
    if (owner === undefined || (await stateOf())?.userId !== owner.userId) return socket.close(SocketClose.refused, 'ticket')
    bindToSession(app, socket, owner)
    app.sockets.join(roomOf(orderId), socket, owner.userId)
    // it may have been paid before the socket joined
    if ((await stateOf())?.orderState === OrderState.paid) socket.send(PAID)
  })
}
