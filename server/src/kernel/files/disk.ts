// Watches the room on the disks that the server writes to, and whether writing works.
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { randomUUID } from 'node:crypto'
import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../ctx.ts'
import { fail } from '../fail.ts'
import { appPart } from '../part.ts'

const MB = 1024 * 1024
/** `failing`: the last attempt to write failed; `full` and `low`: free space is below DISK_MIN_MB or DISK_WARN_MB. */
export type DiskLevel = 'ok' | 'low' | 'full' | 'failing'
export type DiskPlace = 'data' | 'database' | 'uploads' | 'temporary'
/** The folders of one disk; sizes in bytes. */
export type DiskRoom = { places: DiskPlace[]; free: number; size: number; level: DiskLevel }
/** The system's functions; tests pass others. */
export type DiskSystem = {
  statfs: (path: string) => Promise<{ bavail: number; blocks: number; bsize: number }>
  deviceOf: (path: string) => Promise<number>
  write: (folder: string) => Promise<void>
}

const system: DiskSystem = {
  statfs: (path) => statfs(path),
  deviceOf: async (path) => (await stat(path)).dev,
  async write(folder) {
    const path = join(folder, `.probe-${randomUUID()}`)
    try {
      await writeFile(path, Buffer.alloc(4_096))
    } finally {
      await rm(path, { force: true })
    }
  },
}

/** How long a failed write of the database counts. */
const FAILED_MS = 60_000
/** For messages that come many times a second: so long the free space of the last look counts, without the bytes that were taken since. */
const SEEN_MS = 1_000
/** How often a test file is written at most. */
const TRY_MS = 2_000
/** Codes of PostgreSQL and of the system: no room, quota exceeded, device error, mounted read-only. */
const unwritable = new Set(['53100', '58030', 'ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])
const order: DiskLevel[] = ['ok', 'low', 'full', 'failing']
const worse = (one: DiskLevel, two: DiskLevel) => (order.indexOf(one) > order.indexOf(two) ? one : two)

type Watched = Pick<App, 'config' | 'storage' | 'clock' | 'runtime'>

/** The rest of the free bytes after each taking; `free` is asked once a second, and counted down between. */
function seenOnceASecond(free: () => Promise<number>) {
  let seen: { at: number; free: Promise<number> } | undefined
  let takenSince = 0
  return async (bytes: number): Promise<number> => {
    const now = performance.now()
    if (!seen || now - seen.at >= SEEN_MS) {
      seen = { at: now, free: free() }
      takenSince = 0
    }
    takenSince += bytes
    const taken = takenSince
    return (await seen.free) - taken
  }
}

/** Free space of the folders that are written, and whether they can be written. */
export function watchDisk(app: Watched, { statfs, deviceOf, write }: DiskSystem = system) {
  let failedAt = -Infinity
  let tried = { at: -Infinity, ok: true }
  const failsNow = () => app.clock().getTime() - failedAt < FAILED_MS

  async function folders(): Promise<[DiskPlace, string][]> {
    const { dataDir, databaseUrl } = app.config
    const uploads = (await app.storage.activeProvider())?.folder ?? app.storage.root
    const own: [DiskPlace, string][] = databaseUrl === undefined ? [['database', join(dataDir, 'postgres')]] : []
    return [['data', dataDir], ...own, ['uploads', uploads], ['temporary', app.runtime.tmpDir || tmpdir()]]
  }
  const levelOf = (free: number): DiskLevel =>
    free < app.config.diskMinMb * MB ? 'full' : free < app.config.diskWarnMb * MB ? 'low' : 'ok'

  /** Free space of each disk. A folder that does not exist yet is left out. */
  async function rooms(): Promise<DiskRoom[]> {
    const found = new Map<number, DiskRoom>()
    for (const [place, folder] of await folders()) {
      try {
        const device = await deviceOf(folder)
        const known = found.get(device)
        if (known) {
          known.places.push(place)
          continue
        }
        const { bavail, blocks, bsize } = await statfs(folder)
        const free = bavail * bsize
        found.set(device, { places: [place], free, size: blocks * bsize, level: levelOf(free) })
      } catch {
        // not made yet
      }
    }
    return [...found.values()]
  }

  /** Writes to the data folder and to the folder of uploads. */
  async function canWrite(): Promise<boolean> {
    for (const [place, folder] of await folders()) {
      if (place !== 'data' && place !== 'uploads') continue
      try {
        await write(folder)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return false
      }
    }
    return true
  }

  /** Bytes that files may take before DISK_MIN_MB are left: the rest belongs to the database. */
  async function freeForFiles(): Promise<number> {
    const filled = (await rooms()).filter(({ places }) => places.some((place) => place !== 'database'))
    return Math.min(...filled.map(({ free }) => free)) - app.config.diskMinMb * MB
  }

  return {
    rooms,
    /** Whether DISK_MIN_MB are left after a file of so many bytes has been stored. */
    hasRoom: async (bytes: number): Promise<boolean> => (await freeForFiles()) >= bytes,
    /** Bytes that are left for files after `bytes` more were stored; negative where they have no room. The disk is looked at once a second. */
    leftAfter: seenOnceASecond(freeForFiles),
    /** Remembers an error of a call or of the database when it says that nothing can be written. */
    note(error: unknown) {
      if (unwritable.has((error as { code?: string } | null)?.code ?? '')) failedAt = app.clock().getTime()
    },
    /** The worst level of all disks; `failing` too for a minute after a write of the database failed. */
    async level(): Promise<DiskLevel> {
      const now = app.clock().getTime()
      // anybody may call the health check
      if (now - tried.at >= TRY_MS) tried = { at: now, ok: await canWrite() }
      if (failsNow() || !tried.ok) return 'failing'
      return (await rooms()).map((one) => one.level).reduce(worse, 'ok')
    },
  }
}

export const diskOf = appPart((app) => watchDisk(app))

/** Fails storageDown where a file of so many bytes would take the room that the database needs. */
export async function mustHaveRoom(app: App, bytes: number): Promise<void> {
  if (!(await diskOf(app).hasRoom(bytes))) fail('storageDown', sayServer('uploadNoRoom'))
}
