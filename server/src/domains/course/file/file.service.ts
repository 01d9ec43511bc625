// The library of course files.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import {
  courseFileState,
  type courseFile,
  courseFileType,
  CourseFileUse,
  CourseFileState,
  CourseFileType,
  type renditions,
} from '@shuyuan/contract/course/file/file.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { BinKind } from '@shuyuan/contract/operation/bin.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { containing, violates, among } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { holdersOf } from '../../../kernel/postgres/holders.ts'
import { findUpload } from '../../common/file.service.ts'
import { protectAfter } from '../../common/protect.service.ts'
import { intoBin, restorersOf } from '../../operation/bin.service.ts'
import { dictText, inDicBranch } from '../../site/setting/dic.service.ts'
import { latestTasks } from '../../common/task.service.ts'
import { captionsOf } from '../media/caption-address.service.ts'
import { mediaAddresses } from '../media/media-address.service.ts'
import { playKeyOf } from '../media/play-key.service.ts'
import { fileTypeOf } from './file.rules.ts'
import { isConvertible, queueMedia, queueNext, queueOffice, subjectOf } from './media-queue.service.ts'
import { lookAtPackage, packageReader } from './package-reader.service.ts'
import { finishCompleted } from '../progress/finish.service.ts'
import { isMedia } from '../progress/learn.rules.ts'
import { privateCourseFiles } from './private-files.service.ts'

const CATALOG = 'course_file_catalog'
const columns = [
  'id',
  'title',
  'catId',
  'fileType',
  'fileName',
  'fileUrl',
  'viewUrl',
  'fileSize',
  'duration',
  'state',
  'enabled',
  'createTime',
  'rendition',
  'posterUrl',
] as const
const sortable = Object.fromEntries(['title', 'fileType', 'fileSize', 'duration', 'createTime'].map((name) => [name, name]))

type Narrow = { rendition: keyof typeof renditions }
type Row = { catId: string; fileType: CourseFileType; fileSize: string; state: CourseFileState }
const shown = <T extends Row>(row: T, catalog: Map<string, string>) => ({
  ...row,
  fileSize: Number(row.fileSize),
  catId_dictText: catalog.get(row.catId) ?? '',
  fileType_dictText: courseFileType[row.fileType],
  state_dictText: courseFileState[row.state],
})

/** The library, newest first. A category includes those below it. */
export async function pageFiles(
  ctx: Ctx,
  { params, ...paging }: Input<typeof courseFile.paging>,
): Promise<Output<typeof courseFile.paging>> {
  const { title, catId, fileType, state, enabled, excludes } = params
  const query = ctx.db
    .selectFrom('courseFile')
    .$if(!!title, (q) => q.where('title', 'ilike', containing(title ?? '')))
    .$if(!!catId, (q) => q.where(inDicBranch('catId', CATALOG, catId ?? '')))
    .$if(fileType !== undefined, (q) => q.where('fileType', '=', fileType!))
    .$if(state !== undefined, (q) => q.where('state', '=', state!))
    .$if(enabled !== undefined, (q) => q.where('enabled', '=', enabled ?? true))
    .$if(!!excludes?.length, (q) => q.where('id', '!=', sql<string>`all(${excludes}::bigint[])`))
    .select(columns)
    .$narrowType<Narrow>()
  const page = await pageOf(query, paging, sortable, [['id', 'desc']])
  const catalog = await dictText(ctx, CATALOG)
  const opened = await mediaAddresses(ctx.app, ctx.user)
  return { ...page, records: page.records.map((row) => ({ ...shown(row, catalog), ...opened(row.id, row) })) }
}

/** A file with the courses that contain it. Fails notFound. */
export async function findFile(ctx: Ctx, { id }: Input<typeof courseFile.detail>): Promise<Output<typeof courseFile.detail>> {
  const row = must(
    await ctx.db
      .selectFrom('courseFile')
      .where('id', '=', id)
      .select([...columns, 'width', 'height', 'hasAudio', 'sourceUrl'])
      .$narrowType<Narrow>()
      .executeTakeFirst(),
  )
  const courses = await ctx.db
    .selectFrom('courseItem')
    .innerJoin('course', 'course.id', 'courseItem.courseId')
    .where('fileId', '=', id)
    .orderBy('course.id', 'desc')
    .select(['course.id', 'course.title'])
    .execute()
  const opened = await mediaAddresses(ctx.app, ctx.user)
  const error = (await latestTasks(ctx, [subjectOf(id)])).get(subjectOf(id))?.error ?? ''
  // a document that could not be converted stays a download, and says why
  const isReady = row.state === CourseFileState.ready && row.fileType !== CourseFileType.other
  const play = row.rendition === 'm3u8_encode' ? await playKeyOf(ctx.app, ctx.user) : null
  const captions = row.fileType === CourseFileType.video ? ((await captionsOf(ctx, [id])).get(id) ?? []) : []
  return { ...shown(row, await dictText(ctx, CATALOG)), ...opened(id, row), courses, error: isReady ? '' : error, captions, play }
}

/**
 * Adds a file, or changes its name, category or upload; learning progress stays. Name, size and kind are those recorded at the upload.
 * Fails notFound, at `fileUrl` for an address without an upload, at `catId` for an unknown category.
 */
