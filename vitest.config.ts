// All tests that need no browser: the Node side on a real PostgreSQL, the web components in jsdom.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Safe because nothing keeps state in a module, and it saves loading 200 endpoints for every file.
    isolate: false,
    // a busy machine is slow to reach what a test waits for
    expect: { poll: { timeout: 5_000 } },
    pool: 'forks',
    // the report names a test that needed a second try; the whole run need not be repeated for it
    retry: process.env.CI ? 1 : 0,
    // on two cores one would be left over; much of the time is spent waiting for the database
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{contract,server,architecture,scripts,bench}/**/*.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
          setupFiles: 'server/test/setup.ts',
          testTimeout: 15_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: 'web/test/setup.ts',
          testTimeout: 15_000,
        },
      },
    ],
  },
})
