// Packages: judged when a file is saved, unpacked by a task, removed with their file.
import { CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchiveTree, openArchiveTree, TreeRefused } from '../../../kernel/files/archive-tree.ts'
import { type App, type Ctx, ctxOf } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { isKeptInBin } from '../../operation/bin.service.ts'
import { addTaskKind, type Task, type TaskControl, type TaskEnd, TaskRefused } from '../../common/task.service.ts'
import { type findSource, idOf, workOn } from '../file/media-task.service.ts'
import { PACKAGE, queueNext, queuePackage } from '../file/media-queue.service.ts'
import { setPackageReader } from '../file/package-reader.service.ts'
import { mustHaveRoom, openSource } from '../media/media-run.service.ts'
import type { Manifest } from './manifest.format.ts'
import { flaws, look, packageLimits, readPackage } from './package-look.service.ts'

const DAY_MS = 86_400_000

/** The folder of a package's tree. */
export const packageFolder = ({ storage }: Pick<App, 'storage'>, folder: string): string => join(storage.privateRoot, 'scorm', folder)

type UploadedPackage = NonNullable<Awaited<ReturnType<typeof findSource>>>
async function unpack(app: App, source: UploadedPackage, control: TaskControl): Promise<TaskEnd> {
  const { fileId, fileUrl } = source
  const { path, remove } = await openSource(app, { fileUrl, size: Number(source.size) }, control.signal)
  let tree: ArchiveTree | undefined
  try {
    tree = await openArchiveTree(path, packageLimits)
    const found = await readPackage(tree)
    if (found === 'none') return (db) => storeOther(app, db, { fileId, fileUrl })
    if ('refused' in found) throw new TaskRefused(found.refused.zh)
    const folder = await unpackTree(app, tree, found.prefix, control)
    const { bytes, names } = tree
    return (db) => storePackage(app, db, { fileId, fileUrl }, { folder, bytes, files: names.length, ...found })
  } catch (error) {
    if (error instanceof TreeRefused) throw new TaskRefused(flaws[error.flaw](error.detail).zh, { cause: error })
    throw error
  } finally {
    tree?.close()
    await remove()
  }
}

async function unpackTree(app: App, tree: ArchiveTree, prefix: string, control: TaskControl): Promise<string> {
  await mustHaveRoom(app, { size: Math.ceil(tree.bytes / 3) })
  const name = randomBytes(16).toString('hex')
  const folder = packageFolder(app, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await tree.unpack(folder, prefix, control.signal, (done) =>
      control.onPercent(Math.min(99, Math.floor((done * 100) / Math.max(1, tree.bytes)))),
    )
    return name
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

type Source = { fileId: string; fileUrl: string }
const readyRow = ({ clock }: App, db: Database, { fileId, fileUrl }: Source) =>
  db
    .updateTable('courseFile')
    .where('id', '=', fileId)
    .where('fileUrl', '=', fileUrl)
    .set({ state: CourseFileState.ready, updateTime: clock() })

async function storeOther(app: App, db: Database, source: Source) {
  await readyRow(app, db, source).set({ fileType: CourseFileType.other }).execute()
}

type Made = Pick<Manifest, 'version' | 'items'> & { folder: string; bytes: number; files: number }
/** An upload that was replaced meanwhile is unpacked next. */
async function storePackage(app: App, db: Database, source: Source, { version, items, folder, bytes, files }: Made) {
  const { numUpdatedRows } = await readyRow(app, db, source).where('fileType', '=', CourseFileType.scorm).executeTakeFirst()
  if (numUpdatedRows === 0n) return queueNext(ctxOf(app, { db }), source.fileId)
  const row = { folder, version, items: json(items), bytes, files, createTime: app.clock() }
  await db
    .insertInto('courseScormPackage')
    .values({ fileId: source.fileId, ...row })
    .onConflict((conflict) => conflict.column('fileId').doUpdateSet(row))
    .execute()
}

/** The older tree stays: who learns with it goes on. */
async function failed(app: App, db: Database, task: Task) {
  const { numUpdatedRows } = await db
    .updateTable('courseFile')
    .where('id', '=', idOf(task))
    .where('fileType', '=', CourseFileType.scorm)
    .set({ state: CourseFileState.failed })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await queueNext(ctxOf(app, { db }), idOf(task))
}

async function forget({ db }: Ctx, fileId: string) {
  await db.deleteFrom('courseScormPackage').where('fileId', '=', fileId).execute()
}

/**
 * Removes trees without a package: of deleted files that the recycle bin does not keep, replaced ones, and those of runs that were killed.
 * @param olderMs only trees made that long ago; a replaced one stays for a day, for who learns with it
 */
export async function sweepPackages(app: App, olderMs = DAY_MS): Promise<number> {
  const root = packageFolder(app, '')
  const before = app.clock().getTime() - olderMs
  let removed = 0
  for (const name of await readdir(root).catch(() => [])) {
    const path = join(root, name)
    if ((await stat(path)).mtimeMs > before) continue
    if (await app.db.selectFrom('courseScormPackage').where('folder', '=', name).select('fileId').executeTakeFirst()) continue
    if (await isKeptInBin(app, 'course_scorm_package', ['folder'], name)) continue
    await rm(path, { recursive: true, force: true })
    removed += 1
  }
  return removed
}

/** Registers the task, and tells the library of files what is a package. */
export function playPackages(app: App): void {
  const isPackage = ({ fileType }: UploadedPackage) => fileType === CourseFileType.scorm
  addTaskKind(app, {
    kind: PACKAGE,
    atOnce: 1,
    heavy: false,
    run: (task, control) => workOn(app, task, isPackage, (source) => unpack(app, source, control)),
    failed: (db, task) => failed(app, db, task),
  })
  setPackageReader(app, { look, queue: queuePackage, forget })
}
