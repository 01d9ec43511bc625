// Jobs: messages are sent after each event and once a minute; old ones are deleted at night, launches that were not finished every ten minutes.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { deliverDue } from './deliver.service.ts'
import { deleteOldDeliveries } from './delivery.service.ts'
import { sweepLaunches } from './lti-launch.service.ts'
import { DELIVER } from './outbox.service.ts'
import { sweepHints } from './tool-open.service.ts'
import { sweepSpent } from './tool-score.service.ts'

export const integrateJobs = (app: App): Job[] => [
  {
    name: DELIVER,
    cron: '* * * * *',
    async run() {
      await deliverDue(app)
    },
  },
  {
    name: 'integrate.lti.sweep',
    cron: '*/10 * * * *',
    async run() {
      await sweepLaunches(app)
      await sweepHints(app)
      await sweepSpent(app)
    },
  },
  {
    name: 'integrate.forget',
    cron: '57 3 * * *',
    async run() {
      await deleteOldDeliveries(app)
    },
  },
]
