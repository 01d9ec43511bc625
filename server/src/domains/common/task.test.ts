// What stays of background tasks.
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/people.ts'
import { forgetTasks, TASK_KEEP_DAYS } from './task.jobs.ts'
import { TaskState } from './task.service.ts'

const { app, db } = await sharedApp()

test('tasks that ended are deleted after their retention; open ones and the newest failure of a subject stay', async () => {
  const at = (days: number) => new Date(app.clock().getTime() - days * 86_400_000)
  const [old, young] = [TASK_KEEP_DAYS + 1, TASK_KEEP_DAYS - 1]
  const rows: [string, (typeof TaskState)[keyof typeof TaskState], number][] = [
    ['done-old', TaskState.done, old],
    ['done-young', TaskState.done, young],
    ['waiting-old', TaskState.waiting, old],
    ['running-old', TaskState.running, old],
    ['failed-old', TaskState.failed, old],
    ['failed-again', TaskState.failed, old + 1],
    ['failed-again', TaskState.done, young],
  ]
  for (const [subject, state, days] of rows)
    await db
      .insertInto('commonTask')
      .values({ kind: 'test', subject, state, createTime: at(days) })
      .execute()
  expect(await forgetTasks(app)).toBe(2)
  const left = await db.selectFrom('commonTask').orderBy('id').select('subject').execute()
  expect(left.map((one) => one.subject)).toEqual(['done-young', 'waiting-old', 'running-old', 'failed-old', 'failed-again'])
})
