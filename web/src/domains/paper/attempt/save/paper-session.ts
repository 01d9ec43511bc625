// State of one user's open paper in a page, from opening to receipt (exam-rules.md, *Delivery*): write lock, time left, end.
// The page renders this state; only the server closes a paper.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import type { ExamHint } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import { Followed } from '../../../../kernel/state/store.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { ExamClock, type Reading } from '../room/clock.ts'
import { HandIn } from './hand-in.ts'
import { NextCheck } from './next-check.ts'
import { offer } from './offer.ts'
import { type Op, sortOps } from './ops.ts'
import { PushLog } from './pushes.ts'
import { AnswerQueue } from './queue.ts'
import { type Detail, type PaperSessionPorts, type PaperSessionView, type Receipt, unopened } from './paper-session-view.ts'
import { messageOf, type Verdict, verdictOf } from './verdict.ts'

/** A forced close gives pages 3 s to send their answers; after this delay its result is known. */
const AFTER_HINT_MS = 3_500
/** Polling interval of a page that waits to be unlocked. */
const LOCKED_MS = 3_000

export class PaperSession extends Followed {
  readonly clock = new ExamClock()
  readonly pushes = new PushLog()
  readonly queue: AnswerQueue
  readonly #ports: PaperSessionPorts
  #view: PaperSessionView = unopened
  #session = ''
  readonly #next: NextCheck
  #asking = false
  readonly #hand: HandIn

  constructor(ports: PaperSessionPorts) {
    super()
    this.#ports = ports
    this.queue = new AnswerQueue({
      ...ports,
      send: (...args) => this.#save(...args),
      onRefused: (verdict, error) => this.#refused(verdict, error),
    })
    this.#next = new NextCheck(ports, this.clock, () => void this.#tick())
    this.#hand = new HandIn(ports, {
      asked: () => ({ session: this.#session, ops: this.queue.open() }),
      onReceived: (receipt, ops) => this.#handed(receipt, ops),
      onRefused: (verdict, error) => this.#handRefused(verdict, error),
    })
  }

  get view() {
    return this.#view
  }

  /** Opens the paper; `takeover` takes the write lock from the page that has it. */
  async start(takeover = false) {
    this.queue.hold()
    this.#set({ phase: this.#view.phase === 'locked' ? 'locked' : 'loading', error: undefined })
    const taken = this.#takeTab(false)
    if (taken !== true && !(await taken)) return this.#set({ phase: 'held', holder: 'tab' })
    // what was wished on this device before another one had the paper does not count any more
    if (takeover) this.#ports.wish.drop()
    try {
      const detail = await this.#ports.open(takeover)
      this.#session = detail.session
      this.#adopt(detail)
      this.#set({ holder: 'device', isTakenOver: takeover })
      if (detail.state !== PaperState.open) await this.#end()
      else if (detail.heldElsewhere) this.#set({ phase: 'held', detail })
      else await this.#begin(detail)
    } catch (error) {
      this.#refused(verdictOf(error), error)
    }
  }

  /** Takes the paper from another tab of this browser, then opens it. */
  async startHere() {
    await this.#takeTab(true)
    await this.start()
  }

