// The files of the built web application, kept in memory in the forms that browsers ask for.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** How a file is sent; the build writes the packed forms beside it. */
export type Coding = 'identity' | 'gzip' | 'br'
const endings: Record<Coding, string> = { identity: '', gzip: '.gz', br: '.br' }

export type Form = { bytes: Buffer; etag: string }

/** Types of what a build contains; others are downloads. */
const types: Record<string, string> = {
  '': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Names without a leading dot, so that neither a path out of the folder nor a hidden file is one. */
const plainPath = /^(?:\/[\w@+~-][\w@+~.-]*)+$/
const FRESH_MS = 1_000

/** One file of the build. */
export class BuiltFile {
  readonly file: string
  /** differs between versions of the file */
  readonly stamp: string
  /** as HTTP writes a time, to the second */
  readonly modified: string
  readonly type: string
  /** its name contains a hash of its content */
  readonly isHashed: boolean
  readonly #forms = new Map<Coding, Promise<Form | undefined>>()

  constructor(path: string, file: string, { stamp, time }: { stamp: string; time: Date }) {
    this.file = file
    this.stamp = stamp
    this.modified = time.toUTCString()
    this.type = types[extname(path)] ?? 'application/octet-stream'
    this.isHashed = path.startsWith('/assets/')
  }

  /** @returns undefined when the build has no such form of the file */
  form(coding: Coding): Promise<Form | undefined> {
    const known = this.#forms.get(coding)
    if (known) return known
    const read = this.#read(coding)
    this.#forms.set(coding, read)
    // a failed read is tried again
    read.catch(() => this.#forms.delete(coding))
    return read
  }

  async #read(coding: Coding): Promise<Form | undefined> {
    const bytes = await orMissing(readFile(this.file + endings[coding]))
    if (!bytes) return undefined
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"` }
  }
}

/** Resolves with undefined for a file that does not exist; rejects with any other error of the system. */
async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

/** The files of one folder, read when they are first asked for; their sum is what a build weighs, some megabytes. */
export class BuiltFiles {
  readonly #root: string
  /** the first names of paths: for others, no disk is asked */
  readonly #names: Set<string>
  readonly #known = new Map<string, { file: BuiltFile; until: number }>()

  /** @throws the system's error when the folder cannot be read */
  constructor(root: string) {
    this.#root = root
    this.#names = new Set(readdirSync(root).filter((name) => !name.startsWith('.')))
  }

  /** Whether the path of a request may be one of a file. */
  covers(path: string): boolean {
    const end = path.indexOf('/', 1)
    return this.#names.has(path.slice(1, end === -1 ? undefined : end))
  }

  /**
   * The file at a path such as `/assets/a.js`. Files in /assets never change; others are looked at again after a second, because a build may
   * replace them while the server runs.
   * @returns undefined for what is no file of the build, and for the packed forms of files
   */
  async find(path: string): Promise<BuiltFile | undefined> {
    const known = this.#known.get(path)
    if (known && (known.file.isHashed || known.until > performance.now())) return known.file
    if (!plainPath.test(path) || /\.(?:br|gz)$/.test(path)) return undefined
    const name = join(this.#root, path)
    const seen = await orMissing(stat(name))
    if (!seen?.isFile()) {
      this.#known.delete(path)
      return undefined
    }
    const stamp = `${seen.mtimeMs}-${seen.size}`
    const file = known?.file.stamp === stamp ? known.file : new BuiltFile(path, name, { stamp, time: seen.mtime })
    this.#known.set(path, { file, until: performance.now() + FRESH_MS })
    return file
  }
}
