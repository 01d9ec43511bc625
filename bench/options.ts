// Command line options of a benchmark.
import { parseArgs } from 'node:util'

export type Options = { learners: number; questions: number; seconds: number; burst: number; connections: number; rounds: Round[] }
/** `after`: what follows papers that are handed in at once; `pooler`: two processes through PgBouncer */
export type Round = 'one' | 'two' | 'four' | 'redis' | 'pooler' | 'after'
const allRounds: Round[] = ['one', 'two', 'four', 'redis', 'pooler', 'after']
const usualRounds: Round[] = ['one', 'two', 'redis', 'after']

/** A short run, about a minute per round. */
const quick = { learners: '200', questions: '20', seconds: '10', burst: '6', connections: '64' }
const whole = { learners: '2000', questions: '50', seconds: '300', burst: '20', connections: '256' }

/** Reads --quick, --learners, --questions, --seconds, --burst, --connections and --rounds. Throws with a clear message for other arguments. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string', default: usualRounds.join(',') },
      ...Object.fromEntries(Object.keys(whole).map((name) => [name, { type: 'string' as const }])),
    },
  })
  const given = values as Record<string, string | boolean | undefined>
  const usual = values.quick ? quick : whole
  const number = (name: keyof typeof usual, least: number, most: number) => {
    const value = Number(given[name] ?? usual[name])
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Error(`--${name} must be a whole number from ${least} to ${most}`)
    return value
  }
  const rounds = values.rounds.split(',') as Round[]
  if (rounds.some((one) => !allRounds.includes(one))) throw new Error(`--rounds must be some of ${allRounds.join(',')}`)
  return {
    learners: number('learners', 1, 50_000),
    questions: number('questions', 1, 500),
    seconds: number('seconds', 1, 3_600),
    burst: number('burst', 2, 600),
    connections: number('connections', 1, 5_000),
    rounds,
  }
}
