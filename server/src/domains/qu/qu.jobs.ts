// Deletes staged imports that were not committed.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { sweepStagings } from './import/staged.service.ts'

export const quJobs = (app: App): Job[] => [{ name: 'qu.sweep', cron: '41 3 * * *', run: () => sweepStagings(app) }]
