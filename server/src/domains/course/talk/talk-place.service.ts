// Where notes and questions may be written: in a file of a course that the caller sees.
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { mustSeeCourse } from '../catalog/my-course.service.ts'

export type TalkPlace = { courseId: string; fileId: string | null; position: number }

/** The title of the course. Fails notFound for a course that the caller does not see, courseFileNone for a file that is not in it. */
export async function mustSeePlace(ctx: Ctx, { courseId, fileId }: TalkPlace): Promise<string> {
  const { title } = await mustSeeCourse(ctx, courseId)
  if (fileId === null) return title
  const { rows } = await sql`select from course_item i join course_file f on f.id = i.file_id and f.enabled
    where i.course_id = ${courseId}::bigint and i.file_id = ${fileId}::bigint`.execute(ctx.db)
  if (rows.length === 0) fail('courseFileNone')
  return title
}
