// What an invigilator's page is told while an exam runs.
import * as z from 'zod'
import { channel } from '../../kernel/channel.ts'

/** What is new of one open paper; what did not change is left out. */
export const PaperChange = z.object({
  answerCount: z.int().optional(),
  online: z.boolean().optional(),
  leaveTimes: z.int().optional(),
  flagTimes: z.int().optional(),
})
export type PaperChange = z.infer<typeof PaperChange>

/**
 * What the server says over `/api/socket/watch/{examId}`: at most once a second from each node. Hints only: whoever misses one sees the same
 * with the next refresh.
 */
export const WatchChange = z.object({
  /** by paper */
  papers: z.record(z.string(), PaperChange),
  /** papers that were opened, or go on again */
  started: z.array(z.string()),
  /** papers that were handed in or taken in */
  handed: z.array(z.string()),
  /** applications that came in or were decided */
  applied: z.int(),
  /** candidates that ask to go on elsewhere, or were let */
  asked: z.int(),
})
export type WatchChange = z.infer<typeof WatchChange>

export const watchChannel = channel({ path: '/api/socket/watch/:examId', message: WatchChange })
