// Figures counted beforehand: the last days every ten minutes, the longest chart every night, and both after the start.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { makeReports, REPORT_JOB } from './report-plan.service.ts'
import { DAYS_JOB, NIGHT_DAYS, NIGHT_JOB, RECENT_DAYS, rollUp } from './rollup.service.ts'

export const statJobs = (app: App): Job[] => [
  { name: DAYS_JOB, cron: '*/10 * * * *', run: () => rollUp(app, RECENT_DAYS) },
  { name: NIGHT_JOB, cron: '23 3 * * *', run: () => rollUp(app, NIGHT_DAYS) },
  // each hour, because the site's midnight is not that of the queue; a report is made once
  { name: REPORT_JOB, cron: '43 * * * *', run: () => makeReports(app) },
]

/** Counts once after the start: the server may have been off for days. */
export function startRollUp(app: App) {
  app.jobs
    .send(app.db, NIGHT_JOB, {}, { singletonKey: 'start' })
    .catch((error: unknown) => app.log.warn({ err: error }, 'figures of the start page were not counted after the start'))
}
