import { expect, test } from 'vitest'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { costsOf, nearOf, slowestOf } from './costs.ts'
import { type BrowserReport, failedInBrowser, failedOutput, failedVitest } from './failures.ts'
import { heavy } from './heavy.ts'
import { type Notes, NOTES, notesOf } from './notes.reporter.ts'

const counts = { numPassedTests: 1, numFailedTests: 1 }
const times = { startTime: 1_000, endTime: 3_500 }
const stats = { expected: 0, unexpected: 1, flaky: 1 }

test('lists failed tests with their messages, but no passed test', () => {
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
    ],
  })
  expect(lines).toEqual(['✗ a.test.ts › sums\n    expected 3\n    to be 4'])
})

/** Runs test files of their own, and reads what the reporter notes. */
async function notesFrom(files: Record<string, string>): Promise<{ failed: boolean; notes: Notes }> {
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-notes-'))
  try {
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
    const file = notesOf(join(folder, 'report'))
    const args = ['run', '--globals', `--root=${folder}`, `--reporter=${join(import.meta.dirname, 'notes.reporter.ts')}`]
    const run = promisify(execFile)(join(import.meta.dirname, '..', 'node_modules', '.bin', 'vitest'), args, {
      env: { ...process.env, [NOTES]: file },
    })
    const failed = await run.then(
      () => false,
      () => true,
    )
    const text = (await readFile(file, 'utf8')).replaceAll(`${relative('.', folder)}/`, '').replaceAll(`${folder}/`, '')
    return { failed, notes: JSON.parse(text) as Notes }
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('lists what failed outside of a test: a file that does not load, a hook, a worker that ends, an error that no test awaited', async () => {
  const passes = "test('passes', () => expect(1).toBe(1))\n"
  const { failed, notes } = await notesFrom({
    'load.test.ts': "throw new Error('no such module')\n",
    'hook.test.ts': `describe('part', () => {\nbeforeAll(() => { throw new Error('no database') })\n${passes}})\n`,
    'ends.test.ts': "test('ends', () => process.kill(process.pid, 'SIGKILL'))\n",
    'late.test.ts': `void Promise.reject(new Error('lost'))\n${passes}`,
  })
  expect(failed).toBe(true)
  const lines = failedVitest(undefined, notes.faults)
  expect(lines.map((line) => line.split('\n').slice(0, 2).join('\n')).toSorted()).toEqual([
    '✗ hook.test.ts › part\n    Error: no database',
    '✗ load.test.ts\n    Error: no such module',
    '✗ outside of a test\n    Error: lost',
    '✗ outside of a test\n    Worker exited unexpectedly with signal SIGKILL during started state while running test file ends.test.ts',
  ])
})

test('names the tests that took half of their time, the nearest first, of both kinds', async () => {
  const waits = (name: string, ms: number, limit: number) =>
    `test('${name}', { timeout: ${limit} }, () => new Promise((done) => setTimeout(done, ${ms})))\n`
  const { failed, notes } = await notesFrom({ 'slow.test.ts': `${waits('near', 600, 1_000)}${waits('far', 10, 60_000)}` })
  expect(failed).toBe(false)
  expect(notes.near).toEqual([{ where: 'slow.test.ts › near', seconds: expect.any(Number) as number, limit: 1 }])
  const tried = (status: string, duration: number) => ({ projectName: '', timeout: 300_000, results: [{ status, duration }] })
  const specs = [
    { title: 'pages', ok: true, tests: [tried('passed', 290_000)] },
    { title: 'quick', ok: true, tests: [tried('passed', 149_000)] },
    { title: 'hangs', ok: false, tests: [tried('timedOut', 300_000)] },
  ]
  const near = notes.near.map((one) => ({ ...one, seconds: 0.6 }))
  expect(nearOf([{ faults: [], near }, undefined], { stats, suites: [{ file: 'a.spec.ts', specs }] })).toBe(
    '\nNear their limit:\n  290 of 300 s  e2e/a.spec.ts › pages\n    1 of 1 s  slow.test.ts › near\n',
  )
  expect(nearOf([undefined], undefined)).toBe('')
})

test('repeats the end of what a failed check wrote, not of one that passed or was shown as it came', () => {
  const step = { ok: false, seconds: 1, processor: 1 }
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n')
  const steps = [
    { ...step, name: 'lint', output: `${lines}\n` },
    { ...step, name: 'format', ok: true, output: 'fine' },
    { ...step, name: 'tests', output: '' },
  ]
  const [only = '', ...more] = failedOutput(steps)
  expect(more).toEqual([])
  expect(only.split('\n').filter((_, at) => at < 2 || at > 11)).toEqual(['✗ lint', '    line 8', '    line 19'])
})

test('a browser test that failed on every try is listed once, one that passed on a retry is not', () => {
  const failed = { status: 'failed', duration: 1_500, error: { message: 'not visible' } }
  const lines = failedInBrowser({
    stats,
    suites: [
      {
        file: 'room.spec.ts',
        specs: [
          {
            title: 'late',
            ok: true,
            tests: [{ projectName: 'desktop', timeout: 1, results: [failed, { status: 'passed', duration: 500 }] }],
          },
        ],
        suites: [
          {
            file: 'room.spec.ts',
            specs: [{ title: 'never', ok: false, tests: [{ projectName: 'phone', timeout: 1, results: [failed, failed] }] }],
          },
        ],
      },
    ],
  })
  expect(lines).toEqual(['✗ room.spec.ts › never\n    not visible'])
})

test('a file of browser tests that does not load is listed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-spec-'))
  try {
    await writeFile(join(folder, 'load.spec.ts'), "throw new Error('no such picture')\n")
    const playwright = join(import.meta.dirname, '..', 'node_modules', '.bin', 'playwright')
    const run = promisify(execFile)(playwright, ['test', '--config', folder, '--reporter=json'])
    const { stdout } = await run.catch((error: unknown) => error as { stdout: string })
    const lines = failedInBrowser(JSON.parse(stdout) as BrowserReport)
    expect(lines.map((line) => line.split('\n').slice(0, 2).join('\n'))).toContain(`✗ ${folder}/load.spec.ts\n    Error: no such picture`)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('names the slowest files of both, a file of browser tests with all its tries', () => {
  const names = Array.from({ length: 12 }, (_, at) => ({
    startTime: 0,
    endTime: 1_000 * (at + 1),
    name: `/x/${at}.test.ts`,
    assertionResults: [],
  }))
  const results = [9_500, 2_000].map((duration) => ({ status: 'passed', duration }))
  const specs = [{ title: 'one', ok: true, tests: [{ projectName: 'desktop', timeout: 300_000, results }] }]
  const suites = [{ file: 'room.spec.ts', suites: [{ file: 'room.spec.ts', specs }] }]
  const lines = slowestOf([{ ...counts, testResults: names }, undefined], { stats, suites }).split('\n')
  expect(lines).toHaveLength(11)
  expect(lines[1]).toMatch(/^ {3}12\.0 s .*11\.test\.ts$/)
  expect(lines[2]).toBe('   11.5 s  e2e/room.spec.ts')
})

test('the costs are a table with the sum of the processor seconds, which is open where one part is not known', () => {
  const lint = { name: 'lint', ok: true, seconds: 30, processor: 38.4, output: '' }
  const table = costsOf([lint, { name: 'tests', ok: false, seconds: 200, processor: 390.2, output: '' }], 231).split('\n')
  expect(table.slice(2)).toEqual(['| lint | 38 | 30 |', '| tests | 390 | 200 |', '| sum; the whole run | 429 | 231 |'])
  expect(costsOf([lint, { ...lint, processor: undefined }], 60)).toContain('| sum; the whole run | – | 60 |')
})

test('every heavy file exists', () => {
  expect(heavy.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([])
})
