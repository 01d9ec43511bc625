// The socket of a battle: sends hints, receives pings.
import { battleChannel } from '@shuyuan/contract/battle/battle-hint.ts'
import type { RouteOf } from '@shuyuan/contract/kernel/channel.ts'
import { isId } from '@shuyuan/contract/kernel/field.ts'
import { SocketClose } from '@shuyuan/contract/kernel/socket-limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../kernel/ctx.ts'
import { bindToSession } from '../session/session-socket.service.ts'
import { consumeTicket } from '../session/ticket.service.ts'
import { listenForBattles, roomOfBattle } from './hint.service.ts'

type Address = RouteOf<typeof battleChannel>

/** `/api/socket/battle/{id}?token={ticket}`; a ticket of a user who is no player closes it. */
export function battleSocket(http: FastifyInstance, app: App) {
  listenForBattles(app)
  http.get<Address>(battleChannel.path, { websocket: true }, async (socket, request: FastifyRequest<Address>) => {
    const { id } = request.params
    if (!isId(id)) return socket.close(SocketClose.refused, 'address')
    const owner = await consumeTicket(app, request.query.token ?? '').catch(() => undefined)
    if (owner === undefined) return socket.close(SocketClose.refused, 'ticket')
    const player = await app.db
      .selectFrom('battleSide')
      .where('battleId', '=', id)
      .where('userId', '=', owner.userId)
      .select('side')
      .executeTakeFirst()
      .catch(() => undefined)
    if (!player) return socket.close(SocketClose.refused, 'player')
    bindToSession(app, socket, owner)
    app.sockets.join(roomOfBattle(id), socket, owner.userId)
  })
}
