// Deletes the rows of background tasks that ended long ago.
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { deleteOlder } from '../../kernel/retention.ts'
import { TaskState } from './task.service.ts'

export const TASK_KEEP_DAYS = 30
/** Open tasks, and the newest failure of a subject: it is the reason that users read. */
const kept = sql`state in (${sql.raw(`${TaskState.waiting}, ${TaskState.running}`)}) or (state = ${sql.raw(String(TaskState.failed))}
  and not exists (select from common_task newer where newer.subject = common_task.subject and newer.id > common_task.id))`

export const forgetTasks = (app: Pick<App, 'db' | 'clock'>): Promise<number> => deleteOlder(app, 'common_task', TASK_KEEP_DAYS, kept)

export const taskJobs = (app: App): Job[] => [
  {
    name: 'common.task.forget',
    cron: '37 4 * * *',
    async run() {
      await forgetTasks(app)
    },
  },
]
