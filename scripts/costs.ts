// The last lines of npm test: the slowest files, and what each part cost. docs/testing.md has the table of an idle machine.
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import type { BrowserReport, BrowserTest, Suite, VitestReport } from './failures.ts'
import { NEAR, type Near, type Notes } from './notes.reporter.ts'
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

const testsOf = ({ file, specs = [], suites = [] }: Suite): { where: string; test: BrowserTest }[] => [
  ...specs.flatMap(({ title, tests }) => tests.map((test) => ({ where: `e2e/${file} › ${title}`, test }))),
  ...suites.flatMap(testsOf),
]

const secondsOf = (suite: Suite): number =>
  testsOf(suite)
    .flatMap(({ test }) => test.results)
    .reduce((sum, { duration }) => sum + duration / 1_000, 0)

/** The tests that passed and took half of their time or more, the nearest to its limit first; a slower machine will end them. Else nothing. */
export function nearOf(notes: (Notes | undefined)[], browser: BrowserReport | undefined): string {
  const inBrowser = (browser?.suites ?? [])
    .flatMap(testsOf)
    .flatMap(({ where, test: { timeout, results } }): Near[] =>
      results
        .filter(({ status, duration }) => status === 'passed' && duration >= NEAR * timeout)
        .map(({ duration }) => ({ where, seconds: duration / 1_000, limit: timeout / 1_000 })),
    )
  const all = [...notes.flatMap((one) => one?.near ?? []), ...inBrowser].toSorted((a, b) => b.seconds / b.limit - a.seconds / a.limit)
  const lines = all.map(({ where, seconds, limit }) => `${seconds.toFixed(0).padStart(5)} of ${limit} s  ${where}`)
  return lines.length === 0 ? '' : ['', 'Near their limit:', ...lines, ''].join('\n')
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
