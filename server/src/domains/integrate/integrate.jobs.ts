// Jobs: messages are sent after each event and once a minute; rosters are read and old messages deleted at night, launches that were not finished every ten minutes.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { deliverDue } from './hook/deliver.service.ts'
import { deleteOldDeliveries } from './hook/delivery.service.ts'
import { sweepLaunches } from './lti/lti-launch.service.ts'
import { forgetMembers, readRosters } from './lti/lti-roster.service.ts'
import { DELIVER } from './outbox/outbox.service.ts'
import { sweepChoices } from './tool/tool-choice.service.ts'
import { sweepHints } from './tool/tool-open.service.ts'
import { sweepSpent } from './tool/tool-access.service.ts'

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
      await sweepChoices(app)
      await sweepSpent(app)
    },
  },
  {
    name: 'integrate.lti.roster',
    cron: '43 4 * * *',
    async run() {
      await readRosters(app)
      await forgetMembers(app)
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
