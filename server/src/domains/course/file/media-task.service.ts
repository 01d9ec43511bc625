// Tasks of course files: fetch, read, convert. They alone write the state of a file.
import { CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type App, type Ctx, ctxOf, nobody } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { PLAYLIST, OUTPUT_FILE, POSTER } from '../../../kernel/media/encode-job.ts'
import { recordFile } from '../../common/file.service.ts'
import { addTaskKind, type Task, type TaskControl, type TaskEnd, TaskRefused } from '../../common/task.service.ts'
import { isKeptInBin } from '../../operation/bin.service.ts'
import { mediaAddress } from '../media/media-address.service.ts'
import { type Made, makeMedia, type MediaTask } from '../media/media-run.service.ts'
import { storeVideoKey } from '../media/video-key.service.ts'
import { isMedia } from '../progress/learn.rules.ts'
import { FETCH, isConvertible, MEDIA, queueMedia, queueNext, queueOffice, subjectOf } from './media-queue.service.ts'
import { fetchUpload } from './fetch.service.ts'
import { fileTypeOf } from './file.rules.ts'
import { lookAtPackage, packageReader } from './package-reader.service.ts'

/** Encoders cut a little off. The fraction of a second beyond this is not asked of a learner, who would have to play the file again. */
const CUT_SECONDS = 0.1

const mediaTypes: CourseFileType[] = [CourseFileType.audio, CourseFileType.video]
const DAY_MS = 86_400_000

export const idOf = ({ subject }: Task): string => subject.slice(subjectOf('').length)

export const findSource = ({ db }: Pick<App, 'db'>, fileId: string) =>
  db
    .selectFrom('courseFile')
    .leftJoin('commonFile', 'commonFile.url', 'courseFile.fileUrl')
    .where('courseFile.id', '=', fileId)
    .select([
      'courseFile.id as fileId',
      'fileUrl',
      'sourceUrl',
      'courseFile.createBy',
      'courseFile.fileName',
      'courseFile.fileType',
      'commonFile.type',
      'commonFile.size',
    ])
    .executeTakeFirst()

const gone: TaskEnd = async () => undefined

type Source = NonNullable<Awaited<ReturnType<typeof findSource>>>

/**
 * Does the work of a task for the upload that `takes` accepts. What replaced the upload is looked at next: before the work, when it is of
 * another kind, and after work that was refused, whose reason says nothing of the new one.
 */
export async function workOn(
  app: App,
  task: Task,
  takes: (source: Source) => boolean,
  work: (source: Source) => Promise<TaskEnd>,
): Promise<TaskEnd> {
  const source = await findSource(app, idOf(task))
  if (!source) return gone
  const next: TaskEnd = (db) => queueNext(ctxOf(app, { db }), source.fileId)
  if (!takes(source)) return next
  try {
    return await work(source)
  } catch (error) {
    if (error instanceof TaskRefused && (await findSource(app, source.fileId))?.fileUrl !== source.fileUrl) return next
    throw error
  }
}

async function runMedia(app: App, row: Source, task: Task, control: TaskControl): Promise<TaskEnd> {
  const { fileId, fileUrl, type, size } = row
  if (type === null) throw new TaskRefused('文件不存在，请重新上传')
  const made = await makeMedia(app, { fileId, fileUrl, type, size: Number(size) }, task.params as MediaTask, control)
  return (db) => storeMade(app, db, row, made)
}

/** The row of a copy at the cloud: by it the copy is found, and removed once no file uses it. */
const recordCopy = (ctx: Ctx, { key, provider, size }: NonNullable<Made['cloud']>) =>
  recordFile(ctx, { url: `/files/${key}`, name: OUTPUT_FILE, size, type: 'video/mp4', scene: 'course', provider, isPrivate: true })

type Read = { fileId: string; fileUrl: string; createBy: string | null }
const ownerOf = ({ createBy }: Read) => ({ ...nobody, id: createBy ?? nobody.id })
const viewOf = ({ cloud, folder, rendition }: Made) =>
  cloud ? `/files/${cloud.key}` : folder === '' ? '' : mediaAddress(folder, rendition === 'mp4' ? OUTPUT_FILE : PLAYLIST)

