// One file being learnt: how many seconds have passed with it, and what the server makes of them. Seconds that could not be sent are kept.
import type { courseFileLearn } from '@shuyuan/contract/course/file-learn.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { Followed } from '../../../kernel/store.ts'
import type { Kept, KeptSeconds } from './kept-seconds.ts'

export type Opened = Data<(typeof courseFileLearn)['load-process']>
export type Progress = Data<(typeof courseFileLearn)['save-process']>
export type Report = { learnSec: number; position: number; session: string }

export type LearnView = {
  /** stopped: another page has taken over, or the course is no longer open to this person */
  phase: 'opening' | 'open' | 'failed' | 'stopped'
  error: Error | undefined
  /** of this opening of the file; '' before it is open */
  session: string
  /** where the file goes on when it is opened */
  position: number
  /** as the server counts, with what it has not heard of yet */
  learnSec: number
  needSec: number
  process: number
  finished: boolean
  courseFinished: boolean
  /** the server could not be reached; what was learnt is kept here */
  offline: boolean
}

export type World = {
  /** milliseconds that never go back */
  now: () => number
  open: () => Promise<Opened>
  save: (report: Report, keepalive: boolean) => Promise<Progress>
  fix: (session: string) => Promise<Progress>
  kept: KeptSeconds
  /** what the server had counted when the page was read */
  counted: number
}

const REPORT_MS = 10_000
/** a page that slept for longer than this was not looked at */
const LONGEST_TICK_MS = 5_000

const isPassing = (error: unknown) =>
  error instanceof CallFailure && (error.reason === 'network' || error.reason === 'http' || error.reason === 'tooOften')

export const opening: LearnView = {
  phase: 'opening',
  error: undefined,
  session: '',
  position: 0,
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
  /** as the server last said */
  #counted = 0
  /** learnt and not yet confirmed */
  #pendingMs = 0
  /** of these, what is on its way */
  #sentMs = 0
  #position = 0
  #toldPosition = 0
  #isRunning = false
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

  /** Tells the server what an earlier opening could not, then opens the file. */
  async open(): Promise<void> {
    this.#show({ phase: 'opening', error: undefined })
    try {
      await this.#sendKept()
      const { session, position, ...progress } = await this.#world.open()
      this.#session = session
      this.#position = this.#toldPosition = position
      this.#at = this.#triedAt = this.#world.now()
      this.#take(progress)
      this.#show({ phase: 'open', session, position })
    } catch (error) {
      this.#show({ phase: 'failed', error: error as Error })
    }
  }

  /** Whether time counts now. */
  run(isRunning: boolean) {
    this.#count()
    this.#isRunning = isRunning
  }

  /** Where the video stands, in seconds. */
  at(position: number) {
    this.#position = position
  }

  /** Once a second: counts, and reports when it is time. */
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

  /** Sends what the server has not heard of. Never fails: what cannot be sent stays. */
  async report(keepalive = false): Promise<void> {
    if (this.#view.phase !== 'open') return
    this.#count()
    const learnSec = this.#unsent()
    const position = Math.floor(this.#position)
    if (learnSec === 0 && position === this.#toldPosition) return
    const toldBefore = this.#toldPosition
    this.#toldPosition = position
    this.#triedAt = this.#world.now()
    this.#sentMs += learnSec * 1_000
    this.#keep()
    try {
      const progress = await this.#world.save({ learnSec, position, session: this.#session }, keepalive)
      this.#pendingMs -= learnSec * 1_000
      this.#take(progress)
    } catch (error) {
      this.#toldPosition = toldBefore
      this.#fail(error)
    } finally {
      this.#sentMs -= learnSec * 1_000
      this.#keep()
      this.#showSeconds()
    }
  }

  /** The end of the file was reached. @returns the seconds that the server still misses; 0 where it is finished, or could not be asked */
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

  async #sendKept() {
    const { kept, save, counted } = this.#world
    const before = kept.read()
    // the last words of a page that was closed may have arrived after all
    if (before && before.learnSec > 0 && counted <= before.counted) {
      const { learnSec, position, session } = before
      try {
        await save({ learnSec, position, session }, false)
      } catch (error) {
        if (isPassing(error)) throw error
      }
    }
    kept.write(undefined)
  }

  #count() {
    const now = this.#world.now()
    if (this.#isRunning && this.#view.phase === 'open') this.#pendingMs += Math.min(now - this.#at, LONGEST_TICK_MS)
    this.#at = now
  }

  readonly #seconds = () => Math.floor(this.#pendingMs / 1_000)
  readonly #unsent = () => Math.floor((this.#pendingMs - this.#sentMs) / 1_000)

  #take(progress: Omit<Progress, 'position'>) {
    const { learnSec, needSec, process, finished, courseFinished } = progress
    this.#counted = learnSec
    this.#show({ learnSec: learnSec + this.#seconds(), needSec, process, finished, courseFinished, offline: false })
  }

  #fail(error: unknown) {
    if (!isPassing(error)) this.#show({ phase: 'stopped', error: error as Error })
    else if (error instanceof CallFailure && error.reason !== 'tooOften') this.#show({ offline: true })
  }

  #keep() {
    const learnSec = this.#seconds()
    const kept: Kept = { learnSec, position: Math.floor(this.#position), session: this.#session, counted: this.#counted }
    this.#world.kept.write(learnSec > 0 && this.#view.phase === 'open' ? kept : undefined)
  }

  #showSeconds() {
    const learnSec = this.#counted + this.#seconds()
    if (learnSec !== this.#view.learnSec) this.#show({ learnSec })
  }

  #show(part: Partial<LearnView>) {
    this.#view = { ...this.#view, ...part }
    this.changed()
  }
}
