// Socket messages to a page on which a course file is open.
import * as z from '../../kernel/z.ts'
import { channel } from '../../kernel/channel.ts'

/**
 * Message on `/api/socket/read/{userId}/{courseId}/{fileId}?session={of load-process}`. stopped: this page's time no longer
 * counts, for the reason in `stopMsg`; elsewhere: because another page of the learner counts now, and this one may open the file again; all: the course is finished; current: the file is finished. save-process and fix-process answer the same.
 */
export const ReadHint = z.object({
  stopped: z.boolean().optional(),
  stopMsg: z.string().optional(),
  elsewhere: z.boolean().optional(),
  all: z.boolean().optional(),
  current: z.boolean().optional(),
})
export type ReadHint = z.infer<typeof ReadHint>

export const readChannel = channel({ path: '/api/socket/read/:userId/:courseId/:fileId', message: ReadHint, query: ['session'] })
