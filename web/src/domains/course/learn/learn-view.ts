// What a page shows of the file that is being learnt.
import type { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'

export type Opened = Data<(typeof courseFileLearn)['load-process']>

export type LearnView = {
  /** stopped: another page has taken over, or the learner may no longer learn the course */
  phase: 'opening' | 'open' | 'failed' | 'stopped'
  error: Error | undefined
  /** id of this opening of the file; '' before it is open */
  session: string
  /** the position at which the file starts when it is opened */
  position: number
  /** the furthest place reached before */
  furthest: number
  /** what an encrypted video needs */
  play: Opened['play'] | undefined
  /** seconds to learn until the reading check, 0 or less when it is due; null without one */
  checkIn: number | null
  /** second of the next question that is not answered; null: none */
  stopAt: number | null
  /** nothing counts until a capture passes */
  captureHeld: boolean
  /** only a capture is missing to finish the file */
  captureDue: boolean
  /** the server's count plus the seconds not yet reported */
  learnSec: number
  needSec: number
  process: number
  finished: boolean
  courseFinished: boolean
  /** `stopped` because another page counts now: this one may open the file again */
  elsewhere: boolean
  /** the server is unreachable; the learnt seconds are stored in the browser */
  offline: boolean
}

export const opening: LearnView = {
  phase: 'opening',
  error: undefined,
  session: '',
  position: 0,
  furthest: 0,
  play: undefined,
  checkIn: null,
  stopAt: null,
  captureHeld: false,
  captureDue: false,
  learnSec: 0,
  needSec: 0,
  process: 0,
  finished: false,
  courseFinished: false,
  elsewhere: false,
  offline: false,
}
