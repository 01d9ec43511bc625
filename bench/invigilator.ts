// An invigilator: a grid of 32 papers and its counts, with the requests of the page, and the socket that reports changes.
import { HandState } from '@shuyuan/contract/paper/proctor/watch.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminPassword, type ExamSetup } from './exam-setup.ts'
import { type Figures, Series } from './measure.ts'
import { SteadyLine } from './steady-line.ts'
import { WebSocketLine } from './web-socket.ts'

const REFRESH_MS = 10_000
const PAGE = 32

export type Watched = { grid: Figures; messages: number }

export class Invigilator {
  readonly #exam: ExamSetup
  readonly #line: SteadyLine
  readonly #series = new Series()
  #token = ''
  #page = 1
  #timer: NodeJS.Timeout | undefined
  #socket: WebSocketLine | undefined
  #left = false
  messages = 0

  private constructor(exam: ExamSetup) {
    this.#exam = exam
    this.#line = new SteadyLine(exam.port)
  }

  /** Signs in and opens the grid with automatic paging. */
  static async open(exam: ExamSetup): Promise<Invigilator> {
    const one = new Invigilator(exam)
    const { data } = await one.#line.post('/api/sys/user/login', JSON.stringify({ userName: 'admin', password: adminPassword }))
    one.#token = (data as { token: string }).token
    await one.#follow()
    await one.#look()
    one.#timer = setInterval(() => void one.#look().catch(() => one.#series.error()), REFRESH_MS)
    return one
  }

  async #follow() {
    const { data } = await this.#line.post('/api/socket/ticket', '{}', this.#token)
    const { ticket } = data as { ticket: string }
    this.#socket = await WebSocketLine.open(this.#exam.port, `/api/socket/watch/${this.#exam.examId}?token=${encodeURIComponent(ticket)}`, {
      onText: () => void this.messages++,
      onClose: () => void this.#again(),
    })
  }

  async #again() {
    while (!this.#left) {
      await sleep(1_000, undefined, { ref: false })
      if (this.#left) return
      const back = await this.#follow().then(
        () => true,
        () => false,
      )
      if (back) return
    }
  }

  /** One refresh: the counts, and the next page of the grid. */
  async #look() {
    const began = performance.now()
    const stat = await this.#line.post('/api/exam/watch/watch-stat', JSON.stringify({ id: this.#exam.examId }), this.#token)
    const params = { examId: this.#exam.examId, online: true, offline: true, handState: HandState.normal }
    const body = JSON.stringify({ current: this.#page, size: PAGE, params })
    const grid = await this.#line.post('/api/exam/watch/process-paging', body, this.#token)
    if (stat.code !== 0 || grid.code !== 0) return this.#series.error()
    this.#series.add(performance.now() - began)
    const { pages } = grid.data as { pages: number }
    this.#page = this.#page >= pages ? 1 : this.#page + 1
  }

  leave(): Watched {
    this.#left = true
    clearInterval(this.#timer)
    this.#socket?.close()
    this.#line.close()
    return { grid: this.#series.figures(), messages: this.messages }
  }
}
