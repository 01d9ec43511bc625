// Registers courses as a source of notifications: variables and recipients.
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { mustMayNotify } from '../../notify/own.service.ts'
import { prepareNotify } from '../../notify/prepare.service.ts'
import { addSource, limitText } from '../../notify/source.service.ts'
import { courseAudience } from './audience.service.ts'
import { mustFindCourse } from './course.service.ts'

const REF = 'course'

async function valuesOf(ctx: Ctx, id: string): Promise<Record<string, string>> {
  const { title, startTime, endTime } = await mustFindCourse(ctx, id)
  return { courseTitle: title, startTime: limitText(startTime), endTime: limitText(endTime) }
}

const isOwn = async ({ db, user }: Ctx, id: string): Promise<boolean> =>
  (await db.selectFrom('course').where('id', '=', id).where('createBy', '=', user.id).select('id').executeTakeFirst()) !== undefined

/** Registers courses as a notification source. */
export const notifyOfCourses = (app: App): void => addSource(app, REF, { values: valuesOf, people: courseAudience.concerned, isOwn })

/** Initial values of the dialog 发送通知. Fails notFound, and as mustMayNotify. */
export async function prepareCourseNotify(
  ctx: Ctx,
  { id }: Input<(typeof course)['prepare-notify']>,
): Promise<Output<(typeof course)['prepare-notify']>> {
  await mustMayNotify(ctx, { refType: REF, refId: id })
  return prepareNotify(ctx, REF, id)
}
