// The failed tests in the reports of Vitest and Playwright.
import { stripVTControlCharacters } from 'node:util'

export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults?: {
    name: string
    /** milliseconds */
    startTime: number
    endTime: number
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

export interface Suite {
  file: string
  suites?: Suite[]
  specs?: { title: string; ok: boolean; tests: { projectName: string; results: { duration: number; error?: { message?: string } }[] }[] }[]
}
export interface BrowserReport {
  /** flaky: passed on a retry */
  stats: { expected: number; unexpected: number; flaky: number }
  suites?: Suite[]
}

/** Failed tests with the first lines of their messages; a file that did not load counts as one. */
export function failedVitest(report: VitestReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (file.assertionResults.length === 0 && file.message) return [summaryOf(file.name, file.message)]
    return failed.map((test) => summaryOf(`${file.name} › ${test.fullName}`, test.failureMessages?.[0]))
  })
}

/** The same for browser tests; a test that passed on a retry is not included. */
export function failedInBrowser(report: BrowserReport | undefined): string[] {
  const ofSuite = (suite: Suite): string[] => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map((spec) =>
        summaryOf(`${suite.file} › ${spec.title}`, spec.tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message),
      ),
    ...(suite.suites ?? []).flatMap(ofSuite),
  ]
  return (report?.suites ?? []).flatMap(ofSuite)
}

const LINES = 12

function summaryOf(where: string, why = ''): string {
  const lines = stripVTControlCharacters(why).split('\n').slice(0, LINES)
  return [`✗ ${where}`, ...lines.map((line) => `    ${line}`)].join('\n').trimEnd()
}
