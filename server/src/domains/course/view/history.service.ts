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

const built = (act: string) => `/api/course/course/${act}`
/** Names of one act. */
const MOST_NAMED = 20
type Act = { path: string; input: unknown; after: unknown }

/** Ids of the files that an act of the builder added, changed, took out or put back; new orders name all of them and none. */
function filesOf({ path, input, after }: Act): string[] {
  if (path === built('item-restore')) return ((after ?? {}) as { fileIds?: string[] }).fileIds?.slice(0, MOST_NAMED) ?? []
  const { items = [], fileIds = [] } = (input ?? {}) as { items?: { fileId: string }[]; fileIds?: string[] }
  const ids = path === built('item-save') ? items.map((one) => one.fileId) : path === built('item-delete') ? fileIds : []
  return ids.slice(0, MOST_NAMED)
}

/** @returns the names that an act concerned */
async function namesIn({ db }: Pick<Ctx, 'db'>, acts: readonly Act[]): Promise<(act: Act) => string[]> {
  const ids = [...new Set(acts.flatMap(filesOf))]
  const rows = ids.length === 0 ? [] : await db.selectFrom('courseFile').where('id', 'in', ids).select(['id', 'title']).execute()
  const titles = new Map(rows.map((row) => [row.id, row.title]))
  return (act) =>
    act.path === built('section-save') ? [(act.input as { title: string }).title] : filesOf(act).flatMap((id) => titles.get(id) ?? [])
}

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
  const namesOf = await namesIn(ctx, page.records)
  return {
    ...page,
    records: page.records.map(({ userId, userName, path, input, before, after, ...row }) => ({
      ...row,
      about: namesOf({ path, input, after }),
      realName: names.get(userId ?? '') ?? userName,
      added: path === SAVE && before === null,
      ...changedFields<Settings>(fields, before, path === SAVE ? input : null),
    })),
  }
}
