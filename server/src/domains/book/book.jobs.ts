// Freezes entries of earlier releases; does nothing once all have a version.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { FREEZE, freezeEntries } from './freeze.service.ts'

export const bookJobs = (app: App): Job[] => [
  {
    name: FREEZE,
    cron: '*/5 * * * *',
    async run() {
      await freezeEntries(app)
    },
  },
]
