// All candidates save as fast as the server answers; in the middle one server is killed, and unanswered saves are sent again.
import { setTimeout as sleep } from 'node:timers/promises'
import { costOf, countCpu, ownCpu, type SaveCost } from './cpu.ts'
import { type Candidate, rounds, save, type Saved, shareOf } from './fill.ts'
import type { ExamSetup } from './exam-setup.ts'
import { type Figures, Series } from './measure.ts'
import { asPage, SteadyLine } from './steady-line.ts'

/** Seq of the first save, above all earlier ones. */
const FIRST_SEQ = 100_000

export type Burst = {
  /** calls before the server was killed */
  before: Figures
  /** processor time of these calls */
  cost: SaveCost | undefined
  all: Figures
  /** number of broken connections */
  cut: number
  /** seconds from the kill until the first, and the last, broken connection had a save acknowledged */
  firstBack: number
  lastBack: number
  /** seconds until the new process was ready */
  restart: number
  /** processor time that its start took, in seconds */
  startCpu: number | undefined
}

/** Saves every question at least once; half of `seconds` is before the kill. */
export async function burst(
  exam: ExamSetup,
  candidates: Candidate[],
  { connections, seconds }: { connections: number; seconds: number },
  saved: Saved,
): Promise<Burst> {
  const lines = Array.from({ length: Math.min(connections, candidates.length) }, () => new SteadyLine(exam.port, asPage))
  const all = new Series()
  const cpu = countCpu(exam.dataDir, exam.servers.pids)
  const began = performance.now()
  let until = began + seconds * 1_000
  let before: Figures | undefined
  let cost: SaveCost | undefined
  let startCpu: number | undefined
  let killedAt = Number.POSITIVE_INFINITY
  const saving = lines.map(async (line, part) => {
    for (const next of rounds(shareOf(candidates, part, lines.length), FIRST_SEQ)) {
      if (next.seq > FIRST_SEQ && performance.now() >= until) break
      const since = performance.now()
      if (await save(line, next, saved)) all.add(performance.now() - since)
      else all.error()
    }
  })
  const killing = sleep((seconds * 1_000) / 2).then(async () => {
    cost = costOf(all.count, cpu())
    before = all.figures()
    killedAt = performance.now()
    const restart = await exam.servers.killAndRestart()
    startCpu = ownCpu(exam.servers.pids[0])
    // the second half starts when the server is back
    until = performance.now() + (seconds * 1_000) / 2
    return restart / 1_000
  })
  const [restart] = await Promise.all([killing, ...saving])
  for (const line of lines) line.close()
  const cut = lines.filter((line) => (line.brokenAt ?? 0) >= killedAt)
  const back = cut.map((line) => ((line.backAt ?? Number.POSITIVE_INFINITY) - killedAt) / 1_000)
  return {
    before: before!,
    cost,
    all: all.figures(),
    cut: cut.length,
    firstBack: back.length > 0 ? Math.min(...back) : 0,
    lastBack: Math.max(0, ...back),
    restart,
    startCpu,
  }
}
