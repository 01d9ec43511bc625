// The browser tests: journeys through the whole product, each file with a server and a database of its own.
import { defineConfig } from '@playwright/test'
import { availableParallelism } from 'node:os'
import { findHeadless } from './scripts/chromium.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // the pages of a context share one process: a new one costs 0.2 s, and its first page another 0.6
  '--renderer-process-limit=1',
  // a page lives for seconds: what optimizing compilers spend on its scripts is more than they save
  '--js-flags=--no-turbofan --no-maglev --always-sparkplug',
]

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // npm test runs the heavy files of Vitest at the same time, which wait for much
  workers: availableParallelism() + 1,
  // on a busy machine one more try tells a slow moment from a defect; the report names what needed it
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // what a test waits for comes late on a busy machine; the limits only end a test that hangs
  timeout: 300_000,
  expect: { timeout: 60_000 },
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // nothing moves, so nothing is clicked while it moves
    contextOptions: { reducedMotion: 'reduce' },
    // a worker's own requests would pass by the routes of tests; e2e/install.spec.ts allows it
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // recording costs a third of the time; TRACE=1 gives one of a failure
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: findHeadless(), args },
  },
})
