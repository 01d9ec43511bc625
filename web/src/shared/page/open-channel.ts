// Follows a channel of the contract: fills in its address, requests a ticket for each attempt, parses messages by their schema.
import {
  type AnyChannel,
  channelAddress,
  type MessageOf,
  type PlaceOf,
  readMessage,
  type ReplyOf,
} from '@shuyuan/contract/kernel/channel.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { call } from '../../kernel/call/api.ts'
import { openSocket } from '../../kernel/call/socket.ts'

type Follow<C extends AnyChannel> = {
  onMessage: (message: MessageOf<C>, reply: (value: ReplyOf<C>) => void) => void
  onState?: (open: boolean) => void
}

/** Opens a channel with reconnection. @returns a function that ends it */
export function openChannel<C extends AnyChannel>(channel: C, place: PlaceOf<C>, { onMessage, onState }: Follow<C>): () => void {
  return openSocket({
    address: async () => {
      const { ticket } = await call(socket.ticket, {}, { quiet: true, noRetry: true })
      return channelAddress(channel, place, ticket)
    },
    onMessage: (text, send) => {
      const message = readMessage(channel, text)
      if (message !== undefined) onMessage(message, (value) => channel.reply && send(channel.reply.write(value)))
    },
    ...(onState ? { onState } : {}),
    ...(channel.heartbeatMs === undefined ? {} : { heartbeatMs: channel.heartbeatMs }),
  })
}
