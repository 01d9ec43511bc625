// An exam as its form sends it.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import { say } from '@shuyuan/contract/site/site.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { say as sayExam } from '@shuyuan/contract/exam/exam.server.texts.ts'
import { meetsHours } from '@shuyuan/contract/kernel/time-ranges.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { failField } from '../../kernel/fail.ts'
import { comparesFaces } from '../site/provider/compare.service.ts'
import { saveExam } from './exam.service.ts'

/**
 * Stores an exam. Fails at openHours where the window has none of them, and at needFace where it is turned on and nothing compares faces: an exam that already takes pictures keeps taking
 * them. Fails as saveExam.
 */
export async function saveExamForm(ctx: Ctx, form: Input<typeof exam.save>): Promise<Output<typeof exam.save>> {
  if (form.needFace && !(await comparesFaces(ctx.app)) && !(await takesPictures(ctx, form.id)))
    failField('needFace', say('facesNotCompared'))
  if (form.startTime && form.endTime && !meetsHours(form.openHours, form.startTime, form.endTime))
    failField('openHours', sayExam('hoursNeverOpen'))
  // a stored exam is published by a call of its own
  return saveExam(ctx, form.id === undefined ? form : { ...form, draft: undefined })
}

async function takesPictures({ db }: Pick<Ctx, 'db'>, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false
  const row = await db.selectFrom('exam').where('id', '=', id).select('needFace').executeTakeFirst()
  return row?.needFace === true
}
