// The history of a course, from the audit log.
import { courseHistory } from '@shuyuan/contract/course/view/view.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { pageByKey } from '../../../kernel/page.ts'
import { changedFields } from '../../site/log/changed-fields.service.ts'
import { logsOfCourse, subjectOrder } from '../../site/log/subject-log.service.ts'
import { namesOfUsers } from '../../site/log/user-names.service.ts'

const SAVE = '/api/course/course/save'
type Settings = Output<typeof courseHistory.paging>['records'][number]['before']
const fields = Object.keys(courseHistory.paging.output.shape.records.element.shape.before.shape)

/** Newest first. Fails notFound for an unknown course. */
export async function pageCourseHistory(
  ctx: Ctx,
  { params, ...paging }: Input<typeof courseHistory.paging>,
): Promise<Output<typeof courseHistory.paging>> {
  const courseId = params.courseId ?? fail('notFound')
  must(await ctx.db.selectFrom('course').where('id', '=', courseId).select('id').executeTakeFirst())
  const page = await pageByKey(ctx.db, logsOfCourse(ctx, courseId), paging, subjectOrder)
  const names = await namesOfUsers(
    ctx,
    page.records.flatMap((row) => row.userId ?? []),
  )
  return {
    ...page,
    records: page.records.map(({ userId, userName, path, input, before, after: _after, ...row }) => ({
      ...row,
      realName: names.get(userId ?? '') ?? userName,
      added: path === SAVE && before === null,
      ...changedFields<Settings>(fields, before, path === SAVE ? input : null),
    })),
  }
}
