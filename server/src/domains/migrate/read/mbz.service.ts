// Opens a course backup of Moodle (.mbz): a tar archive with gzip, or zip. Its files are unpacked into a folder for the time of the run.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { openArchiveTree, TreeRefused } from '../../../kernel/files/archive-tree.ts'
import { TarBroken, tarFiles } from './tar.format.ts'

const GB = 1024 ** 3
/** Moodle's own backups are compressed text and files: what expands more is no backup. */
const limits = { expandedBytes: 200 * GB, files: 2_000_000, ratio: 1_000, ratioFrom: GB }
/** Names that Moodle gives: letters, digits, `_`, `.`, `-` and folders; no other is written to the disk. */
const fit = /^(?:[\w][\w.-]*\/)*[\w][\w.-]*$/

export class BackupBroken extends Error {}

export type Backup = {
  names: ReadonlySet<string>
  /** the text of a file; '' for one that is missing */
  text: (name: string) => Promise<string>
  /** where a file lies while the backup is open */
  pathOf: (name: string) => string
  close: () => Promise<void>
}

const isZip = async (path: string) => {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1') === 'PK'
  } finally {
    await handle.close()
  }
}

async function unzipped(path: string, folder: string): Promise<string[]> {
  const tree = await openArchiveTree(path, limits)
  try {
    await tree.unpack(folder, '', new AbortController().signal, () => undefined)
    return tree.names
  } finally {
    tree.close()
  }
}

async function untarred(path: string, folder: string): Promise<string[]> {
  const file = createReadStream(path)
  const bytes = file.pipe(createGunzip())
  file.on('error', (error) => bytes.destroy(error))
  const names = new Set<string>()
  for await (const { name: given, read } of tarFiles(bytes)) {
    const name = given.replace(/^\.\//, '')
    if (!fit.test(name) || names.has(name)) continue
    const target = join(folder, name)
    await mkdir(dirname(target), { recursive: true })
    await pipeline(read, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
    names.add(name)
  }
  return [...names]
}

const why = (error: unknown): unknown => {
  const isDamaged = error instanceof TreeRefused || error instanceof TarBroken || (error as { code?: string }).code?.startsWith('Z_')
  return isDamaged ? new BackupBroken(`this is no whole backup of Moodle: ${(error as Error).message}`) : error
}

/** Throws BackupBroken for a file that is damaged or no backup of a course. */
export async function openBackup(path: string): Promise<Backup> {
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-mbz-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const names = new Set(await ((await isZip(path)) ? unzipped : untarred)(path, folder))
    if (!names.has('moodle_backup.xml')) throw new BackupBroken('this is no backup of Moodle: moodle_backup.xml is missing')
    return {
      names,
      close,
      pathOf: (name) => join(folder, name),
      text: async (name) => (names.has(name) ? readFile(join(folder, name), 'utf8') : ''),
    }
  } catch (error) {
    await close()
    throw why(error)
  }
}
