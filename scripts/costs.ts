// The last lines of npm test: the slowest files, and what each part cost. docs/testing.md has the table of an idle machine.
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import type { BrowserReport, Suite, VitestReport } from './failures.ts'
import type { Done } from './steps.ts'

const root = `${import.meta.dirname}/..`
const SLOWEST = 10

/** The files that took longest, with their seconds on the clock; of browser tests the sum over desktop and phone. */
export function slowestOf(reports: (VitestReport | undefined)[], browser: BrowserReport | undefined): string {
  const files = reports
    .flatMap((report) => report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ file: relative(root, name), seconds: (endTime - startTime) / 1_000 }))
  const specs = (browser?.suites ?? []).map((suite) => ({ file: `e2e/${suite.file}`, seconds: secondsOf(suite) }))
  const slowest = [...files, ...specs].toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  return ['The slowest files:', ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)].join('\n')
}

function secondsOf({ specs = [], suites = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration / 1_000)))
  return [...own, ...suites.map(secondsOf)].reduce((sum, one) => sum + one, 0)
}

/** The table of docs/testing.md: processor seconds and seconds on the clock of each part, and the sum. `wall` is the whole run in seconds. */
export function costsOf(done: Done[], wall: number): string {
  const known = done.every(({ processor }) => processor !== undefined)
  const sum = done.reduce((all, { processor }) => all + (processor ?? 0), 0)
  const row = (name: string, processor: number | undefined, seconds: number) =>
    `| ${name} | ${processor === undefined ? '–' : processor.toFixed(0)} | ${seconds.toFixed(0)} |`
  return [
    `| part, on ${availableParallelism()} cores | processor s | clock s |`,
    '|---|---|---|',
    ...done.map(({ name, processor, seconds }) => row(name, processor, seconds)),
    row('sum; the whole run', known ? sum : undefined, wall),
  ].join('\n')
}
