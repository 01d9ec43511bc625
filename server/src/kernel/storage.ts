// Stores uploaded files in a folder of this server or at a storage provider, under random names, so that addresses cannot be guessed.
import { randomBytes } from 'node:crypto'
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Multipart, PartRequest, SendRequest } from './files/multipart.ts'

/** A temporary permission for a browser to upload into one folder of a storage provider; the fields depend on the provider. */
export type Grant = { expiration: Date; fields: Record<string, string | number> }

/** A storage provider that an administrator has configured: a cloud, or another folder. Each call may fail storageDown or storageRefused. */
export type StorageProvider = {
  /** local, aliyun, qcloud, qiniu, s3 */
  provider: string
  /** the public address of a file is `url` followed by its key */
  url: string
  /** the folder, when the provider is a folder of this server */
  folder?: string
  store: (path: string, key: string, type: string) => Promise<void>
  remove: (key: string) => Promise<void>
  /** size of the file and its first `bytes` bytes; undefined when it does not exist */
  look: (key: string, bytes: number) => Promise<{ size: number; head: Buffer } | undefined>
  /** Permits uploads of keys with this prefix, of at most `maxBytes` each if the provider can limit that. Fails storageOther when the provider has no direct uploads. */
  grant: (prefix: string, maxBytes: number) => Promise<Grant>
  /** The request with which a browser sends one file of exactly `size` bytes within some seconds; undefined where `grant` gives it keys. */
  putRequest?: (key: string, type: string, size: number, seconds: number) => PartRequest
  /** The request with which a browser sends one object of `size` bytes within some seconds, again and again; the provider limits the size where it can. A folder of this server has none. */
  pieceRequest?: (key: string, size: number, seconds: number) => SendRequest
  /** Makes a stored file readable by signed requests only; undefined where the provider knows this for whole buckets only. */
  protect?: (key: string) => Promise<void>
  /** An address at the provider that opens a file for some seconds, for a browser or this server. A folder of this server has none. */
  signedUrl?: (key: string, seconds: number, reader?: 'browser' | 'server') => string
  /** A signed address at which the provider answers a picture (JPEG) of a stored video, at this second. A folder of this server has none. */
  pictureUrl?: (key: string, at: number) => string
  /** files in pieces, straight from a browser; a folder of this server has its own way */
  multipart?: Multipart
  /** hosts to which a browser uploads */
  sendHosts: string[]
}

type Holding = (key: string) => Promise<StorageProvider | undefined>

/** Public files of a bucket without a public address: this site answers below it with signed addresses. */
export const BUCKET_PLACE = '/files/bucket/'

export type Storage = {
  /** the folder behind /files/ */
  root: string
  /** Moves a file to the active storage provider, or else into the folder. @returns its public address */
  store: (path: string, extension: string, at: Date, type?: string) => Promise<string>
  remove: (url: string) => Promise<void>
  /** Stores a file without a public address, for `readPrivate`. @returns its key */
  storePrivate: (path: string, extension: string, at: Date, type: string) => Promise<string>
  /** undefined when the file does not exist or has more than `most` bytes */
  readPrivate: (key: string, most: number) => Promise<Buffer | undefined>
  removePrivate: (key: string) => Promise<void>
  /**
   * The bytes of a public file by its address; undefined for a private one, a foreign address, a missing file, or more than `most` bytes.
   * Texts of learners name addresses: only files that are open to everybody may be read for them.
   */
  read: (url: string, most: number) => Promise<Buffer | undefined>
  /** the active storage provider; undefined: the folder */
  activeProvider: () => Promise<StorageProvider | undefined>
  /** the folder of private files, which is not served */
  privateRoot: string
  /** Moves a file of this server's folders from the public to the private one. @returns false for a file that is not there */
  hide: (url: string) => Promise<boolean>
  /** the provider that has a private upload, by its key; undefined when it lies in `privateRoot` */
  holding: Holding
  /** the provider that has a public upload below BUCKET_PLACE, by its key */
  opening: Holding
  /** a provider by its name, active or not; undefined without settings */
  named: (provider: string) => Promise<StorageProvider | undefined>
  /** signs the addresses of private uploads */
  secret: () => Promise<string>
  /** whether addresses for this person work now */
  admits: (userId: string) => Promise<boolean>
  /** called once at the start, by the domain that stores the settings */
  useProviders: (find: () => Promise<StorageProvider | undefined>, holding?: Holding, opening?: Holding, named?: Holding) => void
  useSecret: (secret: () => Promise<string>) => void
  useAdmission: (admits: (userId: string) => Promise<boolean>) => void
}

