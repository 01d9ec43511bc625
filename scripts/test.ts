// npm test: the check, the build and the browser tests. The last line is the number of passed and failed tests.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCheck } from './check-steps.ts'
import { provideChromium } from './chromium.ts'
import { type BrowserReport, failedInBrowser, failedVitest, type VitestReport } from './failures.ts'
import { runSteps } from './steps.ts'
import { buildWebIfStale } from './web-build.ts'

const folder = mkdtempSync(join(tmpdir(), 'shuyuan-results-'))
const vitestReport = join(folder, 'vitest.json')
const browserReport = join(folder, 'playwright.json')

interface Reports extends VitestReport, BrowserReport {
  numPassedTests: number
  numFailedTests: number
  /** flaky: passed on a retry */
  stats: { expected: number; unexpected: number; flaky: number }
}

const failedSteps = [...(await runCheck(vitestReport)), ...(await runBrowserTests())]
const vitest = read(vitestReport)
const browserTests = read(browserReport)
const browser = browserTests?.stats
rmSync(folder, { recursive: true })

const passed = (vitest?.numPassedTests ?? 0) + (browser?.expected ?? 0) + (browser?.flaky ?? 0)
const failedTests = (vitest?.numFailedTests ?? 0) + (browser?.unexpected ?? 0)
// A step can fail without a failed test: a lint error, a test file that does not load. The last line must not say "0 failed" then.
const withoutTest = failedSteps.filter(
  (name) => !(name === 'tests' && vitest?.numFailedTests) && !(name === 'browser tests' && browser?.unexpected),
)
if (browser?.flaky) process.stdout.write(`${browser.flaky} browser tests passed at the second try only\n`)
// repeated at the end, so that failures need not be searched in the output
for (const line of [...failedVitest(vitest), ...failedInBrowser(browserTests)]) process.stdout.write(`${line}\n`)
if (failedSteps.length > 0) process.stdout.write(`Failed: ${failedSteps.join(', ')}\n`)
process.stdout.write(`\n${passed} passed, ${failedTests + withoutTest.length} failed\n`)
process.exitCode = failedSteps.length === 0 ? 0 : 1

async function runBrowserTests(): Promise<string[]> {
  if (!buildWebIfStale()) return ['build of the web']
  try {
    const env = { CHROME_PATH: provideChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport }
    return await runSteps([{ name: 'browser tests', command: 'playwright test --reporter=list,json', env, live: true }], 1)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return ['browser tests']
  }
}

/** The report of one of the two; each fills its own part. */
function read(file: string): Reports | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Reports) : undefined
}
