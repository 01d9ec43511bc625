// Learning of one file: counts seconds and reports them to the server. Seconds that could not be sent are stored in the browser.
import type { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { Followed } from '../../../kernel/store.ts'
import type { UnsentSeconds, StoredSeconds } from './stored-seconds.ts'

export type Opened = Data<(typeof courseFileLearn)['load-process']>
export type Progress = Data<(typeof courseFileLearn)['save-process']>
export type Report = { learnSec: number; position: number; session: string }

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
  /** the server's count plus the seconds not yet reported */
  learnSec: number
  needSec: number
  process: number
  finished: boolean
  courseFinished: boolean
  /** the server is unreachable; the learnt seconds are stored in the browser */
  offline: boolean
}

export type World = {
  /** monotonic milliseconds */
  now: () => number
  open: () => Promise<Opened>
  save: (report: Report, keepalive: boolean) => Promise<Progress>
  fix: (session: string) => Promise<Progress>
  stored: StoredSeconds
  /** the server's count when the page was loaded */
  counted: number
}

const REPORT_MS = 10_000
/** a longer gap between two ticks means that the computer slept */
const LONGEST_TICK_MS = 5_000

const isPassing = (error: unknown) =>
  error instanceof CallFailure && (error.reason === 'network' || error.reason === 'http' || error.reason === 'tooOften')

export const opening: LearnView = {
  phase: 'opening',
  error: undefined,
  session: '',
  position: 0,
  furthest: 0,
  play: undefined,
  checkIn: null,
  stopAt: null,
  learnSec: 0,
  needSec: 0,
  process: 0,
  finished: false,
  courseFinished: false,
  offline: false,
}

export class Learning extends Followed {
  readonly #world: World
  #view = opening
  #session = ''
  /** the server's last answer */
  #counted = 0
  /** learnt and not yet confirmed */
  #pendingMs = 0
  /** the part of them that is in the current request */
  #sentMs = 0
  #position = 0
  #reportedPosition = 0
  #isRunning = false
  /** something has to be answered before time counts again */
  #isHeld = false
  /** the server's seconds until the next check */
  #checkIn: number | null = null
  #at = 0
  #triedAt = 0

  constructor(world: World) {
    super()
    this.#world = world
    this.#counted = world.counted
  }

  get view(): LearnView {
    return this.#view
  }

  /** Reports the stored seconds of an earlier opening, then opens the file. */
  async open(): Promise<void> {
    this.#show({ phase: 'opening', error: undefined })
    try {
      await this.#sendStored()
      const { session, position, play, ...progress } = await this.#world.open()
      this.#session = session
      this.#position = this.#reportedPosition = position
      this.#at = this.#triedAt = this.#world.now()
      this.#take(progress)
      this.#show({ phase: 'open', session, position, furthest: progress.furthest, play })
    } catch (error) {
      this.#show({ phase: 'failed', error: error as Error })
    }
  }

  /** Whether time counts now. */
  run(isRunning: boolean) {
    this.#count()
    this.#isRunning = isRunning
  }

