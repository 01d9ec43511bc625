// Effects of finished courses: a run after each finish, and one a minute for retries.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { deleteOldFaces } from './face/face-list.service.ts'
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
    name: 'course.face.forget',
    cron: '52 3 * * *',
    async run() {
      await deleteOldFaces(app)
    },
  },
]
