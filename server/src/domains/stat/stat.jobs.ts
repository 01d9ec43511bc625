// Figures counted beforehand: the last days every ten minutes, the longest chart every night, overdue learning and what each person has to do every hour; all after the start.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { countOverdue, OVERDUE_JOB } from './dashboard/overdue.service.ts'
import { compareQueued, SIMILAR_JOB } from './similar/job.service.ts'
import { countPeople, PEOPLE_JOB } from './team/count.service.ts'
import { makeReports, REPORT_JOB } from './report/report-plan.service.ts'
import { BACKFILL_JOB, countOlderDays, DAYS_JOB, NIGHT_DAYS, NIGHT_JOB, RECENT_DAYS, rollUp } from './figure/rollup.service.ts'

export const statJobs = (app: App): Job[] => [
  { name: DAYS_JOB, cron: '*/10 * * * *', run: () => rollUp(app, RECENT_DAYS) },
  { name: NIGHT_JOB, cron: '23 3 * * *', run: () => rollUp(app, NIGHT_DAYS) },
  {
    name: BACKFILL_JOB,
    // each step is a job of its own: others run in between, and a restart goes on with the next step
    async run() {
      if (await countOlderDays(app)) await app.jobs.send(app.db, BACKFILL_JOB, {})
    },
  },
  { name: OVERDUE_JOB, cron: '13 * * * *', run: () => countOverdue(app) },
  { name: PEOPLE_JOB, cron: '29 * * * *', run: () => countPeople(app) },
  // at once on request; each minute what a stopped server left
  { name: SIMILAR_JOB, cron: '* * * * *', run: () => compareQueued(app) },
  // each hour: a server that was off at midnight makes it later; a report is made once
  { name: REPORT_JOB, cron: '43 * * * *', run: () => makeReports(app) },
]

/** Counts once after the start: the server may have been off for days. */
export function startRollUp(app: App) {
  Promise.all(
    [NIGHT_JOB, BACKFILL_JOB, OVERDUE_JOB, PEOPLE_JOB].map((name) => app.jobs.send(app.db, name, {}, { singletonKey: 'start' })),
  ).catch((error: unknown) => app.log.warn({ err: error }, 'figures of the start page were not counted after the start'))
}
