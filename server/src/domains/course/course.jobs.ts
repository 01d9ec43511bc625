// Effects of finished courses: a run after each finish, and one a minute for retries.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { sweepRenditions } from './file/media-task.service.ts'
import { FINISHED, followFinished } from './progress/finish.service.ts'

export const courseJobs = (app: App): Job[] => [
  {
    name: FINISHED,
    cron: '* * * * *',
    async run() {
      await followFinished(app)
    },
  },
  {
    name: 'course.renditions',
    cron: '41 3 * * *',
    async run() {
      await sweepRenditions(app)
    },
  },
]
