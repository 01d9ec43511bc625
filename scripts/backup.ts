// Backs up database and files into one encrypted file, also while the server runs: npm run backup -- --out DIR [--keep N]
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBackup, type Made } from '../server/src/kernel/backup/backup.ts'
import { readBuild, versionOf } from '../server/src/kernel/build.ts'
import { readConfig } from '../server/src/kernel/config.ts'
import { findPostmaster } from '../server/src/kernel/postgres/postgres-cluster.ts'
import { startPostgres } from '../server/src/kernel/postgres/postgres.ts'
import { readPassphrase } from '../server/src/kernel/backup/passphrase.ts'

const usage = 'npm run backup -- --out <folder> [--keep <number>]   with DATA_DIR, DATABASE_URL as for the server, and BACKUP_PASSPHRASE'
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The built-in database: the running one, which stays as it is, or one that is started for the backup. */
async function openCluster(cluster: string) {
  if (!existsSync(join(cluster, 'PG_VERSION')))
    throw new Error(`There is no database in ${cluster}. Set DATA_DIR or DATABASE_URL as for the server.`)
  const running = findPostmaster(cluster)
  if (!running) return startPostgres({ dataDir: cluster })
  return { url: `postgres://postgres@localhost:5432/postgres?host=${encodeURIComponent(running.socketDir)}`, stop: async () => undefined }
}

function report({ file, bytes, manifest, removed }: Made) {
  say(`written and read back: ${file} (${(bytes / 1e6).toFixed(1)} MB), migration ${manifest.migration}`)
  for (const [name, part] of Object.entries(manifest.parts))
    say(`  ${name}: ${part.files} files, ${part.bytes} bytes, sha256 ${part.sha256}`)
  say(
    `  rows: ${Object.entries(manifest.counts.after)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
  )
  say(
    `not in it: the key of sealed values (${manifest.sealKeys.join(', ') || 'none yet'}), SEAL_KEYS or private/seal.key; keep it elsewhere.`,
  )
  say('not in it: files at a storage provider or in a folder outside of DATA_DIR.')
  for (const name of removed) say(`removed: ${name}`)
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { out: { type: 'string' }, keep: { type: 'string' } } })
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (values.out === undefined || (keep !== undefined && !(Number.isInteger(keep) && keep > 0))) throw new Error(usage)
  const passphrase = readPassphrase(process.env)
  const config = readConfig(process.env)
  const dataDir = resolve(config.dataDir)
  // a dump holds a snapshot of its session
  const databaseUrl = config.sessionUrl ?? config.databaseUrl
  const cluster = databaseUrl === undefined ? join(dataDir, 'postgres') : undefined
  const embedded = cluster === undefined ? undefined : await openCluster(cluster)
  try {
    const source = { databaseUrl: databaseUrl ?? embedded?.url ?? '', cluster, dataDir, version: versionOf(readBuild()) }
    report(await makeBackup(source, { out: resolve(values.out), passphrase, ...(keep === undefined ? {} : { keep }) }))
  } finally {
    await embedded?.stop()
  }
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
