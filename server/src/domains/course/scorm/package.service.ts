// Packages: judged when a file is saved, unpacked by a task, removed with their file.
import { CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchiveTree, openArchiveTree, type TreeFlaw, TreeRefused } from '../../../kernel/files/archive-tree.ts'
import { type App, type Ctx, ctxOf } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { addTaskKind, type Task, type TaskControl, type TaskEnd, TaskRefused } from '../../common/task.service.ts'
import { type findSource, idOf, workOn } from '../file/media-task.service.ts'
import { PACKAGE, queueNext, queuePackage } from '../file/media-queue.service.ts'
import { setPackageReader } from '../file/package-reader.service.ts'
import { mustHaveRoom, openSource } from '../media/media-run.service.ts'
import { MANIFEST, type Manifest, readManifest } from './manifest.format.ts'

const GB = 1024 ** 3
const MB = 1024 ** 2
export const packageLimits = { expandedBytes: 2 * GB, files: 20_000, ratio: 200, ratioFrom: 20 * MB }
const MOST_MANIFEST = 4 * MB
const DAY_MS = 86_400_000

/** The folder of a package's tree. */
export const packageFolder = ({ storage }: Pick<App, 'storage'>, folder: string): string => join(storage.privateRoot, 'scorm', folder)

const flaws: Record<TreeFlaw, (detail: string) => Message> = {
  broken: () => say('scormZipBroken'),
  bomb: () => say('scormBomb'),
  large: () => say('scormTooLarge', { gb: packageLimits.expandedBytes / GB, n: packageLimits.files }),
  name: (name) => say('scormNameUnfit', { name }),
}

/** The manifest at the root, or in the only folder with one: archives are often made of a folder. */
function manifestOf(names: readonly string[]): string | undefined {
  const all = names.filter((name) => name.toLowerCase().split('/').at(-1) === MANIFEST && name.split('/').length <= 2)
  const root = all.find((name) => !name.includes('/'))
  return root ?? (all.length === 1 ? all[0] : undefined)
}

/** @returns `prefix`: the folder of the manifest within the archive, '' or ending with `/` */
async function readPackage(tree: ArchiveTree): Promise<(Manifest & { prefix: string }) | { refused: Message } | 'none'> {
  const path = manifestOf(tree.names)
  if (path === undefined) return 'none'
  const prefix = path.slice(0, path.lastIndexOf('/') + 1)
  const names = new Set(tree.names)
  const text = new TextDecoder().decode(await tree.read(path, MOST_MANIFEST))
  const found = readManifest(text, (name) => names.has(prefix + name))
  return found === 'none' || 'refused' in found ? found : { ...found, prefix }
}

/** An archive that is no package may hold what it likes, as long as it is a download. */
async function lookAt(path: string): Promise<'package' | 'other' | { refused: Message }> {
  let tree: ArchiveTree | undefined
  try {
    tree = await openArchiveTree(path, packageLimits)
    const found = await readPackage(tree)
    return found === 'none' ? 'other' : 'refused' in found ? found : 'package'
  } catch (error) {
    if (!(error instanceof TreeRefused)) throw error
    return tree || (await mentionsManifest(path)) ? { refused: flaws[error.flaw](error.detail) } : 'other'
  } finally {
    tree?.close()
  }
}

/** Whether the end of a file, where the directory of an archive is, or its beginning names a manifest. */
async function mentionsManifest(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, 8 * MB)
    for (const at of new Set([0, size - length])) {
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, at)
      if (buffer.toString('latin1').toLowerCase().includes(MANIFEST)) return true
    }
    return false
  } finally {
    await handle.close()
  }
}

/** At a cloud the upload is not opened while a form waits: the task tells what is wrong, or that it is a download. */
async function look(app: App, fileUrl: string): Promise<'package' | 'other' | { refused: Message }> {
  const key = fileUrl.replace(/^\/files\//, '')
  const path = [app.storage.privateRoot, app.storage.root].map((root) => join(root, key)).find((one) => existsSync(one))
  return path === undefined ? 'package' : lookAt(path)
}

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

/** Removes the trees of files that the caller deletes, once they are deleted. */
async function leave(ctx: Ctx, fileIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('courseScormPackage')
    .where('fileId', '=', sql<string>`any(${fileIds}::bigint[])`)
    .select('folder')
    .execute()
  ctx.afterCommit(async () => {
    for (const { folder } of rows) await rm(packageFolder(ctx.app, folder), { recursive: true, force: true })
  })
}

/**
 * Removes trees without a package: of deleted files, replaced ones, and those of runs that were killed.
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
  setPackageReader(app, { look, queue: queuePackage, forget, leave })
}
