// All tests that need no browser: the Node side on a real PostgreSQL, the web components in jsdom.
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { standIns } from './server/test/stand-ins.ts'
import { handbook } from './web/handbook-plugin.ts'

export default defineConfig({
  test: {
    // Safe because nothing keeps state in a module, and it saves loading 200 endpoints for every file.
    isolate: false,
    // what a test waits for comes late on a busy machine; the limits only end a test that hangs
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // the report names a test that needed a second try; the whole run need not be repeated for it
    retry: process.env.CI ? 1 : 0,
    // on two cores one would be left over; much of the time is spent waiting for the database
    maxWorkers: Math.max(2, availableParallelism() - 1),
    env: {
      // programs that the machine may have are not reached
      PATH: `${standIns()}${delimiter}${process.env.PATH ?? ''}`,
      // servers that tests start take a third of the time if the sources are compiled already
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compile'),
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{contract,server,architecture,scripts,bench}/**/*.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
          setupFiles: ['server/test/patience.ts', 'server/test/setup.ts'],
        },
      },
      {
        extends: true,
        plugins: [handbook()],
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['server/test/patience.ts', 'web/test/setup.ts'],
        },
      },
    ],
  },
})
