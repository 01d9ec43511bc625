// Work on uploads in the background: makes private what must be private, and removes what nothing refers to.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { privateReferencesOf, protectUploads } from './protect.service.ts'
import { sweepUploads } from './pieces.service.ts'
import { sweepUnused } from './unused.service.ts'

export const fileJobs = (app: App): Job[] => [
  { name: 'common.file.protect', cron: '53 3 * * *', run: () => protectUploads(app, privateReferencesOf(app)) },
  {
    name: 'common.file.pieces',
    cron: '17 * * * *',
    async run() {
      await sweepUploads(app)
    },
  },
  {
    name: 'common.file.unused',
    cron: '23 4 * * *',
    async run() {
      await sweepUnused(app)
    },
  },
]
