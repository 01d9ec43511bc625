import { expect, test } from 'vitest'
import { failedInBrowser, failedVitest } from './failures.ts'

test('lists failed tests with their messages and files that did not load, but no passed test', () => {
  const lines = failedVitest({
    testResults: [
      {
        name: 'a.test.ts',
        assertionResults: [
          { status: 'passed', fullName: 'fine', failureMessages: [] },
          { status: 'failed', fullName: 'sums', failureMessages: ['\u001B[31mexpected 3\u001B[39m\nto be 4'] },
        ],
      },
      { name: 'b.test.ts', message: 'no such module', assertionResults: [] },
    ],
  })
  expect(lines).toEqual(['✗ a.test.ts › sums\n    expected 3\n    to be 4', '✗ b.test.ts\n    no such module'])
})

test('a browser test that failed on every try is listed once, one that passed on a retry is not', () => {
  const failed = { error: { message: 'not visible' } }
  const lines = failedInBrowser({
    suites: [
      {
        file: 'room.spec.ts',
        specs: [{ title: 'late', ok: true, tests: [{ projectName: 'desktop', results: [failed, {}] }] }],
        suites: [
          { file: 'room.spec.ts', specs: [{ title: 'never', ok: false, tests: [{ projectName: 'phone', results: [failed, failed] }] }] },
        ],
      },
    ],
  })
  expect(lines).toEqual(['✗ room.spec.ts › never\n    not visible'])
})