/** A new key: the month, then 32 random hex digits. */
const keyOf = (extension: string, at: Date) =>
  `${at.toISOString().slice(0, 7).replace('-', '')}/${randomBytes(16).toString('hex')}${extension}`
/** Whether a text is a key as keyOf makes them; nothing else in a folder of uploads is served. */
export const isKey = (key: string) => /^\d{6}\/[\da-f]{32}\.[a-z\d]{1,8}$/.test(key)
/** As isKey, or a key with which a browser sent a file to a cloud (common/grant.rules.ts). */
export const isCloudKey = (key: string) => isKey(key) || /^[a-z]+\/\d{6}\/\d{1,18}-[\da-f]{16}\/[\da-f]{32}\.[a-z\d]{1,8}$/.test(key)
/** A part of a rendition that a player or viewer may fetch: a folder of random name below `media`. */
export const isMediaKey = (key: string) => /^media\/[\da-f]{32}\/(?:s\d{5}\.ts|v\.mp4|poster\.jpg|document\.pdf)$/.test(key)
const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600
const PUBLIC_FOLDER = 0o755
const PUBLIC_FILE = 0o644

/** Makes a folder that other accounts may read: another web server may serve it. Folders that exist keep their mode. */
async function makePublic(folder: string) {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let at = folder; at.startsWith(first); at = dirname(at)) await chmod(at, PUBLIC_FOLDER)
}

/** Moves a file into a folder, also between file systems. `isPrivate`: no other account of this machine may read it. */
export async function moveInto(folder: string, path: string, key: string, isPrivate = false): Promise<void> {
  const target = join(folder, key)
  if (isPrivate) await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER })
  else await makePublic(dirname(target))
  await chmod(path, isPrivate ? PRIVATE_FILE : PUBLIC_FILE)
  try {
    await rename(path, target)
  } catch {
    // another file system
    await copyFile(path, target)
    await rm(path, { force: true })
  }
}

/**
 * Makes the folder of private files, and closes it and all that is in it to other accounts. An open folder comes from a version that did
 * not close it: the folder itself is closed last, so that an interrupted run is repeated.
 */
export async function closePrivate(root: string): Promise<void> {
  const isNew = (await mkdir(root, { recursive: true, mode: PRIVATE_FOLDER })) !== undefined
  if (isNew || ((await stat(root)).mode & 0o777) === PRIVATE_FOLDER) return
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory() || entry.isFile())
      await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE)
  }
  await chmod(root, PRIVATE_FOLDER)
}

type Private = Pick<Storage, 'storePrivate' | 'readPrivate' | 'removePrivate'>

function openPrivate(root: string, find: () => Promise<StorageProvider | undefined>, holding: Holding): Private {
  // a folder provider is served publicly: private files stay in the private folder
  const cloud = async () => {
    const storageProvider = await find()
    return storageProvider?.folder === undefined ? storageProvider : undefined
  }
  // another provider may have become active since
  const placeOf = async (key: string) => (await holding(key)) ?? (await cloud())
  return {
    async storePrivate(path, extension, at, type) {
      const key = keyOf(extension, at)
      const storageProvider = await cloud()
      await storageProvider?.store(path, key, type)
      await storageProvider?.protect?.(key)
      if (!storageProvider) await moveInto(root, path, key, true)
      return key
    },
    async readPrivate(key, most) {
      if (!isKey(key)) return undefined
      const path = join(root, key)
      const found = await stat(path).catch(() => undefined)
      if (found) return found.size <= most ? readFile(path) : undefined
      const seen = await (await placeOf(key))?.look(key, most)
      return seen && seen.size <= most ? seen.head : undefined
    },
    async removePrivate(key) {
      if (!isKey(key)) return
      const path = join(root, key)
      if (await stat(path).catch(() => undefined)) return rm(path, { force: true })
      await (await placeOf(key))?.remove(key)
    },
  }
}

