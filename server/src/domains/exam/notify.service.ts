// Registers exams as a source of notifications: variables and recipients.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { prepareNotify } from '../notify/prepare.service.ts'
import { addSource, limitText } from '../notify/source.service.ts'
import { examAudience } from './audience.service.ts'
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
  }
}

/** Registers exams as a notification source. */
export const notifyOfExams = (app: App): void => addSource(app, REF, { values: valuesOf, people: examAudience.concerned })

/** Initial values of the dialog 发送通知. Fails notFound. */
export const prepareExamNotify = (
  ctx: Ctx,
  { id }: Input<(typeof exam)['prepare-notify']>,
): Promise<Output<(typeof exam)['prepare-notify']>> => prepareNotify(ctx, REF, id)
