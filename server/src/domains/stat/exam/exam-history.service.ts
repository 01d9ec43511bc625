// The history of an exam, from the audit log.
import { examHistory } from '@shuyuan/contract/stat/exam-history.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { pageByKey } from '../../../kernel/page.ts'
import { changedFields } from '../../site/log/changed-fields.service.ts'
import { logsOfExam, subjectOrder } from '../../site/log/subject-log.service.ts'
import { namesOfUsers } from '../../site/log/user-names.service.ts'

const SAVE = '/api/exam/exam/save'
const PUBLISH = '/api/exam/exam/publish'
type Settings = Output<typeof examHistory.paging>['records'][number]['before']
const fields = Object.keys(examHistory.paging.output.shape.records.element.shape.before.shape)

/** Newest first. Fails notFound for an unknown exam. */
export async function pageHistory(
  ctx: Ctx,
  { params, ...paging }: Input<typeof examHistory.paging>,
): Promise<Output<typeof examHistory.paging>> {
  const examId = params.examId ?? fail('notFound')
  must(await ctx.db.selectFrom('exam').where('id', '=', examId).select('id').executeTakeFirst())
  const page = await pageByKey(ctx.db, logsOfExam(ctx, examId), paging, subjectOrder)
  const names = await namesOfUsers(
    ctx,
    page.records.flatMap((row) => row.userId ?? []),
  )
  return {
    ...page,
    records: page.records.map(({ userId, userName, path, input, before, after, ...row }) => ({
      ...row,
      realName: names.get(userId ?? '') ?? userName,
      added: path === SAVE && before === null,
      ...changedFields<Settings>(fields, before, path === PUBLISH ? after : path === SAVE ? input : null),
    })),
  }
}
