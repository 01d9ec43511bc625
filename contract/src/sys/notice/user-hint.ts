// What the server tells the pages of a signed-in user over their socket.
import * as z from 'zod'
import { channel } from '../../kernel/channel.ts'

/**
 * What the server says over `/api/socket/user/{userId}`. msg: a message has come; unread: some were read or removed. `unread` is how many
 * are left. Hints only: whoever misses one learns the same from count-unread.
 */
export const UserHint = z.object({
  type: z.enum(['msg', 'unread']),
  id: z.string().optional(),
  title: z.string().optional(),
  unread: z.int(),
})
export type UserHint = z.infer<typeof UserHint>

export const userChannel = channel({ path: '/api/socket/user/:userId', message: UserHint })