/** Writes what was made of this upload. An upload that was replaced meanwhile is read next. */
async function storeMade(app: App, db: Database, read: Read, made: Made) {
  const { fileId, fileUrl } = read
  const { info, folder, rendition, hasPoster, key, cloud } = made
  if (cloud) await recordCopy(ctxOf(app, { db, user: ownerOf(read) }), cloud)
  if (key) await storeVideoKey(app, db, fileId, key)
  const { numUpdatedRows } = await db
    .updateTable('courseFile')
    .where('id', '=', fileId)
    .where('fileUrl', '=', fileUrl)
    .set({
      state: CourseFileState.ready,
      rendition,
      viewUrl: viewOf(made),
      // without a new picture that of the uploader's browser stays; that of an older conversion goes with it
      posterUrl: hasPoster
        ? mediaAddress(folder, POSTER)
        : sql<string>`case when split_part(poster_url, '/', 4) = split_part(view_url, '/', 4) then '' else poster_url end`,
      duration: Math.max(1, Math.floor(info.seconds + CUT_SECONDS)),
      width: info.width,
      height: info.height,
      hasAudio: info.audioCodec !== '',
      updateTime: app.clock(),
    })
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await queueNext(ctxOf(app, { db }), fileId)
}

async function runFetch(app: App, task: Task, control: TaskControl): Promise<TaskEnd> {
  const row = await findSource(app, idOf(task))
  if (!row) return gone
  const accepted = await fetchUpload(app, row.sourceUrl, control)
  const found = await lookAtPackage(app, accepted.url, accepted.type)
  if ('refused' in found) throw new TaskRefused(found.refused.zh)
  const fileType = fileTypeOf(accepted.type, found.kind === 'package')
  const isPackage = fileType === CourseFileType.scorm
  const isOffice = fileType === CourseFileType.other && (await isConvertible({ app }, accepted.name))
  return async (db) => {
    const ctx = ctxOf(app, { db, user: { ...nobody, id: row.createBy ?? nobody.id } })
    await recordFile(ctx, accepted)
    const { url, name, size } = accepted
    await db
      .updateTable('courseFile')
      .where('id', '=', row.fileId)
      .set({ fileUrl: url, fileName: name, fileSize: size, fileType, viewUrl: fileType === CourseFileType.pdf ? url : '' })
      .set({
        state: isMedia({ fileType }) || isPackage || isOffice ? CourseFileState.converting : CourseFileState.ready,
        updateTime: app.clock(),
      })
      .execute()
    if (isMedia({ fileType })) await queueMedia(ctx, row.fileId, false)
    if (isOffice) await queueOffice(ctx, row.fileId)
    if (isPackage) await packageReader(app).queue(ctx, row.fileId)
  }
}

/** The older rendition stays: who learns with it goes on. An upload of another kind that came meanwhile gets its own task. */
async function failed(app: App, db: Database, task: Task) {
  const { numUpdatedRows } = await db
    .updateTable('courseFile')
    .where('id', '=', idOf(task))
    .$if(task.kind === MEDIA, (q) => q.where('fileType', 'in', mediaTypes))
    .set({ state: CourseFileState.failed })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await queueNext(ctxOf(app, { db }), idOf(task))
}

/** Registers the tasks. One video is encoded at a time: an encoder uses all processors that it gets. */
export function courseFileTasks(app: App): void {
  const fail = (db: Database, task: Task) => failed(app, db, task)
  const media = (task: Task, control: TaskControl) => workOn(app, task, isMedia, (source) => runMedia(app, source, task, control))
  addTaskKind(app, { kind: MEDIA, atOnce: 1, heavy: true, run: media, failed: fail })
  addTaskKind(app, { kind: FETCH, atOnce: 2, heavy: false, run: (task, control) => runFetch(app, task, control), failed: fail })
}

/** Removes renditions to which no file leads any more, nor one in the recycle bin: replaced ones, and those of runs that were killed. They stay for a day, for who plays them. */
export async function sweepRenditions({ db, storage, clock }: App): Promise<number> {
  const root = join(storage.privateRoot, 'media')
  const before = clock().getTime() - DAY_MS
  let removed = 0
  for (const name of await readdir(root).catch(() => [])) {
    const path = join(root, name)
    if ((await stat(path)).mtimeMs > before) continue
    const used = await db
      .selectFrom('courseFile')
      .where((eb) => eb.or([eb('viewUrl', 'like', `/files/media/${name}/%`), eb('posterUrl', 'like', `/files/media/${name}/%`)]))
      .select('id')
      .executeTakeFirst()
    const read = await db
      .selectFrom('courseWorkFile')
      .where('viewUrl', 'like', `/files/media/${name}/%`)
      .where('viewUrl', '<>', '')
      .select('id')
      .executeTakeFirst()
    if (used || read || (await isKeptInBin({ db }, 'course_file', ['view_url', 'poster_url'], `/files/media/${name}/%`))) continue
    await rm(path, { recursive: true, force: true })
    removed += 1
  }
  return removed
}
