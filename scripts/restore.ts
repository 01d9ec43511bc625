// Restores a backup into an empty folder: npm run restore -- FILE --into DATA_DIR
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreBackup } from '../server/src/kernel/backup/restore.ts'
import { readConfig } from '../server/src/kernel/config.ts'
import { presentKeys } from '../server/src/kernel/sealed/seal-keys.ts'
import { readPassphrase } from '../server/src/kernel/backup/passphrase.ts'

const usage =
  'npm run restore -- <file> --into <new DATA_DIR> [--wal <WAL_ARCHIVE_DIR> [--until <time>]]   with BACKUP_PASSPHRASE, and DATABASE_URL of an empty database if it is not the built-in one'
const say = (line: string) => process.stdout.write(`${line}\n`)

/** A time has a time zone or `Z`; without one it is that of this process. Without a time the whole log is taken. */
function pointOf({ wal, until }: { wal?: string; until?: string }) {
  if (wal === undefined && until === undefined) return undefined
  const time = until === undefined ? undefined : new Date(until)
  if (wal === undefined || (time && Number.isNaN(time.getTime())))
    throw new Error(
      'A point in time needs --wal with the folder of the archived log. --until is a time such as 2026-11-23T10:15:00+08:00; without it the log is taken to its end.',
    )
  return { wal: resolve(wal), until: time }
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    options: { into: { type: 'string' }, wal: { type: 'string' }, until: { type: 'string' } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (file === undefined || values.into === undefined || positionals.length > 1) throw new Error(usage)
  const into = resolve(values.into)
  const { sealKeys, sessionUrl, databaseUrl: usual } = readConfig(process.env)
  const databaseUrl = sessionUrl ?? usual
  const migrations = join(import.meta.dirname, '../server/migrations')
  const pointInTime = pointOf(values)
  const passphrase = readPassphrase(process.env)
  const done = await restoreBackup({ file: resolve(file), into, passphrase, databaseUrl, migrations, pointInTime })
  say(`restored into ${into}: backup of ${done.manifest.createdAt}, version ${done.manifest.version}, all hashes as in the manifest`)
  say(`migrations run now: ${done.migrated.length === 0 ? 'none' : done.migrated.join(', ')}`)
  const { before, after } = done.manifest.counts
  for (const [name, count] of Object.entries(done.counts))
    say(`  ${name}: ${count} rows (${before[name]} to ${after[name]} during the backup)${done.differing.includes(name) ? '  DIFFERS' : ''}`)
  const present = await presentKeys({ sealKeys, dataDir: into })
  const missing = done.manifest.sealKeys.filter((id) => !present.includes(id))
  if (missing.length > 0)
    say(
      `The server does not start yet: put the key ${missing.join(', ')} into ${join(into, 'private', 'seal.key')}, or set SEAL_KEYS. It was not in the backup.`,
    )
  else say(`Start the server with DATA_DIR=${into}`)
  if (done.differing.length > 0) throw new Error(`Other numbers of rows than in the backup: ${done.differing.join(', ')}`)
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
