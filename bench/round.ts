// One exam day from the first sign-in to the last mark, on its own database, with one server process or several on one port.
import { handIn, openPapers, signIn } from './arrive.ts'
import { type CallCost, PhaseCosts } from './cpu.ts'
import { type Burst, burst } from './burst.ts'
import { type Measured, measureCeiling } from './ceiling.ts'
import { fillPaced, type Saved } from './fill.ts'
import { type ExamSetup, openExam } from './exam-setup.ts'
import { Invigilator, type Watched } from './invigilator.ts'
import { type Aftermath, countLost } from './lost.ts'
import { type Figures, within } from './measure.ts'
import type { Options } from './options.ts'
import { CandidateSockets } from './candidate-sockets.ts'

/** additional learners, whose open papers serve to measure the upper limit */
export const CEILING_CLIENTS = 32
/** Each candidate answers a question every twenty seconds. */
export const SECONDS_A_QUESTION = 20
const PORT = 8190
/** Saves a second: a burst that is slower has failed. */
const SLOWEST_BURST = 1_000

export type RoundOptions = { name: string; processes: number; redisUrl?: string | undefined; isPooled?: boolean; withCeiling: boolean }
export type RoundResult = {
  name: string
  phases: Record<'login' | 'create' | 'detail' | 'sockets' | 'people' | 'half' | 'hand', Figures>
  burst: Burst
  watched: Watched
  aftermath: Aftermath
  /** sockets open before the kill, reconnected, and open at the end */
  candidateSockets: { openBefore: number; reopened: number; open: number }
  /** processor time of a call in ms, by phase; `open` is both calls */
  costs: Record<string, CallCost>
  ceiling: Measured | undefined
  rssMb: number[]
}

/** Above every seq of the burst. */
const AFTER_BURST_SEQ = 10_000_000

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Time limit: a phase that hangs fails with its name. */
async function timed<T>(limit: number, what: string, act: Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await within(limit * 1_000, what, act)
  say(`  ${what.padEnd(28)} ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  return result
}

/** Throws if the setup fails or a phase does not end. */
export async function runRound(round: RoundOptions, options: Options): Promise<RoundResult> {
  say(`${round.name}:`)
  const people = options.learners + (round.withCeiling ? CEILING_CLIENTS : 0)
  const { processes, redisUrl, isPooled } = round
  const exam = await openExam({ people, questions: options.questions, port: PORT, processes, redisUrl, isPooled })
  try {
    return await examDay(exam, round, options, people)
  } finally {
    await exam.close()
  }
}

async function examDay(exam: ExamSetup, round: RoundOptions, options: Options, people: number): Promise<RoundResult> {
  const { learners, seconds, connections } = options
  const invigilator = await Invigilator.open(exam)
  const costs = new PhaseCosts(exam)
  const { figures: login, tokens } = await costs.of('login', people, () => timed(300, 'signing in', signIn(exam, people)))
  const opening = () => timed(300, 'opening the papers', openPapers(exam, tokens, connections))
  const { create, detail, candidates } = await costs.of('open', people, opening)
  const present = candidates.slice(0, learners)
  const candidateSockets = new CandidateSockets(exam, present)
  try {
    const sockets = await timed(300, 'opening the sockets', candidateSockets.openAll())
    const openBefore = candidateSockets.open
    const saved: Saved = new Map()
    const pace = { connections, seconds, rate: learners / SECONDS_A_QUESTION }
    const paced = () => timed(seconds + 120, 'saving as people do', fillPaced(exam, present, pace, saved))
    const peopleSaving = await costs.of('save, as people do', pace.rate * seconds, paced)
    const crash = await timed(
      // every question of every candidate is saved at least once
      options.burst + 180 + (learners * options.questions) / SLOWEST_BURST,
      'burst, with a killed server',
      burst(exam, present, { connections, seconds: options.burst }, saved),
    )
    const halfPace = { connections, seconds: Math.max(3, options.burst / 3), rate: crash.before.rate / 2, firstSeq: AFTER_BURST_SEQ }
    const halfPaced = () => timed(120, 'half of that', fillPaced(exam, present, halfPace, saved))
    const half = await costs.of('save, half of the burst', halfPace.rate * halfPace.seconds, halfPaced)
    const rssMb = await exam.servers.rssMb()
    const ceiling = round.withCeiling
      ? await timed(120, 'the bare statement', measureCeiling(exam, candidates.slice(learners), Math.min(options.burst, 10)))
      : undefined
    const hand = await costs.of('hand in', learners, () => timed(300, 'handing in', handIn(exam, present, connections)))
    const aftermath = await timed(120, 'counting', countLost(exam.databaseUrl, saved, present))
    return {
      name: round.name,
      phases: { login, create, detail, sockets, people: peopleSaving, half, hand },
      burst: crash,
      watched: invigilator.leave(),
      aftermath,
      candidateSockets: { openBefore, reopened: candidateSockets.reopened, open: candidateSockets.open },
      costs: costs.each,
      ceiling,
      rssMb,
    }
  } finally {
    candidateSockets.leave()
    invigilator.leave()
  }
}
