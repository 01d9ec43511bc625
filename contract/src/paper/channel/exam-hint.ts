// What the server tells the page of an open paper over the exam's socket.
import * as z from 'zod'
import { channel, type Spoken } from '../../kernel/channel.ts'

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

/** What a candidate is told who was given extra time. @param gained seconds by which his own end has moved: less where the exam ends before */
export const extraTimeWords = (minutes: number, gained: number): string =>
  gained >= minutes * 60
    ? `监考员已为您补时${minutes}分钟`
    : `监考员已为您补时${minutes}分钟，受考试结束时间限制，您的考试实际延长${Math.floor(gained / 60)}分${gained % 60}秒`
