// What has to hold before a commit; npm run check and npm test both run it.
import { availableParallelism } from 'node:os'
import { runSteps } from './steps.ts'

/** Runs format, lint, types, dead code and all tests that need no browser; gives the names of the steps that failed. `report` gets the counts as JSON. */
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
