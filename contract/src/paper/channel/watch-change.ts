// Changes that the server sends to an invigilator's page while an exam runs.
import * as z from '../../kernel/z.ts'
import { channel } from '../../kernel/channel.ts'

/** Changed fields of one open paper. */
export const PaperChange = z.object({
  answerCount: z.int().optional(),
  online: z.boolean().optional(),
  leaveTimes: z.int().optional(),
  flagTimes: z.int().optional(),
})
export type PaperChange = z.infer<typeof PaperChange>

/**
 * Message on `/api/socket/watch/{examId}`, at most once a second from each server process. A page that misses one gets the same data
 * with its next refresh.
 */
export const WatchChange = z.object({
  /** by paper */
  papers: z.record(z.string(), PaperChange),
  /** papers that were started or reopened */
  started: z.array(z.string()),
  /** papers that were handed in or force-closed */
  handed: z.array(z.string()),
  /** applications that were made or decided */
  applied: z.int(),
  /** takeover requests that were made or granted */
  asked: z.int(),
})
export type WatchChange = z.infer<typeof WatchChange>

export const watchChannel = channel({ path: '/api/socket/watch/:examId', message: WatchChange })
