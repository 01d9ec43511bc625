// The candidates' sockets: each has its own ticket, pings every ten seconds, and reconnects after a cut, as the page does.
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from './connection.ts'
import type { Candidate } from './fill.ts'
import type { ExamSetup } from './exam-setup.ts'
import { inParallel, Series } from './measure.ts'
import { SteadyLine } from './steady-line.ts'
import { WebSocketLine } from './web-socket.ts'

const BEAT_MS = 10_000
/** number of connections that request tickets */
const WIDTH = 64
/** A page waits 1 to 30 s with jitter before it reconnects (web/src/kernel/call/socket.ts). */
const [FIRST_MS, MOST_MS] = [1_000, 30_000]

export class CandidateSockets {
  readonly #exam: ExamSetup
  readonly #candidates: Candidate[]
  readonly #sockets: (WebSocketLine | undefined)[] = []
  readonly #lines: SteadyLine[]
  readonly #beat: NodeJS.Timeout
  #next = 0
  #left = false
  reopened = 0

  constructor(exam: ExamSetup, candidates: Candidate[]) {
    this.#exam = exam
    this.#candidates = candidates
    this.#lines = Array.from({ length: WIDTH }, () => new SteadyLine(exam.port))
    // a tenth of the sockets pings each second
    this.#beat = setInterval(() => {
      this.#next = (this.#next + 1) % 10
      this.#sockets.forEach((one, at) => at % 10 === this.#next && one?.beat())
    }, BEAT_MS / 10)
  }

  get open() {
    return this.#sockets.filter((one) => one !== undefined).length
  }

  /** Opens the sockets of all candidates. */
  async openAll(): Promise<ReturnType<Series['figures']>> {
    const series = new Series()
    const indexes = this.#candidates.map((_one, at) => at)
    await inParallel(indexes, WIDTH, async (at, worker) => {
      const began = performance.now()
      try {
        await this.#connect(at, this.#lines[worker]!)
        series.add(performance.now() - began)
      } catch {
        series.error()
      }
    })
    return series.figures()
  }

  async #connect(at: number, line: Pick<Connection, 'post'>) {
    const { token } = this.#candidates[at]!
    const reply = await line.post('/api/socket/ticket', '{}', token)
    const { ticket } = reply.data as { ticket: string }
    const path = `/api/socket/exam/${this.#exam.userIds[at]}/${this.#exam.examId}/web?token=${encodeURIComponent(ticket)}`
    this.#sockets[at] = await WebSocketLine.open(this.#exam.port, path, { onClose: () => void this.#again(at) })
  }

  async #again(at: number) {
    this.#sockets[at] = undefined
    for (let failures = 0; !this.#left; failures++) {
      await sleep(Math.min(MOST_MS, FIRST_MS * 2 ** failures) * (0.5 + Math.random() / 2), undefined, { ref: false })
      if (this.#left) break
      let line: Connection | undefined
      try {
        // a new one, because the shared ones may be busy; a page asks once for a ticket in each attempt
        line = await Connection.open(this.#exam.port)
        await this.#connect(at, line)
        this.reopened++
        break
      } catch {
        // the next attempt waits longer
      } finally {
        line?.close()
      }
    }
  }

  leave() {
    this.#left = true
    clearInterval(this.#beat)
    for (const one of this.#sockets) one?.close()
    for (const line of this.#lines) line.close()
  }
}
