// Tells the domain of notifications what an exam is: its variables, and whom it concerns.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { prepareNotify } from '../notify/prepare.service.ts'
import { addSource } from '../notify/source.service.ts'
import { mustFindExam } from './exam.service.ts'

const REF = 'exam'
const NO_LIMIT = '不限'
const timeText = (at: Date | null) => (at ? toWallClock(at).slice(0, 16) : NO_LIMIT)

async function valuesOf(ctx: Ctx, id: string): Promise<Record<string, string>> {
  const { title, startTime, endTime, minutes, totalScore, passScore } = await mustFindExam(ctx, id)
  return {
    examTitle: title,
    startTime: timeText(startTime),
    endTime: timeText(endTime),
    minutes: String(minutes),
    totalScore: formatPoints(totalScore),
    passScore: formatPoints(passScore),
  }
}

/** Rows (user_id): those named, the learners of the departments, or every learner where anybody may come. */
const concernedBy = (id: string) => sql<{ userId: string }>`
  select u.id as user_id from exam e join sys_user u on u.state = 0
  where e.id = ${id}::bigint and (
    e.open_type in (1, 9) and u.role_type = 1
    or e.open_type = 3 and exists (select from exam_user x where x.exam_id = e.id and x.user_id = u.id)
    or e.open_type = 2 and u.role_type = 1 and exists (
      select from exam_depart x
      join sys_depart branch on branch.dept_code = x.dept_code
      join sys_depart own on own.dept_code = u.dept_code
      where x.exam_id = e.id and starts_with(own.path, branch.path)))`

/** Makes exams something that can be notified about. */
export const notifyOfExams = (app: App): void => addSource(app, REF, { values: valuesOf, people: concernedBy })

/** What the dialog 发送通知 begins with. Fails notFound. */
export const prepareExamNotify = (
  ctx: Ctx,
  { id }: Input<(typeof exam)['prepare-notify']>,
): Promise<Output<(typeof exam)['prepare-notify']>> => prepareNotify(ctx, REF, id)
