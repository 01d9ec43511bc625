// The files that a learner has opened, latest first.
import type { courseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { pageOf } from '../../../kernel/page.ts'

const sortable = { updateTime: 'courseFileLearn.updateTime', learnSec: 'learnSec', process: 'process' }

const MOST_COURSES = 200

/** Opened files of the caller, without disabled ones. */
const openedBy = ({ db, user }: Ctx) =>
  db
    .selectFrom('courseFileLearn')
    .innerJoin('courseFile', 'courseFile.id', 'courseFileLearn.fileId')
    .innerJoin('course', 'course.id', 'courseFileLearn.courseId')
    .where('courseFileLearn.userId', '=', user.id)
    .where('courseFile.enabled', '=', true)
    .where('course.state', '=', CourseState.enabled)

/** The courses of which the caller has opened files, the latest learnt first. */
export const listLearnt = async (ctx: Ctx): Promise<Output<typeof courseFileLearn.courses>> =>
  openedBy(ctx)
    .groupBy(['course.id', 'course.title'])
    .orderBy((eb) => eb.fn.max('courseFileLearn.updateTime'), 'desc')
    .limit(MOST_COURSES)
    .select(['course.id', 'course.title'])
    .execute()

/** Files opened by the caller, without disabled ones. */
export async function pageLearns(
  ctx: Ctx,
  { params, ...paging }: Input<typeof courseFileLearn.paging>,
): Promise<Output<typeof courseFileLearn.paging>> {
  const query = openedBy(ctx)
    .$if(params.courseId !== undefined, (q) => q.where('courseFileLearn.courseId', '=', params.courseId ?? '0'))
    .$if(!!params.fileName, (q) => q.where('courseFile.title', 'ilike', containing(params.fileName ?? '')))
    .select(['courseFileLearn.id', 'courseId', 'fileId', 'courseFile.title as fileName', 'fileType', 'course.title as courseName'])
    .select(['courseFileLearn.updateTime', 'learnSec', 'process', 'finishTime'])
  const page = await pageOf(query, paging, sortable, [
    ['courseFileLearn.updateTime', 'desc'],
    ['courseFileLearn.id', 'desc'],
  ])
  const records = page.records.map(({ finishTime, ...row }) => ({
    ...row,
    fileType: row.fileType as keyof typeof courseFileType,
    finished: finishTime !== null,
  }))
  return { ...page, records }
}
