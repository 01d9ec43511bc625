// What an uploaded archive is: a package that plays, another one by name, or a download.
import type { PackageNote } from '@shuyuan/contract/course/file/file.ts'
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchiveTree, openArchiveTree, type TreeFlaw, TreeRefused } from '../../../kernel/files/archive-tree.ts'
import type { App } from '../../../kernel/ctx.ts'
import type { PackageLook } from '../file/package-reader.service.ts'
import { MANIFEST, type Manifest, readManifest } from './manifest.format.ts'
import { findWindowed, MOST_PAGE, otherFormatOf } from './package.rules.ts'
import { readUnfollowed } from './sequencing.format.ts'

const GB = 1024 ** 3
const MB = 1024 ** 2
export const packageLimits = { expandedBytes: 2 * GB, files: 20_000, ratio: 200, ratioFrom: 20 * MB }
const MOST_MANIFEST = 4 * MB

export const flaws: Record<TreeFlaw, (detail: string) => Message> = {
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

type PackageRead = (Manifest & { prefix: string; text: string }) | { refused: Message } | 'none'
/** @returns `prefix`: the folder of the manifest within the archive, '' or ending with `/` */
export async function readPackage(tree: ArchiveTree): Promise<PackageRead> {
  const path = manifestOf(tree.names)
  if (path === undefined) return 'none'
  const prefix = path.slice(0, path.lastIndexOf('/') + 1)
  const names = new Set(tree.names)
  const text = new TextDecoder().decode(await tree.read(path, MOST_MANIFEST))
  const found = readManifest(text, (name) => names.has(prefix + name))
  return found === 'none' || 'refused' in found ? found : { ...found, prefix, text }
}

/** An archive that is no package may hold what it likes, as long as it is a download. */
async function lookAt(app: App, path: string): Promise<PackageLook> {
  let tree: ArchiveTree | undefined
  try {
    tree = await openArchiveTree(path, packageLimits)
    const found = await readPackage(tree)
    if (found === 'none') return { kind: 'other', notes: otherFormatOf(tree.names) }
    return 'refused' in found ? found : { kind: 'package', notes: await notesOf(app, tree, found) }
  } catch (error) {
    if (!(error instanceof TreeRefused)) throw error
    return tree || (await mentionsManifest(path)) ? { refused: flaws[error.flaw](error.detail) } : { kind: 'other', notes: [] }
  } finally {
    tree?.close()
  }
}

/** What the package asks for and does not get here. */
async function notesOf({ config }: App, tree: ArchiveTree, { prefix, text }: { prefix: string; text: string }): Promise<PackageNote[]> {
  const pages = tree.names.filter((name) => name.startsWith(prefix))
  const page = config.contentHost === undefined ? await findWindowed(pages, (name) => tree.read(name, MOST_PAGE)) : undefined
  return [...(page === undefined ? [] : ['windows' as const]), ...(readUnfollowed(text).length === 0 ? [] : ['rules' as const])]
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
export async function look(app: App, fileUrl: string): Promise<PackageLook> {
  const key = fileUrl.replace(/^\/files\//, '')
  const path = [app.storage.privateRoot, app.storage.root].map((root) => join(root, key)).find((one) => existsSync(one))
  return path === undefined ? { kind: 'package', notes: [] } : lookAt(app, path)
}
