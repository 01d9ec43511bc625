// Course files that open a tool of another maker; the domain `integrate` keeps which one.
import { CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'

/** Adds a file to the library. @returns its id */
export async function addToolFile(ctx: Ctx, title: string): Promise<string> {
  const { id } = await ctx.db
    .insertInto('courseFile')
    .values({ title, fileUrl: '', fileType: CourseFileType.tool, state: CourseFileState.ready, createBy: ctx.user.id, createTime: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Fails notFound for a file of another kind. */
export async function renameToolFile(ctx: Ctx, id: string, title: string): Promise<void> {
  const query = ctx.db.updateTable('courseFile').set({ title, updateTime: ctx.now }).where('id', '=', id)
  must(await query.where('fileType', '=', CourseFileType.tool).returning('id').executeTakeFirst())
}
