// Queues the work on course files.
import { CourseFileState, CourseFileType, isOfficeName } from '@shuyuan/contract/course/file/file.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { findOffice } from '../../../kernel/files/office.ts'
import { addTask } from '../../common/task.service.ts'
import { isMedia } from '../progress/learn.rules.ts'

export const MEDIA = 'course.media'
export const FETCH = 'course.fetch'
export const OFFICE = 'course.office'
export const PACKAGE = 'course.package'

/** The subject of all tasks of a file, of which one is open at most. */
export const subjectOf = (fileId: string) => `course-file:${fileId}`

/** @param encode also where the settings do not ask for it @returns false when the file has an open task */
export const queueMedia = (ctx: Ctx, fileId: string, encode: boolean): Promise<boolean> =>
  addTask(ctx, MEDIA, subjectOf(fileId), { encode })
export const queueFetch = (ctx: Ctx, fileId: string): Promise<boolean> => addTask(ctx, FETCH, subjectOf(fileId))
export const queueOffice = (ctx: Ctx, fileId: string): Promise<boolean> => addTask(ctx, OFFICE, subjectOf(fileId))
export const queuePackage = (ctx: Ctx, fileId: string): Promise<boolean> => addTask(ctx, PACKAGE, subjectOf(fileId))

/** Whether this server makes a PDF of a file of this name. */
export const isConvertible = async ({ app }: Pick<Ctx, 'app'>, name: string): Promise<boolean> =>
  isOfficeName(name) && (await findOffice(app.config.office)) !== undefined

/** Queues what an upload needs that replaced another one before or during its task; nothing for one that is ready. */
export async function queueNext(ctx: Ctx, fileId: string): Promise<void> {
  const row = await ctx.db.selectFrom('courseFile').where('id', '=', fileId).select(['fileType', 'state']).executeTakeFirst()
  if (!row) return
  if (isMedia({ fileType: row.fileType })) await queueMedia(ctx, fileId, false)
  else if (row.state !== CourseFileState.converting) return
  else if (row.fileType === CourseFileType.other) await queueOffice(ctx, fileId)
  else if (row.fileType === CourseFileType.scorm) await queuePackage(ctx, fileId)
}
