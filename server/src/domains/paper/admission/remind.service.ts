// Reminds the candidates who were invited to an exam and have not come yet.
import { fillIn } from '@shuyuan/contract/notify/event.ts'
import type { watchMessage } from '@shuyuan/contract/paper/proctor/watch-message.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { takeReminderTurn } from '../../exam/notify.service.ts'
import { mustWatch } from '../../exam/entry/invigilation.service.ts'
import { limitText } from '../../notify/source.service.ts'
import { sendMsgs } from '../../message/msg.service.ts'
import { hasEnded, isMissing } from './absent.service.ts'
import { namesPeople } from './invited.service.ts'

/**
 * Writes to everybody who is invited, has opened no paper and may be watched by the caller. Fails notFound, examDisabled, examEnded once no
 * candidate can start any more, tooOften within ten minutes of the last reminder of this exam from any user.
 * @returns the number of messages; 0 for an exam without names of invited users
 */
export async function remindMissing(ctx: Ctx, { examId }: Input<(typeof watchMessage)['remind-missing']>) {
  const { db, now } = ctx
  const { people } = await mustWatch(ctx, examId)
  const exam = must(
    await db
      .selectFrom('exam as e')
      .where('id', '=', examId)
      .select(['title', 'startTime', 'endTime', 'minutes', 'openType', 'state', hasEnded(now).as('isOver')])
      .executeTakeFirst(),
  )
  if (exam.state !== ExamState.enabled) fail('examDisabled')
  if (exam.isOver) fail('examEnded')
  if (!namesPeople(exam.openType)) return { sent: 0 }
  if (!(await takeReminderTurn(ctx, examId))) fail('tooOften')
  const title = `考试提醒：${exam.title}`
  const times = fillIn('{{startTime}} 至 {{endTime}}', { startTime: limitText(exam.startTime), endTime: limitText(exam.endTime) })
  const content = `您还没有参加“${exam.title}”。\n考试时间：${times}，时长 ${exam.minutes} 分钟。`
  const messages = sql`select id as user_id, ${title}::text as title, ${content}::text as content from sys_user
    where ${isMissing(examId, exam.openType)} and ${people} order by id`
  const sent = await sendMsgs(ctx, messages, { refType: 'exam', refId: examId })
  ctx.change.after = { sent }
  return { sent }
}
