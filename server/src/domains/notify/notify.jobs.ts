// Jobs: an SMS run after each notification and once a minute, planned notifications every minute; old rows are deleted at night.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { DELIVER, deliverWaiting } from './deliver.service.ts'
import { deleteOldNotifyLogs } from './log.service.ts'
import { deleteOldPlans, sendPlanned } from './plan.service.ts'

export const notifyJobs = (app: App): Job[] => [
  {
    name: DELIVER,
    cron: '* * * * *',
    async run() {
      await deliverWaiting(app)
    },
  },
  {
    name: 'notify.plan',
    cron: '* * * * *',
    async run() {
      await sendPlanned(app)
    },
  },
  {
    name: 'notify.log.forget',
    cron: '53 3 * * *',
    async run() {
      await deleteOldNotifyLogs(app)
      await deleteOldPlans(app)
    },
  },
]
