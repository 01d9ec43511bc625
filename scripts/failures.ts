// The failed tests in the reports of Vitest and Playwright.
import { stripVTControlCharacters } from 'node:util'
import type { Fault } from './notes.reporter.ts'
import type { Done } from './steps.ts'

export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults?: {
    name: string
    /** milliseconds */
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

export interface BrowserTest {
  projectName: string
  /** milliseconds, as is `duration` */
  timeout: number
  results: { status: string; duration: number; error?: { message?: string } }[]
}
export interface Suite {
  file: string
  suites?: Suite[]
  specs?: { title: string; ok: boolean; tests: BrowserTest[] }[]
}
export interface BrowserReport {
  /** flaky: passed on a retry */
  stats: { expected: number; unexpected: number; flaky: number }
  suites?: Suite[]
  /** outside of a test: a file that does not load, a server that does not start */
  errors?: { message?: string; location?: { file: string } }[]
}

/** Failed tests with the first lines of their messages, and what failed outside of a test: a file that does not load, a hook, an error. */
export function failedVitest(report: VitestReport | undefined, faults: readonly Fault[] = []): string[] {
  const tests = (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => summaryOf(`${file.name} › ${test.fullName}`, test.failureMessages?.[0])),
  )
  return [...tests, ...faults.map(({ where, message }) => summaryOf(where, message))]
}

/** The same for browser tests, and what failed outside of them; a test that passed on a retry is not included. */
export function failedInBrowser(report: BrowserReport | undefined): string[] {
  const ofSuite = (suite: Suite): string[] => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map((spec) =>
        summaryOf(`${suite.file} › ${spec.title}`, spec.tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message),
      ),
    ...(suite.suites ?? []).flatMap(ofSuite),
  ]
  const outside = (report?.errors ?? []).map(({ message, location }) => summaryOf(location?.file ?? 'outside of a test', message))
  return [...(report?.suites ?? []).flatMap(ofSuite), ...outside]
}

/** The last lines of each failed step whose output was not shown as it came, such as a check of types. */
export function failedOutput(steps: readonly Done[]): string[] {
  const lastOf = ({ output }: Done) => stripVTControlCharacters(output).trim().split('\n').slice(-LINES).join('\n')
  return steps.filter(({ ok, output }) => !ok && output !== '').map((step) => summaryOf(step.name, lastOf(step)))
}

const LINES = 12

function summaryOf(where: string, why = ''): string {
  const lines = stripVTControlCharacters(why).split('\n').slice(0, LINES)
  return [`✗ ${where}`, ...lines.map((line) => `    ${line}`)].join('\n').trimEnd()
}