export async function saveFile(
  ctx: Ctx,
  { id, duration: _read, ...form }: Input<typeof courseFile.save>,
): Promise<Output<typeof courseFile.save>> {
  const stored =
    id === undefined
      ? undefined
      : must(await ctx.db.selectFrom('courseFile').where('id', '=', id).forUpdate().selectAll().executeTakeFirst())
  if (form.catId !== '' && form.catId !== stored?.catId && !(await dictText(ctx, CATALOG)).has(form.catId))
    failField('catId', say('fileCatGone'))
  const file = (await findUpload(ctx, form.fileUrl, 'course')) ?? failField('fileUrl', say('fileUploadGone'))
  const isOther = stored?.fileUrl !== file.url
  const { fileType, notes } = isOther || !stored ? await kindOf(ctx, file) : { fileType: stored.fileType, notes: [] }
  const isOffice = isOther && fileType === CourseFileType.other && (await isConvertible(ctx, file.name))
  const isUnready = isMedia({ fileType }) || fileType === CourseFileType.scorm || isOffice
  const { fileUrl: _sent, ...named } = form
  const row = {
    ...named,
    fileUrl: file.url,
    fileType,
    fileName: file.name,
    fileSize: file.size,
    updateTime: ctx.now,
    // a video keeps its older rendition until the new upload is converted
    ...(!isOther || (isMedia({ fileType }) && stored && isMedia({ fileType: stored.fileType }))
      ? {}
      : { viewUrl: fileType === CourseFileType.pdf ? file.url : '', duration: 0, rendition: '', posterUrl: '' }),
    // a video without a rendition has only the picture of its upload
    ...(isOther && stored?.rendition === '' ? { posterUrl: '' } : {}),
    ...(isOther ? { state: isUnready ? CourseFileState.converting : CourseFileState.ready } : {}),
  }
  if (!file.isPrivate) protectAfter(ctx, privateCourseFiles, file.url)
  const saved = stored
    ? ctx.db.updateTable('courseFile').set(row).where('id', '=', stored.id).returning('id')
    : ctx.db
        .insertInto('courseFile')
        .values({ ...row, createBy: ctx.user.id, createTime: ctx.now })
        .returning('id')
  if (stored) ctx.change.before = stored
  const { id: fileId } = await saved.executeTakeFirstOrThrow()
  // a task that is open already sees that the upload was replaced, and reads the new one
  if (isOther && isMedia({ fileType })) await queueMedia(ctx, fileId, false)
  if (isOffice) await queueOffice(ctx, fileId)
  if (isOther && fileType === CourseFileType.scorm) await packageReader(ctx.app).queue(ctx, fileId)
  if (stored?.fileType === CourseFileType.scorm && fileType !== CourseFileType.scorm) await packageReader(ctx.app).forget(ctx, fileId)
  return { id: fileId, notes }
}

/** The kind of an upload, and what its editor should know of it. Fails at `fileUrl` for a package that cannot be played. */
async function kindOf(ctx: Ctx, { type, url }: { type: string; url: string }) {
  const found = await lookAtPackage(ctx.app, url, type)
  if ('refused' in found) failField('fileUrl', found.refused)
  return { fileType: fileTypeOf(type, found.kind === 'package'), notes: found.notes }
}

/** Removes files from the library, into the recycle bin; the uploads stay. Fails courseFileInUse, naming file and course, and courseFileLearnt. */
export async function deleteFiles(ctx: Ctx, { ids }: Input<typeof courseFile.delete>): Promise<true> {
  const held = await ctx.db
    .selectFrom('courseItem')
    .innerJoin('course', 'course.id', 'courseItem.courseId')
    .innerJoin('courseFile', 'courseFile.id', 'courseItem.fileId')
    .where(among('fileId', ids))
    .orderBy('courseFile.id')
    .orderBy('course.id')
    .select(['courseFile.title', 'course.title as courseTitle'])
    .executeTakeFirst()
  if (held) {
    const holders = (await holdersOf(ctx, 'course_file', ids)).filter((one) => one.kind === 'course')
    fail('courseFileInUse', say('courseFileInUseNamed', { title: held.title, courseTitle: held.courseTitle }), { holders })
  }
  const rows = await ctx.db.selectFrom('courseFile').where(among('id', ids)).orderBy('id').forUpdate().select(['id', 'title']).execute()
  await intoBin(ctx, BinKind.course_file, rows)
  try {
    ctx.change.before = await ctx.db.deleteFrom('courseFile').where(among('id', ids)).returning(['id', 'title', 'fileUrl']).execute()
  } catch (error) {
    if (!violates(error, 'reference')) throw error
    // a concurrent save of a course, or progress in a course that no longer contains the file
    fail((error as { table?: string }).table === 'course_item' ? 'courseFileInUse' : 'courseFileLearnt')
  }
  return true
}

/** Lets the recycle bin restore files of the library. Work on one that was under way is begun again. */
export function restoreFiles(app: App): void {
  restorersOf(app).set(BinKind.course_file, async (ctx, { objectId, insert }) => {
    if (!(await insert())) return false
    const row = await ctx.db.selectFrom('courseFile').where('id', '=', objectId).select('state').executeTakeFirst()
    if (row?.state === CourseFileState.converting) await queueNext(ctx, objectId)
    return true
  })
}

/** State 0 offers files to courses and learners; 1 hides them, and they are no longer required. */
export async function setFileState(ctx: Ctx, { ids, state }: Input<typeof courseFile.state>): Promise<true> {
  await ctx.db
    .updateTable('courseFile')
    .set({ enabled: state === CourseFileUse.enabled, updateTime: ctx.now })
    .where(among('id', ids))
    .execute()
  if (state === CourseFileUse.disabled) {
    const held = await ctx.db.selectFrom('courseItem').where(among('fileId', ids)).select('courseId').distinct().execute()
    await finishCompleted(
      ctx,
      held.map((one) => one.courseId),
    )
  }
  return true
}
