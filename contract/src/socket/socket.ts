// How a page opens a socket: with a ticket, never with its token, as addresses end up in logs.
import * as z from 'zod'
import { endpoints, query } from '../kernel/endpoint.ts'

export const socket = endpoints('socket', {
  /** The page connects to `/api/socket/exam/{userId}/{examId}/{platform}?token={ticket}` within 30 s; text `ping` is answered `pong`. */
  ticket: query({
    title: '连接凭证',
    permit: 'any',
    begun: true,
    input: z.object({}),
    output: z.object({ ticket: z.string(), seconds: z.int() }),
  }),
})

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

/**
 * What the server says over an exam's socket. Hints only: whoever misses one gets it with left-time. The page answers each that has a
 * `seq` with the text `ack:<seq>`.
 */
export const ExamHint = z.object({
  /**
   * msg: show `message`; time: ask for the time left; handed: the paper was taken in; kicked: page load `session` has taken the pen;
   * unlocked: another device may take the pen
   */
  type: z.enum(['msg', 'time', 'handed', 'kicked', 'unlocked']),
  paperId: z.string(),
  /** rises by one with each hint of the paper */
  seq: z.int(),
  message: z.string().optional(),
  session: z.string().optional(),
  leftMs: z.int().optional(),
})
export type ExamHint = z.infer<typeof ExamHint>

/** What a candidate is told who was given extra time. @param gained seconds by which his own end has moved: less where the exam ends before */
export const extraTimeWords = (minutes: number, gained: number): string =>
  gained >= minutes * 60
    ? `监考员已为您补时${minutes}分钟`
    : `监考员已为您补时${minutes}分钟，受考试结束时间限制，您的考试实际延长${Math.floor(gained / 60)}分${gained % 60}秒`

/**
 * What the server says over `/api/socket/read/{userId}/{courseId}/{fileId}?session={of load-process}`. stopped: this page's time no longer
 * counts, `stopMsg` says why; all: the course is finished; current: this file is. Hints only: the answers to save and fix say the same.
 */
export const ReadHint = z.object({
  stopped: z.boolean().optional(),
  stopMsg: z.string().optional(),
  all: z.boolean().optional(),
  current: z.boolean().optional(),
})
export type ReadHint = z.infer<typeof ReadHint>
