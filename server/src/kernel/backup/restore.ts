// Puts a backup into an empty folder, and starts its database once to see that everything is there.
import { chmod, chown, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { dirname, join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { mustBeDataFolder } from '../files/upload-folder.ts'
import { migrate } from '../postgres/migrate.ts'
import { databaseAccount } from '../postgres/postgres-binaries.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { readBackup, verifyBackup } from './backup.ts'
import { majorOf, mustBeEmpty, restoreDump } from './dump.ts'
import { BackupError } from './envelope.ts'
import { clusterPath, connected, type Counted, countRows, differing, dumpPath, type Manifest, manifestPath } from './manifest.ts'
import type { Piece } from './pack.ts'
import { recoverySettings } from './wal-archive.ts'

export type Wanted = {
  file: string
  /** the new DATA_DIR, which is missing or empty */
  into: string
  passphrase: string
  /** an empty database, for a backup of a database elsewhere */
  databaseUrl: string | undefined
  /** the folder of this program's migrations */
  migrations: string
  /** the archived log of the built-in database, and the time to which it is taken; without one to its end */
  pointInTime?: { wal: string; until: Date | undefined } | undefined
}
export type Restored = { manifest: Manifest; migrated: string[]; counts: Counted; differing: string[] }

/**
 * Restores a backup. It is read to its end before anything is written.
 * @throws BackupError when the target is not empty, or the backup cannot be used; nothing is left of a failed copy
 */
export async function restoreBackup(wanted: Wanted): Promise<Restored> {
  const into = resolve(wanted.into)
  await mustBeDataFolder(into)
  await mustBeEmptyFolder(into)
  const manifest = await verifyBackup(wanted.file, wanted.passphrase)
  mustFit(manifest, wanted)
  const unfinished = `${into}.restoring-${process.pid}`
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    await extract(wanted, unfinished)
    await handOverCluster(join(unfinished, clusterPath))
    await rm(into, { recursive: true, force: true })
    await rename(unfinished, into)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  if (wanted.pointInTime) await rollForward(join(into, clusterPath), wanted.pointInTime).catch((error: unknown) => giveUp(into, error))
  return { manifest, ...(await tryOut(wanted, into, manifest)) }
}

async function mustBeEmptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  if (names.length > 0) throw new BackupError(`${folder} is not empty. A restore writes into a new folder only.`)
}

function mustFit({ database, createdAt }: Manifest, { databaseUrl, pointInTime }: Wanted): void {
  if (database === 'dump' && pointInTime) throw new BackupError('Only the built-in database can be restored to a point in time.')
  if (pointInTime?.until && pointInTime.until.getTime() < Date.parse(createdAt))
    throw new BackupError(`The backup is of ${createdAt}, after the time that is wanted. Take an older backup.`)
  if (database === 'dump' && databaseUrl === undefined)
    throw new BackupError('This backup is of a database elsewhere. Create an empty database and name it in DATABASE_URL.')
  if (database === 'builtIn' && databaseUrl !== undefined)
    throw new BackupError('This backup is of the built-in database and cannot be restored into another one. Run without DATABASE_URL.')
}

async function extract({ file, passphrase, databaseUrl }: Wanted, folder: string): Promise<void> {
  const filling = new Filling(folder, databaseUrl)
  try {
    for await (const piece of readBackup(file, passphrase)) await filling.add(piece)
  } finally {
    await filling.close()
  }
}

/** Writes the pieces; a dump goes to the database. */
class Filling {
  readonly #folder: string
  readonly #databaseUrl: string | undefined
  #file: FileHandle | undefined
  #dump: { input: PassThrough; loading: Promise<void> } | undefined

  constructor(folder: string, databaseUrl: string | undefined) {
    this.#folder = folder
    this.#databaseUrl = databaseUrl
  }

  async add(piece: Piece) {
    if ('bytes' in piece) return this.#write(piece.bytes)
    await this.close()
    const { path, mode, folder } = piece.entry
    if (path === manifestPath) return
    if (path === dumpPath) return this.#load()
    const place = join(this.#folder, path)
    await mkdir(folder ? place : dirname(place), { recursive: true, mode: 0o700 })
    if (folder) await chmod(place, mode)
    else this.#file = await open(place, 'wx', mode)
  }

  async #write(bytes: Buffer) {
    await this.#file?.appendFile(bytes)
    if (!this.#dump || this.#dump.input.write(Buffer.from(bytes))) return
    const { input, loading } = this.#dump
    // when the program ends early, its reason counts and not that of the stream
    await Promise.race([once(input, 'drain').catch(() => loading), loading])
  }

  async #load() {
    const url = this.#databaseUrl ?? ''
    const client = await connected(url)
    const major = await mustBeEmpty(client)
      .then(() => majorOf(client))
      .finally(() => client.end())
    const input = new PassThrough()
    const loading = restoreDump(client.address ?? url, major, input)
    // awaited by close
    loading.catch(() => undefined)
    this.#dump = { input, loading }
  }

  async close() {
    const [file, dump] = [this.#file, this.#dump]
    this.#file = undefined
    this.#dump = undefined
    await file?.close()
    dump?.input.end()
    await dump?.loading
  }
}

/** PostgreSQL refuses to run as root: a restore by root gives the folder to its account. */
async function handOverCluster(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => undefined)
  const account = names && databaseAccount(folder)
  if (!account) return
  for (const name of ['', ...names]) await chown(join(folder, name), account.uid, account.gid)
}

/** Lets the database take the archived log until the time, and stops it. */
async function rollForward(dataDir: string, { wal, until }: NonNullable<Wanted['pointInTime']>): Promise<void> {
  const signal = join(dataDir, 'recovery.signal')
  await (await open(signal, 'wx', 0o600)).close()
  const account = databaseAccount(dataDir)
  if (account) await chown(signal, account.uid, account.gid)
  const recovered = await startPostgres({ dataDir, settings: recoverySettings(wal, until) })
  await recovered.stop()
}

async function giveUp(into: string, error: unknown): Promise<never> {
  await rm(into, { recursive: true, force: true })
  throw new BackupError(`The time was not reached: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
}

async function tryOut({ databaseUrl, migrations, pointInTime }: Wanted, into: string, manifest: Manifest) {
  const embedded = databaseUrl === undefined ? await startPostgres({ dataDir: join(into, clusterPath) }) : undefined
  try {
    const url = databaseUrl ?? embedded?.url ?? ''
    const before = await counted(url)
    const { applied } = await migrate(url, migrations)
    return { migrated: applied, counts: before, differing: pointInTime ? [] : differing(manifest.counts, before) }
  } finally {
    await embedded?.stop()
  }
}

async function counted(url: string): Promise<Counted> {
  const client = await connected(url)
  return countRows(client).finally(() => client.end())
}
