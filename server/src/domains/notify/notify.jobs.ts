// Jobs: an SMS run after each notification and once a minute; old log rows are deleted at night.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { DELIVER, deliverWaiting } from './deliver.service.ts'
import { deleteOldNotifyLogs } from './log.service.ts'

export const notifyJobs = (app: App): Job[] => [
  {
    name: DELIVER,
    cron: '* * * * *',
    async run() {
      await deliverWaiting(app)
    },
  },
  {
    name: 'notify.log.forget',
    cron: '53 3 * * *',
    async run() {
      await deleteOldNotifyLogs(app)
    },
  },
]
