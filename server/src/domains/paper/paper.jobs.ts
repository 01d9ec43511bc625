// Finished papers: a run when one was finished, and one a minute for whatever was left over.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { makeExports } from './export.run.service.ts'
import { EXPORT } from './export.service.ts'
import { FINISHED, followFinished } from './finish.service.ts'

export const paperJobs = (app: App): Job[] => [
  {
    name: FINISHED,
    cron: '* * * * *',
    async run() {
      await followFinished(app)
    },
  },
  {
    name: EXPORT,
    cron: '* * * * *',
    async run() {
      await makeExports(app)
    },
  },
]
