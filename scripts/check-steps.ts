// The steps of a check before a commit; used by npm run check and npm test.
import { availableParallelism } from 'node:os'
import { runSteps } from './steps.ts'

/** Runs format, lint, types, dead code and all tests without a browser; returns the names of the failed steps. `report` is the file for Vitest's JSON report. */
export async function runCheck(report: string): Promise<string[]> {
  const still = await runSteps(
    [
      { name: 'lint', command: 'oxlint --type-aware --deny-warnings' },
      { name: 'types of contract, server and scripts', command: 'tsc --noEmit -p .' },
      { name: 'types of the web', command: 'tsc --noEmit -p web' },
      { name: 'dead code', command: 'knip' },
      { name: 'format', command: 'oxfmt --check .' },
    ],
    Math.min(availableParallelism(), 3),
  )
  const vitest = `vitest run --reporter=default --reporter=json --outputFile.json=${report}`
  const tests = await runSteps([{ name: 'tests', command: vitest, live: true }], 1)
  return [...still, ...tests]
}
