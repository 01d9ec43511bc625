import { expect, test } from 'vitest'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { costsOf, slowestOf } from './costs.ts'
import { failedInBrowser, failedVitest } from './failures.ts'
import { heavy } from './heavy.ts'

const counts = { numPassedTests: 1, numFailedTests: 1 }
const times = { startTime: 1_000, endTime: 3_500 }
const stats = { expected: 0, unexpected: 1, flaky: 1 }

test('lists failed tests with their messages and files that did not load, but no passed test', () => {
  const lines = failedVitest({
    ...counts,
    testResults: [
      {
        ...times,
        name: 'a.test.ts',
        assertionResults: [
          { status: 'passed', fullName: 'fine', failureMessages: [] },
          { status: 'failed', fullName: 'sums', failureMessages: ['\u001B[31mexpected 3\u001B[39m\nto be 4'] },
        ],
      },
      { ...times, name: 'b.test.ts', message: 'no such module', assertionResults: [] },
    ],
  })
  expect(lines).toEqual(['✗ a.test.ts › sums\n    expected 3\n    to be 4', '✗ b.test.ts\n    no such module'])
})

test('a browser test that failed on every try is listed once, one that passed on a retry is not', () => {
  const failed = { duration: 1_500, error: { message: 'not visible' } }
  const lines = failedInBrowser({
    stats,
    suites: [
      {
        file: 'room.spec.ts',
        specs: [{ title: 'late', ok: true, tests: [{ projectName: 'desktop', results: [failed, { duration: 500 }] }] }],
        suites: [
          { file: 'room.spec.ts', specs: [{ title: 'never', ok: false, tests: [{ projectName: 'phone', results: [failed, failed] }] }] },
        ],
      },
    ],
  })
  expect(lines).toEqual(['✗ room.spec.ts › never\n    not visible'])
})

test('names the slowest files of both, a file of browser tests with all its tries', () => {
  const names = Array.from({ length: 12 }, (_, at) => ({
    startTime: 0,
    endTime: 1_000 * (at + 1),
    name: `/x/${at}.test.ts`,
    assertionResults: [],
  }))
  const specs = [{ title: 'one', ok: true, tests: [{ projectName: 'desktop', results: [{ duration: 9_500 }, { duration: 2_000 }] }] }]
  const suites = [{ file: 'room.spec.ts', suites: [{ file: 'room.spec.ts', specs }] }]
  const lines = slowestOf([{ ...counts, testResults: names }, undefined], { stats, suites }).split('\n')
  expect(lines).toHaveLength(11)
  expect(lines[1]).toMatch(/^ {3}12\.0 s .*11\.test\.ts$/)
  expect(lines[2]).toBe('   11.5 s  e2e/room.spec.ts')
})

test('the costs are a table with the sum of the processor seconds, which is open where one part is not known', () => {
  const lint = { name: 'lint', ok: true, seconds: 30, processor: 38.4 }
  const table = costsOf([lint, { name: 'tests', ok: false, seconds: 200, processor: 390.2 }], 231).split('\n')
  expect(table.slice(2)).toEqual(['| lint | 38 | 30 |', '| tests | 390 | 200 |', '| sum; the whole run | 429 | 231 |'])
  expect(costsOf([lint, { ...lint, processor: undefined }], 60)).toContain('| sum; the whole run | – | 60 |')
})

test('every heavy file exists', () => {
  expect(heavy.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([])
})
