// Socket messages to the pages of a live room.
import * as z from '../kernel/z.ts'
import { channel } from '../kernel/channel.ts'
import { LiveMsg } from './room.ts'

/** msg: a new message; hidden: a message is gone; room: state, chat or viewers have changed, so the page asks. */
const LiveHint = z.discriminatedUnion('type', [
  z.object({ type: z.literal('msg'), msg: LiveMsg.extend({ createTime: z.string() }) }),
  z.object({ type: z.literal('hidden'), id: z.string(), hidden: z.boolean() }),
  z.object({ type: z.literal('room') }),
])
export type LiveHint = z.infer<typeof LiveHint>

export const liveChannel = channel({ path: '/api/socket/live/:id', message: LiveHint })
