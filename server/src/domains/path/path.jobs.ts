// Learning paths: every hour new people and renewals, in the night everything that is noted.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { repairPaths } from './repair.service.ts'

export const pathJobs = (app: App): Job[] => [
  { name: 'path.hour', cron: '23 * * * *', run: () => repairPaths(app, { all: false }) },
  { name: 'path.repair', cron: '12 4 * * *', run: () => repairPaths(app, { all: true }) },
]
