// A copy of the built-in database while it is used: its folder, and the log that makes the copy whole.
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { setImmediate as turn } from 'node:timers/promises'
import { BackupError } from './envelope.ts'
import { clusterPath } from './manifest.ts'
import { type Piece, packFile, packFolder } from './pack.ts'

/** Content that PostgreSQL makes anew; the folders themselves must exist. */
const emptied = new Set(['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'])
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|postgres\.log(?:\.old)?|\.s\.PGSQL\..*|backup_label(?:\.old)?|tablespace_map(?:\.old)?)$|(?:^|\/)pgsql_tmp|(?:^|\/)pg_internal\.init$|^pg_wal\/|^global\/pg_control$/
const isLeftOut = (below: string) => emptied.has(below) || leftOut.test(below)
const controlTries = 100

/**
 * The pieces of the database whose folder is `dataDir`. The copied files are of different moments; PostgreSQL makes them one state by the log
 * between begin and end. A replication slot, which ends with the session, keeps that log.
 * @param client a session of its own, as superuser
 */
export async function* packBuiltIn(client: pg.Client, dataDir: string): AsyncGenerator<Piece> {
  const ask = async <T extends Record<string, unknown>>(statement: string): Promise<T> => {
    const { rows } = await client.query<T>(statement)
    if (!rows[0]) throw new BackupError(`The database did not answer: ${statement}`)
    return rows[0]
  }
  await ask(`select pg_create_physical_replication_slot('shuyuan_backup_' || pg_backend_pid(), true, true)`)
  const { first } = await ask<{ first: string }>(`select pg_walfile_name(pg_backup_start('shuyuan', true)) as first`)
  yield* packFolder(dataDir, clusterPath, isLeftOut)
  const { last, label, map } = await ask<{ last: string; label: string; map: string }>(
    'select pg_walfile_name(lsn) as last, labelfile as label, spcmapfile as map from pg_backup_stop(false)',
  )
  if (map.trim() !== '')
    throw new BackupError('The built-in database has tablespaces outside of its folder; such a database cannot be backed up.')
  yield { entry: { path: `${clusterPath}/backup_label`, mode: 0o600 } }
  yield { bytes: Buffer.from(label) }
  yield { entry: { path: `${clusterPath}/global/pg_control`, mode: 0o600 } }
  yield { bytes: await wholeControl(join(dataDir, 'global', 'pg_control')) }
  yield* packLog(dataDir, first, last)
}

async function* packLog(dataDir: string, first: string, last: string): AsyncGenerator<Piece> {
  const folder = join(dataDir, 'pg_wal')
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last),
  )
  if (!names.includes(first) || !names.includes(last))
    throw new BackupError('The log of the database that this backup needs is gone. Try again.')
  for (const name of names.toSorted()) yield* packFile(join(folder, name), `${clusterPath}/pg_wal/${name}`)
}

/** PostgreSQL may be writing the file: two equal reads are one state. */
async function wholeControl(file: string): Promise<Buffer> {
  let before = await readFile(file)
  for (let tried = 0; tried < controlTries; tried++) {
    await turn()
    const now = await readFile(file)
    if (now.equals(before)) return now
    before = now
  }
  throw new BackupError('The control file of the database changes too often to be read.')
}

/** Writes a file's and its folder's content to the disk. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  await handle.sync().finally(() => handle.close())
}
