// Where uploaded files lie: a folder of this server or a storageProvider elsewhere, by random name, so that an address cannot be guessed.
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What lets a browser send files to one folder of a storageProvider, for some minutes; the fields are the vendor's. */
export type Grant = { expiration: Date; fields: Record<string, string | number> }

/** A place for files that an administrator has set up: a cloud, or another folder. Each call fails storageDown or storageRefused. */
export type StorageProvider = {
  /** local, aliyun, qcloud, qiniu */
  provider: string
  /** what stands before a key in a file's public address */
  url: string
  /** a folder of this server, where the storageProvider is one */
  folder?: string
  keep: (path: string, key: string, type: string) => Promise<void>
  remove: (key: string) => Promise<void>
  /** the file's size in bytes and its first bytes; undefined where there is none */
  look: (key: string, bytes: number) => Promise<{ size: number; head: Buffer } | undefined>
  /** Lets somebody send files whose keys begin so, at most `maxBytes` each where the vendor can tell. Fails storageOther where nobody can. */
  grant: (prefix: string, maxBytes: number) => Promise<Grant>
  /** where a browser sends files to */
  sendHosts: string[]
}

export type Storage = {
  /** the folder behind /files/ */
  root: string
  /** Takes a file over, into the storageProvider in use or else into the folder. @returns the address under which it is served */
  keep: (path: string, extension: string, at: Date, type?: string) => Promise<string>
  remove: (url: string) => Promise<void>
  /** Takes over a file that has no address: only `readPrivate` finds it. @returns its key */
  keepPrivate: (path: string, extension: string, at: Date, type: string) => Promise<string>
  /** undefined where there is none of this key, or more than `most` bytes */
  readPrivate: (key: string, most: number) => Promise<Buffer | undefined>
  removePrivate: (key: string) => Promise<void>
  /** The bytes behind an address that `keep` gave; undefined for any other, and where there is nothing or more than `most`. */
  read: (url: string, most: number) => Promise<Buffer | undefined>
  /** the storageProvider in use; undefined: the folder */
  activeProvider: () => Promise<StorageProvider | undefined>
  /** told once, by whoever knows the settings */
  useProviders: (find: () => Promise<StorageProvider | undefined>) => void
}

/** A fresh key: the month, then 32 random hex digits. */
const keyOf = (extension: string, at: Date) =>
  `${at.toISOString().slice(0, 7).replace('-', '')}/${randomBytes(16).toString('hex')}${extension}`
/** Whether a text is a key as `keep` makes them; nothing else in a folder of uploads is served. */
export const isKey = (key: string) => /^\d{6}\/[\da-f]{32}\.[a-z\d]{1,8}$/.test(key)

/** Moves a file to its place in a folder, over file systems too. */
export async function moveInto(folder: string, path: string, key: string): Promise<void> {
  const target = join(folder, key)
  await mkdir(dirname(target), { recursive: true })
  try {
    await rename(path, target)
  } catch {
    // another file system
    await copyFile(path, target)
    await rm(path, { force: true })
  }
}

type Private = Pick<Storage, 'keepPrivate' | 'readPrivate' | 'removePrivate'>

function openPrivate(root: string, find: () => Promise<StorageProvider | undefined>): Private {
  // a storageProvider that is a folder is served as well: private files stay in ours
  const cloud = async () => {
    const storageProvider = await find()
    return storageProvider?.folder === undefined ? storageProvider : undefined
  }
  return {
    async keepPrivate(path, extension, at, type) {
      const key = keyOf(extension, at)
      const storageProvider = await cloud()
      await (storageProvider ? storageProvider.keep(path, key, type) : moveInto(root, path, key))
      return key
    },
    async readPrivate(key, most) {
      if (!isKey(key)) return undefined
      const path = join(root, key)
      const found = await stat(path).catch(() => undefined)
      if (found) return found.size <= most ? readFile(path) : undefined
      const seen = await (await cloud())?.look(key, most)
      return seen && seen.size <= most ? seen.head : undefined
    },
    async removePrivate(key) {
      if (!isKey(key)) return
      const path = join(root, key)
      if (await stat(path).catch(() => undefined)) return rm(path, { force: true })
      await (await cloud())?.remove(key)
    },
  }
}

/** @param privateRoot the folder of what has no address; never one that is served */
export function openStorage(root: string, privateRoot: string): Storage {
  let find: () => Promise<StorageProvider | undefined> = async () => undefined
  return {
    root,
    ...openPrivate(privateRoot, () => find()),
    activeProvider: () => find(),
    useProviders: (next) => void (find = next),
    async keep(path, extension, at, type = 'application/octet-stream') {
      const key = keyOf(extension, at)
      const storageProvider = await find()
      if (storageProvider) {
        await storageProvider.keep(path, key, type)
        return storageProvider.url + key
      }
      await moveInto(root, path, key)
      return `/files/${key}`
    },
    async read(url, most) {
      const own = url.replace(/^\/files\//, '')
      if (isKey(own)) {
        const path = join(root, own)
        const found = await stat(path).catch(() => undefined)
        if (found) return found.size <= most ? readFile(path) : undefined
      }
      const storageProvider = await find()
      if (!storageProvider || !url.startsWith(storageProvider.url)) return undefined
      const key = url.slice(storageProvider.url.length)
      const seen = isKey(key) ? await storageProvider.look(key, most) : undefined
      return seen && seen.size <= most ? seen.head : undefined
    },
    async remove(url) {
      const own = url.replace(/^\/files\//, '')
      if (isKey(own)) return rm(join(root, own), { force: true })
      const storageProvider = await find()
      if (storageProvider && url.startsWith(storageProvider.url)) await storageProvider.remove(url.slice(storageProvider.url.length))
    },
  }
}
