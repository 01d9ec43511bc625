// Effects of finished courses: a run after each finish, and one a minute for retries. Exports of learning; reminders of deadlines every hour, of lessons in a room every five minutes.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { remindOfDeadlines } from './records/deadline.service.ts'
import { LEARNT_EXPORT } from './records/export.service.ts'
import { makeLearnerExports } from './records/export-run.service.ts'
import { sweepRenditions } from './file/media-task.service.ts'
import { deleteOldFaces } from './face/face-list.service.ts'
import { FINISHED, followFinished } from './progress/finish.service.ts'
import { remindOfRooms } from './room/remind.service.ts'
import { sweepPackages } from './scorm/package.service.ts'
import { deleteOldHandFiles } from './work/work-file.service.ts'

export const courseJobs = (app: App): Job[] => [
  {
    name: FINISHED,
    cron: '* * * * *',
    async run() {
      await followFinished(app)
    },
  },
  {
    name: LEARNT_EXPORT,
    cron: '* * * * *',
    async run() {
      await makeLearnerExports(app)
    },
  },
  {
    name: 'course.deadline',
    cron: '7 * * * *',
    async run() {
      await remindOfDeadlines(app)
    },
  },
  {
    name: 'course.renditions',
    cron: '41 3 * * *',
    async run() {
      await sweepRenditions(app)
      await sweepPackages(app)
    },
  },
  {
    name: 'course.face.forget',
    cron: '52 3 * * *',
    async run() {
      await deleteOldFaces(app)
    },
  },
  {
    name: 'course.room.remind',
    cron: '*/5 * * * *',
    async run() {
      await remindOfRooms(app)
    },
  },
  {
    name: 'course.work.forget',
    cron: '57 3 * * *',
    async run() {
      await deleteOldHandFiles(app)
    },
  },
]
