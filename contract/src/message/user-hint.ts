// Messages to the pages of a signed-in user over their socket.
import * as z from '../kernel/z.ts'
import { channel } from '../kernel/channel.ts'

/**
 * Message on `/api/socket/user/{userId}`. msg: a new message; unread: messages were read or removed. `unread` is the number of unread
 * messages. A page that misses one gets the same from count-unread.
 */
export const UserHint = z.object({
  type: z.enum(['msg', 'unread']),
  id: z.string().optional(),
  title: z.string().optional(),
  unread: z.int(),
})
export type UserHint = z.infer<typeof UserHint>

export const userChannel = channel({ path: '/api/socket/user/:userId', message: UserHint })