type Finders = {
  find: () => Promise<StorageProvider | undefined>
  holding: Holding
  opening: Holding
  named: Holding
  secret: () => Promise<string>
  admits: Storage['admits']
}
const bucketKeyIn = (url: string) => (url.startsWith(BUCKET_PLACE) ? url.slice(BUCKET_PLACE.length) : undefined)
const keyIn = (url: string) => url.replace(/^\/files\//, '')

/** Reading, removing and moving of files by their addresses, public or private. */
function openAddresses(root: string, privateRoot: string, finders: Finders): Pick<Storage, 'hide' | 'read' | 'remove'> {
  const activePlace = async (url: string) => {
    const storageProvider = await finders.find()
    return storageProvider && url.startsWith(storageProvider.url)
      ? { storageProvider, key: url.slice(storageProvider.url.length) }
      : undefined
  }
  /** The place of a public file of a closed bucket, which needs a row: private files lie beside it. */
  const bucketPlace = async (url: string) => {
    const key = bucketKeyIn(url) ?? ''
    const storageProvider = isCloudKey(key) ? await finders.opening(key) : undefined
    return storageProvider && { storageProvider, key }
  }
  return {
    async hide(url) {
      const key = keyIn(url)
      if (!isKey(key)) return false
      const other = (await finders.find())?.folder
      for (const folder of [privateRoot, root, ...(other === undefined ? [] : [other])]) {
        const path = join(folder, key)
        if ((await sizeOf(path)) === undefined) continue
        if (folder !== privateRoot) await moveInto(privateRoot, path, key, true)
        return true
      }
      return false
    },
    async read(url, most) {
      const own = keyIn(url)
      const size = isKey(own) ? await sizeOf(join(root, own)) : undefined
      if (size !== undefined) return size <= most ? readFile(join(root, own)) : undefined
      const isInBucket = bucketKeyIn(url) !== undefined
      const place = await (isInBucket ? bucketPlace(url) : activePlace(url))
      const seen = place && (isInBucket || isKey(place.key)) ? await place.storageProvider.look(place.key, most) : undefined
      return seen && seen.size <= most ? seen.head : undefined
    },
    async remove(url) {
      const own = keyIn(url)
      if (isCloudKey(own)) {
        await (await finders.holding(own))?.remove(own)
        for (const folder of [root, privateRoot]) await rm(join(folder, own), { force: true })
        return
      }
      // a file of a bucket that was stored a moment ago may have no row
      const place = (await bucketPlace(url)) ?? (await activePlace(url))
      await place?.storageProvider.remove(place.key)
    },
  }
}

/** @param privateRoot the folder of private files; must not be served */
export function openStorage(root: string, privateRoot: string): Storage {
  const finders: Finders = {
    find: async () => undefined,
    holding: async () => undefined,
    opening: async () => undefined,
    named: async () => undefined,
    secret: () => Promise.reject(new Error('no secret yet')),
    admits: async () => false,
  }
  return {
    root,
    privateRoot,
    ...openPrivate(
      privateRoot,
      () => finders.find(),
      (key) => finders.holding(key),
    ),
    ...openAddresses(root, privateRoot, finders),
    activeProvider: () => finders.find(),
    holding: (key) => finders.holding(key),
    opening: (key) => finders.opening(key),
    named: (provider) => finders.named(provider),
    secret: () => finders.secret(),
    admits: (userId) => finders.admits(userId),
    useProviders(find, holding = finders.holding, opening = finders.opening, named = finders.named) {
      Object.assign(finders, { find, holding, opening, named })
    },
    useSecret: (secret) => void (finders.secret = secret),
    useAdmission: (admits) => void (finders.admits = admits),
    async store(path, extension, at, type = 'application/octet-stream') {
      const key = keyOf(extension, at)
      const storageProvider = await finders.find()
      if (storageProvider) {
        await storageProvider.store(path, key, type)
        return storageProvider.url + key
      }
      await moveInto(root, path, key)
      return `/files/${key}`
    },
  }
}
