// Environment and state of a PaperSession.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import type { ExamHint } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import type { Reading } from '../room/clock.ts'
import type { Buffer, Op } from './ops.ts'
import type { QueuePorts } from './queue.ts'

/** `isKept`: shown from this browser's store, because the server could not be reached */
export type Detail = Data<(typeof paper)['paper-detail']> & { isKept?: boolean }
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
  /** the wish to hand in, stored beyond a page load */
  wish: Wish
  /** which tab of this browser has the paper */
  tab: TabLock
}
export type Wish = {
  /** `sessions`: the page loads whose answers the candidate has seen */
  keep: (sessions: readonly string[]) => void
  drop: () => void
  /** undefined: there is no wish */
  sessions: () => readonly string[] | undefined
}
export type TabLock = {
  /**
   * Takes the paper for this tab; `steal` takes it from another one. @returns false if another tab has it. `onLost` is called when another
   * tab steals it.
   */
  take: (steal: boolean, onLost: () => void) => boolean | Promise<boolean>
  release: () => void
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
  /** who has the paper, in the phases `held` and `elsewhere` */
  holder: 'tab' | 'device'
  /** the paper was taken over from another device */
  isTakenOver: boolean
  /** an earlier page could not hand in; this one does */
  isHandedAgain: boolean
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

/** Before the paper is opened. */
export const unopened: PaperSessionView = {
  phase: 'loading',
  detail: undefined,
  error: undefined,
  receipt: undefined,
  holder: 'device',
  isTakenOver: false,
  isHandedAgain: false,
  handProblem: '',
  timeUp: false,
  notice: '',
  exempt: { noFace: false, noFullScreen: false },
  late: 0,
  signedOut: undefined,
}
