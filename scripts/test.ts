// npm test: the check, the build and the browser tests. The last line is the number of passed and failed tests.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heavyTests, lightTests, runInGaps } from './check-steps.ts'
import { provideChromium } from './chromium.ts'
import { costsOf, nearOf, slowestOf } from './costs.ts'
import { type BrowserReport, failedInBrowser, failedOutput, failedVitest, type VitestReport } from './failures.ts'
import { type Notes, notesOf } from './notes.reporter.ts'
import { type Done, failedOf, runMeasured, type Step } from './steps.ts'
import { isWebStale } from './web-build.ts'

const begun = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'shuyuan-results-'))
const reports = { light: join(folder, 'light.json'), heavy: join(folder, 'heavy.json'), browser: join(folder, 'playwright.json') }

const BUILD = 'build of the web'
const BROWSER = 'browser tests'
const build: Step[] = isWebStale() ? [{ name: BUILD, command: 'vite build web --logLevel warn' }] : []

// tests wait for the database and for pages, and leave a tenth of the processors
const checks = runInGaps()
const built = await runMeasured(build, 1)
const tested = [...(await runMeasured([lightTests(reports.light)], 1)), ...(await runLast())]
const done: Done[] = [...built, ...(await checks), ...tested]

const light: VitestReport | undefined = read(reports.light)
const heavy: VitestReport | undefined = read(reports.heavy)
const browser: BrowserReport | undefined = read(reports.browser)
const notes: Record<'light' | 'heavy', Notes | undefined> = { light: read(notesOf(reports.light)), heavy: read(notesOf(reports.heavy)) }
rmSync(folder, { recursive: true })

const stats = browser?.stats
const passed = (light?.numPassedTests ?? 0) + (heavy?.numPassedTests ?? 0) + (stats?.expected ?? 0) + (stats?.flaky ?? 0)
const failedTests = (light?.numFailedTests ?? 0) + (heavy?.numFailedTests ?? 0) + (stats?.unexpected ?? 0)
const failedSteps = failedOf(done)
// A step can fail without a failed test: a lint error, a test file that does not load. The last line must not say "0 failed" then.
const failedIn: Record<string, number | undefined> = {
  tests: light?.numFailedTests,
  'heavy tests': heavy?.numFailedTests,
  [BROWSER]: stats?.unexpected,
}
const withoutTest = failedSteps.filter((name) => !failedIn[name])
if (stats?.flaky) process.stdout.write(`${stats.flaky} browser tests passed at the second try only\n`)
// repeated at the end, so that failures need not be searched in the output
const failures = [...failedVitest(light, notes.light?.faults), ...failedVitest(heavy, notes.heavy?.faults), ...failedInBrowser(browser)]
for (const line of [...failures, ...failedOutput(done)]) process.stdout.write(`${line}\n`)
if (failedSteps.length > 0) process.stdout.write(`Failed: ${failedSteps.join(', ')}\n`)
process.stdout.write(
  `\n${slowestOf([light, heavy], browser)}\n${nearOf([notes.light, notes.heavy], browser)}\n${costsOf(done, (performance.now() - begun) / 1_000)}\n`,
)
process.stdout.write(`\n${passed} passed, ${failedTests + withoutTest.length} failed\n`)
process.exitCode = failedSteps.length === 0 ? 0 : 1

/** The browser tests, and beside them the heavy ones without a browser. */
async function runLast(): Promise<Done[]> {
  const steps: Step[] = [heavyTests(reports.heavy)]
  const missing = failedOf(built).includes(BUILD) ? `The ${BUILD} failed, so there are no pages to test.` : withoutChromium()
  if (missing === undefined) {
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: reports.browser }
    steps.unshift({ name: BROWSER, command: 'playwright test --reporter=list,json', env, live: true })
  } else process.stderr.write(`${missing}\n`)
  const ran = await runMeasured(steps, steps.length)
  return missing === undefined ? ran : [...ran, { name: BROWSER, ok: false, seconds: 0, processor: 0, output: missing }]
}

/** Why there is no browser; undefined if there is one. */
function withoutChromium(): string | undefined {
  try {
    provideChromium()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What a step wrote; undefined where it did not come so far. */
function read(file: string) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
