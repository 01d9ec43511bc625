// Tickets that open a socket. A page never sends its token in an address, because addresses are logged.
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'

export const socket = endpoints('socket', {
  /** The page connects to `/api/socket/exam/{userId}/{examId}/{platform}?token={ticket}` within 30 s; text `ping` is answered `pong`. */
  ticket: query({
    title: '连接凭证',
    permit: 'any',
    begun: true,
    atOnce: 32,
    input: z.object({}),
    output: z.object({ ticket: z.string(), seconds: z.int() }),
  }),
})
