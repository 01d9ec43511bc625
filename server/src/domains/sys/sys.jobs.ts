// Clears what has run out: sessions, counts of failures, codes.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { sweepFailures } from './failure.service.ts'
import { sweepSessions } from './session.service.ts'
import { sweepSmsCodes } from './sms.service.ts'

export const sysJobs = (app: App): Job[] => [
  {
    name: 'sys.sweep',
    cron: '17 * * * *',
    async run() {
      await sweepSessions(app)
      await sweepFailures(app)
      await sweepSmsCodes(app)
    },
  },
]
