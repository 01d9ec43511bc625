// Files of granted certificates, and reminders before they end.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { makePdfs, PDF } from './pdf-run.service.ts'
import { remindExpiring } from './remind.service.ts'

export const certJobs = (app: App): Job[] => [
  {
    name: PDF,
    cron: '* * * * *',
    async run() {
      await makePdfs(app)
    },
  },
  {
    name: 'cert.remind',
    cron: '5 8 * * *',
    async run() {
      await remindExpiring(app)
    },
  },
]
