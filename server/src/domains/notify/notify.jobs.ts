// Short messages on their way: a run when something was sent, and one a minute for whatever was left over.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { DELIVER, deliverWaiting } from './deliver.service.ts'

export const notifyJobs = (app: App): Job[] => [
  {
    name: DELIVER,
    cron: '* * * * *',
    async run() {
      await deliverWaiting(app)
    },
  },
]
