// What a finished course earns.
import type { App } from '../../../kernel/ctx.ts'
import { type Due, grantEarned } from '../../cert/grant.service.ts'
import { isRefunded } from '../../pay/order/order.service.ts'
import { awardFor } from '../../points/rule.service.ts'
import { onCourseFinished } from '../progress/finish.service.ts'
import { isPriced } from '../progress/learn.rules.ts'
import { mustFindCourse } from './course.service.ts'

type Finished = { courseId: string; userId: string }

/** Points and certificate of a finished course, each once; nothing for a purchase that was refunded meanwhile. */
export async function rewardFinished(ctx: Due, { courseId, userId }: Finished): Promise<void> {
  const course = await mustFindCourse(ctx, courseId)
  if (isPriced(course) && (await isRefunded(ctx.db, userId, 'course', courseId))) return
  const { title, certId } = course
  await awardFor(ctx, 'course', userId, { refId: courseId, remark: `学完课程：${title}` })
  await grantEarned(ctx, { certId, userId, refType: 'course', refId: courseId, vars: { courseTitle: `《${title}》` } })
}

/** Subscribes points and certificates to finished courses. */
export const rewardCourses = (app: App): void => onCourseFinished(app, 'reward', rewardFinished)