  #takeTab(steal: boolean) {
    return this.#ports.tab.take(steal, () => {
      if (this.#view.phase !== 'open') return
      this.#set({ holder: 'tab' })
      this.#refused('elsewhere', undefined)
    })
  }

  change(quId: string, answer: Answer | null, kind: 'choice' | 'text') {
    if (this.#view.phase === 'open' && !this.#view.timeUp) this.queue.change(quId, answer, kind)
  }

  /** The window became visible, or the network may be back. */
  resume() {
    const { phase, error } = this.#view
    if (phase === 'locked' || (phase === 'failed' && verdictOf(error) === 'again')) void this.start()
    this.#goOn(() => this.queue.resume())
  }

  #goOn(send: () => void) {
    if (this.#view.phase === 'handing') void this.#hand.send()
    if (this.#view.phase !== 'open') return
    send()
    void this.#ask()
  }

  /** The page may be unloaded. */
  hide() {
    if (this.#view.phase === 'open') this.queue.hide()
  }

  /** A socket hint arrived: flushes and asks the server for the state. */
  hint(hint: ExamHint) {
    if (this.#view.phase !== 'open' || !this.pushes.take(hint)) return
    this.#observe(hint)
    if (hint.type === 'msg' || hint.type === 'unlocked') return
    this.queue.flush()
    void this.#ask()
    this.#ports.after(AFTER_HINT_MS, () => void this.#ask())
  }

  /** The server has closed the paper. `notice`: why. */
  over(notice: string) {
    this.#set({ notice })
    void this.#end()
  }

  /** A call for this paper was refused. */
  readonly refused = (error: unknown) => this.#refused(verdictOf(error), error)

  /** The sign-in session is lost; sending stops, the buffer stays. */
  signedOut(message: string) {
    this.queue.hold()
    this.#set({ signedOut: message })
  }

  signedIn() {
    this.#set({ signedOut: undefined })
    if (['loading', 'failed', 'locked'].includes(this.#view.phase)) void this.start()
    this.#goOn(() => this.queue.release())
  }

  /** Hands in and retries until the server answers. */
  handIn() {
    if (this.#view.phase !== 'open') return
    this.queue.hold()
    this.#ports.wish.keep([this.#session, ...(this.#view.detail?.answers ?? []).map((one) => one.session)])
    this.#set({ phase: 'handing', handProblem: '' })
    void this.#hand.send()
  }

  /** Goes on answering while the hand-in has not come through. If the server has received it after all, the next call says so. */
  stopHanding() {
    if (this.#view.phase !== 'handing') return
    this.#hand.cancel()
    this.#reopen()
    this.queue.release()
    this.#next.plan()
  }

  #reopen() {
    this.#ports.wish.drop()
    this.#set({ phase: 'open', isHandedAgain: false })
  }

  /** Cancels all timers; buffered answers stay. */
  stop() {
    this.queue.hold()
    this.#next.cancel()
    this.#hand.cancel()
    this.#ports.tab.release()
  }

  #set(change: Partial<PaperSessionView>) {
    this.#view = { ...this.#view, ...change }
    this.changed()
  }

  /** Shows the answers of server and buffer, and first sends what an earlier page load could not. */
  async #begin(detail: Detail) {
    const { resend, overtaken, done } = sortOps(await this.#ports.buffer.all().catch(() => []), detail.answers)
    this.queue.start(detail.session, detail.answers)
    for (const op of resend) this.queue.restore(op)
    this.#set({ phase: 'open', detail, timeUp: false })
    this.pushes.start(detail.msgs, detail.msgSeq)
    for (const op of done) this.#ports.buffer.drop(op).catch(() => undefined)
    this.#handWished(detail)
    await this.#offer(overtaken)
  }

  /** Hands in what an earlier page load could not, unless another device has saved answers since. */
  #handWished({ answers }: Detail) {
    const seen = this.#ports.wish.sessions()
    if (!seen) return
    if (!answers.every((one) => seen.includes(one.session))) return this.#ports.wish.drop()
    this.#set({ isHandedAgain: true })
    this.handIn()
  }

  async #save(session: string, ops: readonly Op[], keepalive: boolean) {
    const reply = await this.#ports.save(session, ops, keepalive)
    this.#adopt(reply)
    if (this.pushes.isBehind(reply.msgSeq)) void this.#ask()
    return reply
  }

  #adopt(reading: Reading) {
    this.clock.adopt(reading, this.#ports.now())
    this.#next.plan()
  }

  async #tick() {
    if (this.#view.phase !== 'open') return
    if (this.clock.leftMs(this.#ports.now()) <= 0) {
      this.#set({ timeUp: true })
      this.queue.flush()
    }
    await this.#ask()
  }

  async #ask() {
    if (this.#asking || this.#view.signedOut !== undefined) return
    this.#asking = true
    const session = this.#session
    try {
      const reading = await this.#ports.leftTime(session, this.pushes.acked)
      this.#adopt(reading)
      const { notice, noFace, noFullScreen } = reading
      this.#set({ notice, exempt: { noFace, noFullScreen } })
      for (const hint of reading.msgs) if (this.pushes.take(hint)) this.#observe(hint)
      if (reading.state !== PaperState.open) await this.#end()
      else if (this.#view.timeUp && reading.leftMs > 0) this.#set({ timeUp: false })
    } catch (error) {
      const verdict = verdictOf(error)
      if (verdict === 'again') this.#next.plan()
      // the refusal of a session that is over says nothing about the one that was opened meanwhile
      else if (session === this.#session) this.#refused(verdict, error)
    } finally {
      this.#asking = false
    }
  }

  #observe({ type, session }: ExamHint) {
    if (type === 'kicked' && session !== this.#session) this.#refused('elsewhere', undefined)
  }

  #refused(verdict: Verdict, error: unknown): void {
    const { phase } = this.#view
    // while it is held nothing is sent: the refusal is of an earlier call, whose session has been asked for again
    if (phase === 'held' || phase === 'handing' || phase === 'handed' || phase === 'closed') return
    if (phase === 'locked' && verdict === 'again') return this.#wait()
    this.queue.hold()
    if (verdict === 'closed') void this.#end()
    else if (verdict === 'elsewhere') void this.#lose()
    else if (verdict === 'hidden') void this.#offer(this.queue.open()).then(() => this.#set({ phase: 'hidden' }))
    else if (verdict === 'locked') this.#wait()
    else if (verdict !== 'signedOut') this.#set({ phase: 'failed', error })
  }

  #wait() {
    this.#set({ phase: 'locked' })
    this.#next.in(LOCKED_MS, () => void this.start())
  }

  /** The write lock is lost: unsent answers are sent for the late store, and stay buffered in case this page takes the lock back. */
  async #lose() {
    // a page without a network could not know who has the paper: ask
    if (this.#view.detail?.isKept) return this.start()
    this.#set({ phase: 'elsewhere' })
    await this.#offer(this.queue.open(), true)
  }

  /** The paper is closed. Unsent answers go to the late store, where an administrator decides about them. */
  async #end() {
    if (this.#view.phase === 'handed' || this.#view.phase === 'closed') return
    this.queue.hold()
    const left = await this.#ports.buffer.all().catch(() => this.queue.open())
    const isAnswered = await this.#offer(left)
    if (isAnswered) await this.#ports.buffer.wipe().catch(() => undefined)
    this.#ports.wish.drop()
    this.#set({ phase: 'closed', late: new Set(left.map((op) => op.quId)).size })
  }

  #offer(ops: readonly Op[], staysBuffered = false) {
    return offer(ops, this.#ports.save, (seen) => {
      if (!staysBuffered) for (const op of seen) this.#ports.buffer.drop(op).catch(() => undefined)
    })
  }

  async #handed(receipt: Receipt, ops: readonly Op[]) {
    this.queue.hold()
    this.queue.settle(ops)
    await this.#ports.buffer.wipe().catch(() => undefined)
    this.#next.cancel()
    this.#ports.wish.drop()
    this.#set({ phase: 'handed', receipt })
  }

  /** @returns whether to try again */
  #handRefused(verdict: Verdict, error: unknown): boolean {
    // the candidate goes on answering
    if (this.#view.phase !== 'handing') return false
    this.#set({ handProblem: messageOf(error) })
    if (verdict === 'again' || verdict === 'signedOut') return verdict === 'again'
    this.#reopen()
    if (verdict === 'early' || verdict === 'wrong') this.queue.release()
    else this.#refused(verdict, error)
    this.#next.plan()
    return false
  }
}