  /** Whether something has to be answered first; nothing counts meanwhile. The seconds before are reported. */
  hold(isHeld: boolean) {
    if (isHeld === this.#isHeld) return
    this.#count()
    this.#isHeld = isHeld
    if (isHeld) void this.report()
  }

  /** The reading check was passed; the next one comes after `seconds`. */
  checked(seconds: number) {
    this.#count()
    this.#checkIn = seconds + this.#seconds()
    this.#showSeconds()
  }

  /** The question of the file was answered; the next one comes at `stopAt`. */
  answered(stopAt: number | null) {
    this.#show({ stopAt })
  }

  /** Position of the medium, in seconds. */
  at(position: number) {
    this.#position = position
  }

  /** Called once a second: counts, and reports when the interval has passed. */
  tick() {
    if (this.#view.phase !== 'open') return
    this.#count()
    const waited = this.#world.now() - this.#triedAt
    const unsent = this.#unsent()
    const { finished, needSec, offline } = this.#view
    const isEnough = !finished && !offline && this.#counted < needSec && this.#counted + this.#seconds() >= needSec
    if (unsent > 0 && (waited >= REPORT_MS || isEnough)) void this.report()
    this.#keep()
    this.#showSeconds()
  }

  /** Reports the unconfirmed seconds. Never throws: seconds that cannot be sent stay stored. */
  async report(keepalive = false): Promise<void> {
    if (this.#view.phase !== 'open') return
    this.#count()
    const learnSec = this.#unsent()
    const position = Math.floor(this.#position)
    if (learnSec === 0 && position === this.#reportedPosition) return
    const reportedBefore = this.#reportedPosition
    this.#reportedPosition = position
    this.#triedAt = this.#world.now()
    this.#sentMs += learnSec * 1_000
    this.#keep()
    try {
      const progress = await this.#world.save({ learnSec, position, session: this.#session }, keepalive)
      this.#pendingMs -= learnSec * 1_000
      this.#take(progress)
    } catch (error) {
      this.#reportedPosition = reportedBefore
      this.#fail(error)
    } finally {
      this.#sentMs -= learnSec * 1_000
      this.#keep()
      this.#showSeconds()
    }
  }

  /** Called at the end of the file. @returns the seconds still missing on the server; 0 if the file is finished or the request failed */
  async finish(): Promise<number> {
    await this.report()
    if (this.#view.phase !== 'open' || this.#view.finished) return 0
    try {
      this.#take(await this.#world.fix(this.#session))
    } catch (error) {
      this.#fail(error)
      return 0
    }
    const { finished, needSec } = this.#view
    return finished ? 0 : Math.max(0, needSec - this.#counted)
  }

  /** Another page counts now. */
  stop() {
    this.#isRunning = false
    this.#pendingMs = 0
    this.#keep()
    this.#show({ phase: 'stopped' })
  }

  async #sendStored() {
    const { stored, save, counted } = this.#world
    const before = stored.read()
    // the final report of a closed page may have arrived in the meantime
    if (before && before.learnSec > 0 && counted <= before.counted) {
      const { learnSec, position, session } = before
      try {
        await save({ learnSec, position, session }, false)
      } catch (error) {
        if (isPassing(error)) throw error
      }
    }
    stored.write(undefined)
  }

  #count() {
    const now = this.#world.now()
    if (this.#isRunning && !this.#isHeld && this.#view.phase === 'open') this.#pendingMs += Math.min(now - this.#at, LONGEST_TICK_MS)
    this.#at = now
  }

  readonly #seconds = () => Math.floor(this.#pendingMs / 1_000)
  readonly #untilCheck = () => (this.#checkIn === null ? null : this.#checkIn - this.#seconds())
  readonly #unsent = () => Math.floor((this.#pendingMs - this.#sentMs) / 1_000)

  #take(progress: Omit<Progress, 'position'>) {
    const { learnSec, needSec, process, finished, courseFinished, checkIn, stopAt } = progress
    this.#counted = learnSec
    this.#checkIn = checkIn
    this.#show({
      learnSec: learnSec + this.#seconds(),
      checkIn: this.#untilCheck(),
      stopAt,
      needSec,
      process,
      finished,
      courseFinished,
      offline: false,
    })
  }

  #fail(error: unknown) {
    if (!isPassing(error)) this.#show({ phase: 'stopped', error: error as Error })
    else if (error instanceof CallFailure && error.reason !== 'tooOften') this.#show({ offline: true })
  }

  #keep() {
    const learnSec = this.#seconds()
    const stored: UnsentSeconds = { learnSec, position: Math.floor(this.#position), session: this.#session, counted: this.#counted }
    this.#world.stored.write(learnSec > 0 && this.#view.phase === 'open' ? stored : undefined)
  }

  #showSeconds() {
    const learnSec = this.#counted + this.#seconds()
    const checkIn = this.#untilCheck()
    if (learnSec !== this.#view.learnSec || checkIn !== this.#view.checkIn) this.#show({ learnSec, checkIn })
  }

  #show(part: Partial<LearnView>) {
    this.#view = { ...this.#view, ...part }
    this.changed()
  }
}
