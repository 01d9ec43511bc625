// What a benchmark may be told on the command line.
import { parseArgs } from 'node:util'

export type Options = { learners: number; questions: number; seconds: number; connections: number }

/** Reads --learners, --questions, --seconds and --connections. Throws with a clear message for anything else. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      learners: { type: 'string', default: '1000' },
      questions: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '15' },
      connections: { type: 'string', default: '256' },
    },
  })
  const whole = (name: keyof typeof values, least: number, most: number) => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Error(`--${name} must be a whole number from ${least} to ${most}`)
    return value
  }
  return {
    learners: whole('learners', 1, 50_000),
    questions: whole('questions', 1, 500),
    seconds: whole('seconds', 1, 3_600),
    connections: whole('connections', 1, 5_000),
  }
}
