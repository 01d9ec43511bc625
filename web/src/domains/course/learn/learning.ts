// Learning of one file: counts seconds and reports them to the server. Seconds that could not be sent are stored in the browser.
import type { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { freshIn, joined, MOST_SPANS, secondsIn, type Span } from '@shuyuan/contract/course/learn/film.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { Followed } from '../../../kernel/state/store.ts'
import { type LearnView, type Opened, opening } from './learn-view.ts'
import { Played } from './played.ts'
import type { UnsentSeconds, StoredSeconds } from './stored-seconds.ts'

export type Progress = Data<(typeof courseFileLearn)['save-process']>
export type Report = { learnSec: number; position: number; session: string; played?: Span[] | undefined }

export type World = {
  /** a video or recording: its seconds count, each once */
  film: boolean
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
  /** the seconds of the film that the server has counted, what was played since, and what of it is in the current request */
  #covered: Span[] = []
  readonly #played = new Played()
  #sentSpans: Span[] = []
  #position = 0
  #reportedPosition = 0
  #isRunning = false
  /** something has to be answered before time counts again */
  #isHeld = false
  /** the end of the file was reported */
  #isEnded = false
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
    this.#show({ phase: 'opening', error: undefined, elsewhere: false })
    try {
      await this.#sendStored()
      const { session, position, play, ...progress } = await this.#world.open()
      this.#session = session
      this.#position = this.#reportedPosition = position
      this.#at = this.#triedAt = this.#world.now()
      this.#played.clear()
      this.#played.at(position, this.#at)
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

  /** The server has judged a capture: what waited for one that passes is asked for again; a failed one has taken seconds back. */
  async captured(passed: boolean): Promise<void> {
    const { phase, finished } = this.#view
    if (phase !== 'open' || finished) return
    this.#show({ captureHeld: !passed, captureDue: false })
    if (passed && this.#isEnded) await this.finish()
    else await this.report(false, true)
  }

  /** The question of the file was answered; the next one comes at `stopAt`. */
  answered(stopAt: number | null) {
    this.#show({ stopAt })
  }

  /** Position of the medium, in seconds. */
  at(position: number) {
    this.#position = position
    if (this.#world.film && this.#view.phase === 'open') this.#played.at(position, this.#world.now())
  }

  /** The medium jumps to this second. */
  jump(to: number) {
    this.#played.jump(to, this.#world.now())
  }

  /** Called once a second: counts, and reports when the interval has passed. */
  tick() {
    if (this.#view.phase !== 'open') return
    this.#count()
    const waited = this.#world.now() - this.#triedAt
    const unsent = this.#unsent()
    const { finished, needSec, offline } = this.#view
    const isEnough = !finished && !offline && this.#counted < needSec && this.#learnt() >= needSec
    if (unsent > 0 && (waited >= REPORT_MS || isEnough)) void this.report()
    this.#keep()
    this.#showSeconds()
  }

  /** Reports the unconfirmed seconds, if there is something new or the answer is wanted anyway. Never throws: seconds that cannot be sent stay stored. */
  async report(keepalive = false, always = false): Promise<void> {
    if (this.#view.phase !== 'open') return
    this.#count()
    const learnSec = this.#unsent()
    const position = Math.floor(this.#position)
    if (!always && learnSec === 0 && position === this.#reportedPosition) return
    const reportedBefore = this.#reportedPosition
    this.#reportedPosition = position
    this.#triedAt = this.#world.now()
    this.#sentMs += learnSec * 1_000
    const played = joined(this.#played.take()).slice(0, MOST_SPANS)
    this.#sentSpans = [...this.#sentSpans, ...played]
    this.#keep()
    try {
      const progress = await this.#world.save(this.#reportOf(learnSec, position, played), keepalive)
      // it may have been stopped meanwhile
      this.#pendingMs = Math.max(0, this.#pendingMs - learnSec * 1_000)
      this.#take(progress)
    } catch (error) {
      this.#reportedPosition = reportedBefore
      this.#played.putBack(played)
      this.#fail(error)
    } finally {
      this.#sentMs -= learnSec * 1_000
      this.#sentSpans = this.#sentSpans.filter((one) => !played.includes(one))
      this.#keep()
      this.#showSeconds()
    }
  }

  /** Called at the end of the file. @returns the seconds still missing on the server; 0 if the file is finished or the request failed */
  async finish(): Promise<number> {
    this.#isEnded = true
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

  /** Nothing counts any more; `elsewhere`: because another page counts now. */
  stop(elsewhere = false) {
    this.#isRunning = false
    this.#pendingMs = 0
    this.#played.clear()
    this.#keep()
    this.#show({ phase: 'stopped', elsewhere })
  }

  async #sendStored() {
    const { stored, save, counted } = this.#world
    const before = stored.read()
    // the final report of a closed page may have arrived in the meantime
    if (before && before.learnSec > 0 && counted <= before.counted) {
      const { counted: _counted, ...report } = before
      try {
        await save(report, false)
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

  readonly #reportOf = (learnSec: number, position: number, played: readonly Span[]): Report => ({
    learnSec,
    position,
    session: this.#session,
    ...(this.#world.film ? { played: [...played] } : {}),
  })
  readonly #unsentSpans = () => [...this.#sentSpans, ...this.#played.spans]
  /** The server's count and what is not yet confirmed. */
  #learnt() {
    if (!this.#world.film) return this.#counted + this.#seconds()
    return this.#counted + secondsIn(freshIn(this.#unsentSpans(), this.#covered, Number.POSITIVE_INFINITY))
  }
  readonly #seconds = () => Math.floor(this.#pendingMs / 1_000)
  readonly #untilCheck = () => (this.#checkIn === null ? null : this.#checkIn - this.#seconds())
  readonly #unsent = () => Math.floor((this.#pendingMs - this.#sentMs) / 1_000)

  #take(progress: Omit<Progress, 'position'>) {
    const { learnSec, needSec, covered, process, finished, courseFinished, checkIn, stopAt, captureHeld, captureDue } = progress
    this.#counted = learnSec
    this.#covered = covered
    this.#checkIn = checkIn
    this.#show({
      learnSec: this.#learnt(),
      checkIn: this.#untilCheck(),
      stopAt,
      captureHeld,
      captureDue,
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
    const spans = joined(this.#unsentSpans()).slice(0, MOST_SPANS)
    const stored: UnsentSeconds = { ...this.#reportOf(learnSec, Math.floor(this.#position), spans), counted: this.#counted }
    this.#world.stored.write(learnSec > 0 && this.#view.phase === 'open' ? stored : undefined)
  }

  #showSeconds() {
    const learnSec = this.#learnt()
    const checkIn = this.#untilCheck()
    if (learnSec !== this.#view.learnSec || checkIn !== this.#view.checkIn) this.#show({ learnSec, checkIn })
  }

  #show(part: Partial<LearnView>) {
    this.#view = { ...this.#view, ...part }
    this.changed()
  }
}
