// Hints that the server sends to the page of an open paper.
import * as z from '../../kernel/z.ts'
import { channel, type Spoken } from '../../kernel/channel.ts'

/**
 * Message on an exam's socket. A page that misses one gets it with left-time. The page confirms each message that has a
 * `seq` with the text `ack:<seq>`.
 */
export const ExamHint = z.object({
  /**
   * msg: show `message`; time: call left-time; handed: the paper was force-closed; kicked: page-load session `session` took the write lock;
   * unlocked: another device may take the write lock
   */
  type: z.enum(['msg', 'time', 'handed', 'kicked', 'unlocked']),
  paperId: z.string(),
  /** increases by one with each hint of the paper */
  seq: z.int(),
  message: z.string().optional(),
  session: z.string().optional(),
  leftMs: z.int().optional(),
})
export type ExamHint = z.infer<typeof ExamHint>

const ackText = /^ack:(\d{1,9})$/
/** Confirms the hint with this `seq`. */
const ack: Spoken<number> = {
  write: (seq) => `ack:${seq}`,
  read: (text) => {
    const seq = Number(ackText.exec(text)?.[1] ?? 0)
    return seq === 0 ? undefined : seq
  },
}
export const examChannel = channel({ path: '/api/socket/exam/:userId/:examId/:platform', message: ExamHint, reply: ack })

/**
 * Message about extra time to a candidate.
 * @param gained seconds by which the candidate's deadline moved; less than `minutes` when the exam ends earlier
 */
export const extraTimeMessage = (minutes: number, gained: number): string =>
  gained >= minutes * 60
    ? `监考员已为您补时${minutes}分钟`
    : `监考员已为您补时${minutes}分钟，受考试结束时间限制，您的考试实际延长${Math.floor(gained / 60)}分${gained % 60}秒`
