// Zip archives with many files: looks at the directory first, then unpacks into a folder, file by file.
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

export type TreeLimits = {
  /** of all files together, and how many */
  expandedBytes: number
  files: number
  /** a file, or the whole, above `ratioFrom` bytes that shrank to less than one `ratio`th holds nothing but repetition */
  ratio: number
  ratioFrom: number
}
export type TreeFlaw = 'broken' | 'large' | 'bomb' | 'name'
/** Why an archive is not read. `detail`: the name of the file */
export class TreeRefused extends Error {
  readonly flaw: TreeFlaw
  readonly detail: string
  constructor(flaw: TreeFlaw, detail = '') {
    super(`${flaw} ${detail}`)
    this.flaw = flaw
    this.detail = detail
  }
}

export type ArchiveTree = {
  /** the paths of all files, with `/` */
  names: string[]
  bytes: number
  /** the content of a file. Throws TreeRefused for more than `most` bytes, and for a damaged one */
  read: (name: string, most: number) => Promise<Buffer>
  /** Writes the files below `prefix` into a folder, readable by this account only. @param onBytes called with the bytes so far */
  unpack: (folder: string, prefix: string, signal: AbortSignal, onBytes: (done: number) => void) => Promise<void>
  close: () => void
}

const FOLDER = 0o700
const FILE = 0o600
const LONGEST_PART = 255
const LONGEST_PATH = 1_000
/** The kinds of a file in the upper half of the external attributes of Unix: plain file, or not said. */
const PLAIN = new Set([0, 0o10])

/** yauzl has refused `..`, absolute paths and drive letters already; back slashes are slashes then. */
function isFit(name: string): boolean {
  const parts = name.split('/')
  return (
    name.length <= LONGEST_PATH &&
    !/\p{Cc}/u.test(name) &&
    name.isWellFormed() &&
    parts.every((one) => one !== '' && one !== '.' && one !== '..' && Buffer.byteLength(one) <= LONGEST_PART)
  )
}

function mustBeFit(entry: Entry) {
  const { fileName, externalFileAttributes, generalPurposeBitFlag } = entry
  const isFolder = fileName.endsWith('/')
  if (!isFit(isFolder ? fileName.slice(0, -1) : fileName)) throw new TreeRefused('name', fileName.slice(0, 100))
  if (!isFolder && !PLAIN.has(externalFileAttributes >>> 28)) throw new TreeRefused('name', fileName.slice(0, 100))
  if ((generalPurposeBitFlag & 1) !== 0) throw new TreeRefused('broken')
}

const isBlown = (expanded: number, packed: number, { ratio, ratioFrom }: TreeLimits) => expanded > ratioFrom && expanded > packed * ratio

async function listed(zip: ZipFile, limits: TreeLimits) {
  if (zip.entryCount > limits.files) throw new TreeRefused('large')
  const files = new Map<string, Entry>()
  let [expanded, packed] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    mustBeFit(entry)
    if (entry.fileName.endsWith('/')) continue
    expanded += entry.uncompressedSize
    packed += entry.compressedSize
    if (expanded > limits.expandedBytes) throw new TreeRefused('large')
    if (isBlown(entry.uncompressedSize, entry.compressedSize, limits)) throw new TreeRefused('bomb')
    if (files.has(entry.fileName)) throw new TreeRefused('name', entry.fileName.slice(0, 100))
    files.set(entry.fileName, entry)
  }
  if (isBlown(expanded, packed, limits)) throw new TreeRefused('bomb')
  return { files, expanded }
}

/** yauzl's own refusals of names begin so. */
const nameRefusal = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)/

const refusalOf = (error: unknown): unknown => {
  if (error instanceof TreeRefused || (error as NodeJS.ErrnoException).code === 'ENOSPC') return error
  const name = nameRefusal.exec((error as Error).message)?.[1]
  return name === undefined ? new TreeRefused('broken') : new TreeRefused('name', name.slice(0, 100))
}

/**
 * Reads the directory of an archive. Limits apply to the sizes that it declares, before anything is expanded, and no file expands beyond its
 * declared size. Throws TreeRefused.
 */
export async function openArchiveTree(path: string, limits: TreeLimits): Promise<ArchiveTree> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { autoClose: false })
    return treeOf(zip, await listed(zip, limits))
  } catch (error) {
    zip?.close()
    throw refusalOf(error)
  }
}

function treeOf(zip: ZipFile, { files, expanded }: Awaited<ReturnType<typeof listed>>): ArchiveTree {
  return {
    names: [...files.keys()],
    bytes: expanded,
    close: () => zip.close(),
    async read(name, most) {
      const entry = files.get(name)
      if (!entry || entry.uncompressedSize > most) throw new TreeRefused('broken')
      try {
        const parts: Buffer[] = []
        for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) parts.push(part)
        return Buffer.concat(parts)
      } catch (error) {
        throw refusalOf(error)
      }
    },
    async unpack(folder, prefix, signal, onBytes) {
      let done = 0
      for (const [name, entry] of files) {
        if (!name.startsWith(prefix)) continue
        signal.throwIfAborted()
        const target = join(folder, name.slice(prefix.length))
        try {
          await mkdir(dirname(target), { recursive: true, mode: FOLDER })
          await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx', mode: FILE }), { signal })
        } catch (error) {
          signal.throwIfAborted()
          throw refusalOf(error)
        }
        done += entry.uncompressedSize
        onBytes(done)
      }
    },
  }
}
