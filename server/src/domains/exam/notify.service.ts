// Registers exams as a source of notifications: variables and recipients.
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { mustMayNotify } from '../notify/own.service.ts'
import { prepareNotify } from '../notify/prepare.service.ts'
import { addSource, limitText } from '../notify/source.service.ts'
import { site } from '../site/config/config.service.ts'
import { examAudience } from './entry/audience.service.ts'
import { mustFindExam } from './exam.service.ts'

const REF = 'exam'

async function valuesOf(ctx: Ctx, id: string): Promise<Record<string, string>> {
  const { title, startTime, endTime, minutes, totalScore, passScore } = await mustFindExam(ctx, id)
  return {
    examTitle: title,
    startTime: limitText(startTime),
    endTime: limitText(endTime),
    minutes: String(minutes),
    totalScore: formatPoints(totalScore),
    passScore: formatPoints(passScore),
    link: `${withoutSlash((await site(ctx)).h5Host || ctx.request.origin)}/web/exam/check/${id}`,
  }
}

const isOwn = async ({ db, user }: Ctx, id: string): Promise<boolean> =>
  (await db.selectFrom('exam').where('id', '=', id).where('createBy', '=', user.id).select('id').executeTakeFirst()) !== undefined

/** Registers exams as a notification source. */
export const notifyOfExams = (app: App): void => addSource(app, REF, { values: valuesOf, people: examAudience.concerned, isOwn })

/** Initial values of the dialog 发送通知. Fails notFound, and as mustMayNotify. */
export async function prepareExamNotify(
  ctx: Ctx,
  { id }: Input<(typeof exam)['prepare-notify']>,
): Promise<Output<(typeof exam)['prepare-notify']>> {
  await mustMayNotify(ctx, { refType: REF, refId: id })
  return prepareNotify(ctx, REF, id)
}

/** Between two reminders of one exam, in milliseconds. */
const PAUSE = 10 * 60_000

/**
 * Takes the turn to remind the candidates of an exam; in one statement, so that of two calls at the same time one is refused.
 * @returns false within ten minutes of the last reminder
 */
export async function takeReminderTurn({ db, now }: Pick<Ctx, 'db' | 'now'>, examId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exam')
    .set({ remindedAt: now })
    .where('id', '=', examId)
    .where((eb) => eb.or([eb('remindedAt', 'is', null), eb('remindedAt', '<=', new Date(now.getTime() - PAUSE))]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
