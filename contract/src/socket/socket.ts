// How a page opens a socket: with a ticket, never with its token, as addresses end up in logs.
import * as z from 'zod'
import { endpoints, query } from '../kernel/endpoint.ts'

export const socket = endpoints('socket', {
  /** The page connects to `/api/socket/exam/{userId}/{examId}/{platform}?token={ticket}` within 30 s; text `ping` is answered `pong`. */
  ticket: query({ title: '连接凭证', permit: 'any', input: z.object({}), output: z.object({ ticket: z.string(), seconds: z.int() }) }),
})

/** What the server says over an exam's socket. Hints only: whoever misses one learns the same from left-time. */
export const ExamHint = z.object({
  /** msg: show `message`; time: ask for the time left; handed: the paper was taken in; kicked: page load `session` has taken the pen */
  type: z.enum(['msg', 'time', 'handed', 'kicked']),
  message: z.string().optional(),
  paperId: z.string().optional(),
  session: z.string().optional(),
  leftMs: z.int().optional(),
})
export type ExamHint = z.infer<typeof ExamHint>
