// One exam day from the first sign-in to the last mark, on its own database, with one server process or several on one port.
import { handIn, openPapers, signIn } from './arrive.ts'
import { type Burst, burst } from './burst.ts'
import { measureCeiling } from './ceiling.ts'
import { fillPaced, type Saved } from './fill.ts'
import { type Hall, openExam } from './exam-setup.ts'
import { Invigilator, type Watched } from './invigilator.ts'
import { type Aftermath, countLost } from './lost.ts'
import { type Figures, within } from './measure.ts'
import type { Options } from './options.ts'
import { Seats } from './seats.ts'

/** additional learners, whose open papers serve to measure the upper limit */
export const CEILING_CLIENTS = 32
/** Each candidate answers a question every twenty seconds. */
export const SECONDS_A_QUESTION = 20
const PORT = 8190

export type RoundTerms = { name: string; processes: number; redisUrl?: string | undefined; withCeiling: boolean }
export type RoundResult = {
  name: string
  phases: Record<'login' | 'create' | 'detail' | 'sockets' | 'people' | 'half' | 'hand', Figures>
  burst: Burst
  watched: Watched
  aftermath: Aftermath
  /** sockets open before the kill, reconnected, and open at the end */
  seats: { taken: number; reopened: number; open: number }
  ceiling: { rate: number; by: string } | undefined
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
export async function runRound(terms: RoundTerms, options: Options): Promise<RoundResult> {
  say(`${terms.name}:`)
  const people = options.learners + (terms.withCeiling ? CEILING_CLIENTS : 0)
  const hall = await openExam({ people, questions: options.questions, port: PORT, processes: terms.processes, redisUrl: terms.redisUrl })
  try {
    return await examDay(hall, terms, options, people)
  } finally {
    await hall.close()
  }
}

async function examDay(hall: Hall, terms: RoundTerms, options: Options, people: number): Promise<RoundResult> {
  const { learners, seconds, connections } = options
  const invigilator = await Invigilator.open(hall)
  const { figures: login, tokens } = await timed(300, 'signing in', signIn(hall, people))
  const { create, detail, candidates } = await timed(300, 'opening the papers', openPapers(hall, tokens, connections))
  const inHall = candidates.slice(0, learners)
  const seats = new Seats(hall, inHall)
  try {
    const sockets = await timed(300, 'opening the sockets', seats.take())
    const taken = seats.open
    const saved: Saved = new Map()
    const pace = { connections, seconds, rate: learners / SECONDS_A_QUESTION }
    const peopleSaving = await timed(seconds + 120, 'saving as people do', fillPaced(hall, inHall, pace, saved))
    const crash = await timed(
      options.burst + 180,
      'burst, with a killed server',
      burst(hall, inHall, { connections, seconds: options.burst }, saved),
    )
    const halfPace = { connections, seconds: Math.max(3, options.burst / 3), rate: crash.before.rate / 2, firstSeq: AFTER_BURST_SEQ }
    const half = await timed(120, 'half of that', fillPaced(hall, inHall, halfPace, saved))
    const rssMb = await hall.servers.rssMb()
    const ceiling = terms.withCeiling
      ? await timed(120, 'the bare statement', measureCeiling(hall.databaseUrl, candidates.slice(learners), Math.min(options.burst, 10)))
      : undefined
    const hand = await timed(300, 'handing in', handIn(hall, inHall, connections))
    const aftermath = await timed(120, 'counting', countLost(hall.databaseUrl, saved, inHall))
    return {
      name: terms.name,
      phases: { login, create, detail, sockets, people: peopleSaving, half, hand },
      burst: crash,
      watched: invigilator.leave(),
      aftermath,
      seats: { taken, reopened: seats.reopened, open: seats.open },
      ceiling,
      rssMb,
    }
  } finally {
    seats.leave()
    invigilator.leave()
  }
}
