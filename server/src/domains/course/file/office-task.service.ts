// Documents of office programs: LibreOffice makes the PDF that learners read. Without a PDF the upload stays a download.
import { CourseFileState, CourseFileType, isOfficeName } from '@shuyuan/contract/course/file/file.ts'
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type App, ctxOf } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { Failure } from '../../../kernel/fail.ts'
import { withPdf } from '../../../kernel/files/office.ts'
import { moveInto } from '../../../kernel/storage.ts'
import { addTaskKind, type Task, type TaskControl, type TaskEnd, TaskRefused } from '../../common/task.service.ts'
import { mediaAddress } from '../media/media-address.service.ts'
import { mustHaveRoom, openSource } from '../media/media-run.service.ts'
import { OFFICE, queueNext } from './media-queue.service.ts'
import { type findSource, idOf, workOn } from './media-task.service.ts'

const PDF_FILE = 'document.pdf'
const PDF_STARTS = '%PDF-'

async function isPdf(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(PDF_STARTS.length), 0, PDF_STARTS.length, 0)
    return buffer.toString('latin1') === PDF_STARTS
  } finally {
    await handle.close()
  }
}

/** Stores the PDF below the folder of renditions. @returns the name of its folder */
async function storePdf({ storage }: App, made: string): Promise<string> {
  if (!(await isPdf(made))) throw new TaskRefused(say('officePdfFailed').zh)
  const name = randomBytes(16).toString('hex')
  await moveInto(join(storage.privateRoot, 'media', name), made, PDF_FILE, true)
  return name
}

type Document = { fileUrl: string; fileName: string; size: number }

/**
 * Makes a PDF of an upload.
 * @param size in bytes
 * @returns the stored address of the PDF; undefined where this server has no LibreOffice. Throws TaskRefused for what cannot be converted.
 */
export async function makePdf(app: App, { fileUrl, fileName, size }: Document, signal: AbortSignal): Promise<string | undefined> {
  await mustHaveRoom(app, { size })
  const { path, remove } = await openSource(app, { fileUrl, size }, signal)
  try {
    const refusal = say('officePdfFailed')
    const folder = await withPdf(app, { path, name: fileName }, refusal, (made) => storePdf(app, made)).catch((error: unknown) => {
      throw error instanceof Failure ? new TaskRefused(refusal.zh, { cause: error }) : error
    })
    return folder === undefined ? undefined : mediaAddress(folder, PDF_FILE)
  } finally {
    await remove()
  }
}

/** Removes a PDF of makePdf; nothing for ''. */
export async function removePdf({ storage }: App, viewUrl: string): Promise<void> {
  const folder = /^\/files\/media\/([\da-f]{32})\//.exec(viewUrl)?.[1]
  if (folder !== undefined) await rm(join(storage.privateRoot, 'media', folder), { recursive: true, force: true })
}

type Source = NonNullable<Awaited<ReturnType<typeof findSource>>>
async function run(app: App, row: Source, { signal }: TaskControl): Promise<TaskEnd> {
  const { fileId, fileUrl, fileName } = row
  const viewUrl = await makePdf(app, { fileUrl, fileName, size: Number(row.size) }, signal)
  if (viewUrl === undefined) throw new TaskRefused(say('officeMissing').zh)
  return (db) => close(app, db, { fileId, fileUrl, set: { fileType: CourseFileType.pdf, viewUrl, rendition: 'pdf' } })
}

type Closing = { fileId: string; fileUrl: string; set: { fileType?: CourseFileType; viewUrl?: string; rendition?: string } }

/** An upload that was replaced meanwhile is looked at next. */
async function close(app: App, db: Database, { fileId, fileUrl, set }: Closing) {
  const { numUpdatedRows } = await db
    .updateTable('courseFile')
    .where('id', '=', fileId)
    .where('fileUrl', '=', fileUrl)
    .where('fileType', '=', CourseFileType.other)
    .set({ ...set, state: CourseFileState.ready, updateTime: app.clock() })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await queueNext(ctxOf(app, { db }), fileId)
}

const isDocument = ({ fileType, fileName }: Pick<Source, 'fileType' | 'fileName'>) =>
  fileType === CourseFileType.other && isOfficeName(fileName)

/** What cannot be converted is ready: as a download. */
async function failed(app: App, db: Database, task: Task) {
  const { numUpdatedRows } = await db
    .updateTable('courseFile')
    .where('id', '=', idOf(task))
    .where('fileType', '=', CourseFileType.other)
    .set({ state: CourseFileState.ready })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await queueNext(ctxOf(app, { db }), idOf(task))
}

/** Registers the task. */
export function courseOfficeTasks(app: App): void {
  const document = (task: Task, control: TaskControl) => workOn(app, task, isDocument, (source) => run(app, source, control))
  const fail = (db: Database, task: Task) => failed(app, db, task)
  addTaskKind(app, { kind: OFFICE, atOnce: 1, heavy: true, run: document, failed: fail })
}
