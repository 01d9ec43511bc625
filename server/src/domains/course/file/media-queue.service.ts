// Queues the work on course files.
import type { Ctx } from '../../../kernel/ctx.ts'
import { addTask } from '../../common/task.service.ts'

export const MEDIA = 'course.media'
export const FETCH = 'course.fetch'
export const PACKAGE = 'course.package'

/** The subject of all tasks of a file, of which one is open at most. */
export const subjectOf = (fileId: string) => `course-file:${fileId}`

/** @param encode also where the settings do not ask for it @returns false when the file has an open task */
export const queueMedia = (ctx: Ctx, fileId: string, encode: boolean): Promise<boolean> =>
  addTask(ctx, MEDIA, subjectOf(fileId), { encode })
export const queueFetch = (ctx: Ctx, fileId: string): Promise<boolean> => addTask(ctx, FETCH, subjectOf(fileId))
export const queuePackage = (ctx: Ctx, fileId: string): Promise<boolean> => addTask(ctx, PACKAGE, subjectOf(fileId))
