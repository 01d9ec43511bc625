// The candidates' sockets: each has its own ticket, pings every ten seconds, and reconnects after a cut, as the page does.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Candidate } from './fill.ts'
import type { Hall } from './exam-setup.ts'
import { inParallel, Series } from './measure.ts'
import { SteadyLine } from './steady-line.ts'
import { WebSocketLine } from './web-socket.ts'

const BEAT_MS = 10_000
/** number of connections that request tickets */
const WIDTH = 64
/** A page waits 1 to 30 s with jitter before it reconnects (web/src/kernel/call/socket.ts). */
const [FIRST_MS, MOST_MS] = [1_000, 30_000]

export class Seats {
  readonly #hall: Hall
  readonly #candidates: Candidate[]
  readonly #sockets: (WebSocketLine | undefined)[] = []
  readonly #lines: SteadyLine[]
  readonly #beat: NodeJS.Timeout
  #next = 0
  #left = false
  reopened = 0

  constructor(hall: Hall, candidates: Candidate[]) {
    this.#hall = hall
    this.#candidates = candidates
    this.#lines = Array.from({ length: WIDTH }, () => new SteadyLine(hall.port))
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
  async take(): Promise<ReturnType<Series['figures']>> {
    const series = new Series()
    const indexes = this.#candidates.map((_one, at) => at)
    await inParallel(indexes, WIDTH, async (at, worker) => {
      const began = performance.now()
      try {
        await this.#sit(at, this.#lines[worker]!)
        series.add(performance.now() - began)
      } catch {
        series.error()
      }
    })
    return series.figures()
  }

  async #sit(at: number, line: SteadyLine) {
    const { token } = this.#candidates[at]!
    const reply = await line.post('/api/socket/ticket', '{}', token)
    const { ticket } = reply.data as { ticket: string }
    const path = `/api/socket/exam/${this.#hall.userIds[at]}/${this.#hall.examId}/web?token=${encodeURIComponent(ticket)}`
    this.#sockets[at] = await WebSocketLine.open(this.#hall.port, path, { onClose: () => void this.#again(at) })
  }

  async #again(at: number) {
    this.#sockets[at] = undefined
    // its own connection, because the shared ones may be busy
    const line = new SteadyLine(this.#hall.port)
    for (let failures = 0; !this.#left; failures++) {
      await sleep(Math.min(MOST_MS, FIRST_MS * 2 ** failures) * (0.5 + Math.random() / 2), undefined, { ref: false })
      if (this.#left) break
      try {
        await this.#sit(at, line)
        this.reopened++
        break
      } catch {
        // the next attempt waits longer
      }
    }
    line.close()
  }

  leave() {
    this.#left = true
    clearInterval(this.#beat)
    for (const one of this.#sockets) one?.close()
    for (const line of this.#lines) line.close()
  }
}
