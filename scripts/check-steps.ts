// The steps of a check before a commit; used by npm run check and npm test.
import { availableParallelism } from 'node:os'
import { heavy } from './heavy.ts'
import { NOTES, notesOf } from './notes.reporter.ts'
import { type Done, runMeasured, type Step } from './steps.ts'

export const cores = availableParallelism()

/** One thread each: the checks run beside each other, and their own threads double the work. */
const still: Step[] = [
  { name: 'lint', command: 'oxlint --type-aware --deny-warnings', env: { GOMAXPROCS: '1' } },
  { name: 'types of contract, server and scripts', command: 'tsc --noEmit --checkers 1 -p .' },
  { name: 'types of the web', command: 'tsc --noEmit --checkers 1 -p web' },
  { name: 'dead code', command: 'knip' },
  { name: 'format', command: 'oxfmt --check .' },
]

/** Checks format, lint, types and dead code, in the gaps that tests beside them leave. */
export const runInGaps = (): Promise<Done[]> =>
  runMeasured(
    still.map((step) => ({ ...step, yields: true })),
    1,
  )

const vitest = (report: string, rest: string): Pick<Step, 'command' | 'env'> => ({
  command: `vitest run --reporter=default --reporter=json --reporter=./scripts/notes.reporter.ts --outputFile.json=${report} ${rest}`,
  env: { [NOTES]: notesOf(report) },
})

/**
 * All tests without a browser, but for the heavy files if these are run by `heavyTests`. `report` is the file for Vitest's JSON report.
 * Much of the time is spent waiting for the database, so one process more than there are cores.
 */
export const lightTests = (report: string, without: readonly string[] = heavy): Step => ({
  name: 'tests',
  ...vitest(report, [`--maxWorkers=${cores + 1}`, ...without.map((file) => `--exclude=${file}`)].join(' ')),
  live: true,
})

/** The heavy ones on half of the cores, to be run beside the browser tests; their output is shown at the end. */
export const heavyTests = (report: string): Step => ({
  name: 'heavy tests',
  ...vitest(report, [`--project=node`, `--maxWorkers=${Math.ceil(cores / 2)}`, ...heavy].join(' ')),
})

/** Runs format, lint, types, dead code and all tests without a browser. */
export async function runCheck(report: string): Promise<Done[]> {
  return [...(await runMeasured(still, cores)), ...(await runMeasured([lightTests(report, [])], 1))]
}
