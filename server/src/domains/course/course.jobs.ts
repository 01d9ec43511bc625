// Finished courses: a run when one was finished, and one a minute for whatever was left over.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { FINISHED, followFinished } from './finish.service.ts'

export const courseJobs = (app: App): Job[] => [
  {
    name: FINISHED,
    cron: '* * * * *',
    async run() {
      await followFinished(app)
    },
  },
]
