// What an exam day may cost on two cores that carry servers, database and load generator.
import type { RoundResult } from './round.ts'

/** A figure and its limit: at most, or at least where `least` is set. */
export type Goal = { what: string; is: number; limit: number; unit: string; least?: true }

/** The number of learners for which the limits were set. With fewer, most of a call is code that runs for the first time, so its cost is not judged. */
const HALL = 2_000
const LARGE_HALL = 5_000

/** The limits of a round with so many learners. */
export function goalsOf({ phases, burst, costs, ceiling, rssMb }: RoundResult, learners: number): Goal[] {
  /** A limit that grows with the number of learners: linear between the two given sizes, and beyond. */
  const between = (hall: number, large: number) => hall + ((large - hall) * Math.max(0, learners - HALL)) / (LARGE_HALL - HALL)
  const goals: Goal[] = [
    { what: 'sign in', is: phases.login.seconds, limit: between(60, 150), unit: 's' },
    { what: 'open, both calls', is: Math.max(phases.create.seconds, phases.detail.seconds), limit: between(5, 12), unit: 's' },
    { what: 'everybody again after the kill', is: burst.lastBack, limit: between(2, 5), unit: 's' },
    { what: 'hand in and mark', is: phases.hand.seconds, limit: between(2.5, 6), unit: 's' },
    { what: 'memory of a process', is: Math.max(...rssMb), limit: between(400, 550), unit: 'MB' },
  ]
  if (learners < HALL) return goals
  // a second process must not make a save wait; the costs are those of one
  if (rssMb.length > 1)
    return learners === HALL ? [...goals, { what: 'half of the burst, p99', is: phases.half.p99, limit: 50, unit: 'ms' }] : goals
  const cost = (what: string, phase: string, limit: number): Goal => {
    const { server, database } = costs[phase]!
    return { what, is: server + database, limit, unit: 'ms of processor' }
  }
  goals.push(
    cost('open a paper', 'open', 3.6),
    cost('a save as people do', 'save, as people do', 1.2),
    cost('hand in a paper', 'hand in', 1.6),
  )
  if (ceiling) goals.push({ what: 'burst to the bare statement', is: burst.before.rate / ceiling.rate, limit: 1.5, unit: '', least: true })
  return goals
}

export const isKept = ({ is, limit, least }: Goal) => (least ? is >= limit : is <= limit)

/** The figure with its limit, in words. */
export const goalText = ({ what, is, limit, unit, least }: Goal) =>
  `${what}: ${Number(is.toFixed(2))} ${unit} (at ${least ? 'least' : 'most'} ${Number(limit.toFixed(1))})`.replace('  ', ' ')
