// Environment and state of a PaperSession.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import type { ExamHint } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import type { Reading } from '../room/clock.ts'
import type { Buffer, Op } from './ops.ts'
import type { QueuePorts } from './queue.ts'

export type Detail = Data<(typeof paper)['paper-detail']>
export type Receipt = Data<(typeof paper)['hand-exam']>
export type SaveReply = Reading & { saved: { quId: string; seq: number }[]; savedAt: string; msgSeq: number }
export type ClockReply = Reading & { state: number; notice: string; msgSeq: number; msgs: ExamHint[] } & Exemptions
/** Exemptions of the candidate's override, as the server sends them with the time left. */
export type Exemptions = { noFace: boolean; noFullScreen: boolean }

export type PaperSessionPorts = Pick<QueuePorts, 'now' | 'after' | 'random'> & {
  buffer: Buffer
  open: (takeover: boolean) => Promise<Detail>
  save: (session: string, ops: readonly Op[], keepalive: boolean) => Promise<SaveReply>
  hand: (session: string, ops: readonly Op[]) => Promise<Receipt>
  leftTime: (session: string, acked: number) => Promise<ClockReply>
}

/**
 * held: another page has the write lock, ask for a takeover · locked: an invigilator must unlock · open: answering · elsewhere: another page took the write lock, read only · handing: hand-in sent,
 * no reply yet · closed: the server closed the paper · hidden: return to the list of exams
 */
export type Phase = 'loading' | 'failed' | 'held' | 'locked' | 'open' | 'elsewhere' | 'handing' | 'handed' | 'closed' | 'hidden'
export type PaperSessionView = {
  phase: Phase
  detail: Detail | undefined
  error: unknown
  receipt: Receipt | undefined
  /** error of the last attempt to hand in */
  handProblem: string
  /** no time is left; the server has not closed the paper yet */
  timeUp: boolean
  /** reason of a forced close in progress; '': none */
  notice: string
  exempt: Exemptions
  /** questions whose answers were sent after the server had closed the paper */
  late: number
  /** why a new sign-in is needed; undefined while signed in */
  signedOut: string | undefined
}
