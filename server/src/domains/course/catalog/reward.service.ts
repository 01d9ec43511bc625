// What a finished course earns.
import type { App } from '../../../kernel/ctx.ts'
import { grantEarned } from '../../cert/grant.service.ts'
import { awardFor } from '../../points/rule.service.ts'
import { onCourseFinished } from '../progress/finish.service.ts'
import { mustFindCourse } from './course.service.ts'

/** Subscribes points and certificates to finished courses. */
export function rewardCourses(app: App): void {
  onCourseFinished(app, 'points', async (ctx, { courseId, userId }) => {
    const { title } = await mustFindCourse(ctx, courseId)
    await awardFor(ctx, 'course', userId, { refId: courseId, remark: `学完课程：${title}` })
  })
  onCourseFinished(app, 'cert', async (ctx, { courseId, userId }) => {
    const { title, certId } = await mustFindCourse(ctx, courseId)
    await grantEarned(ctx, { certId, userId, refType: 'course', refId: courseId, vars: { courseTitle: `《${title}》` } })
  })
}
