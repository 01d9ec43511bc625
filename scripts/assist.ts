// Tries the assistant's provider in use with a fixed set, and prints what was measured: npm run assist -- try [--gold <file>] [--as <account>]
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '../server/src/app.ts'
import { GoldSet } from '../server/src/domains/assist/gold-set.rules.ts'
import { measureProvider } from '../server/src/domains/assist/measure.service.ts'
import { readConfig } from '../server/src/kernel/config.ts'
import { findPostmaster } from '../server/src/kernel/postgres/postgres-cluster.ts'
import { startPostgres } from '../server/src/kernel/postgres/postgres.ts'

const usage =
  'npm run assist -- try [--gold docs/assistant/gold.json] [--as <account>]   with DATA_DIR, DATABASE_URL, SEAL_KEYS and OUTGOING_ALLOW as for the server'
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The built-in database: the running one, which stays as it is, or one that is started for the trial. */
async function openCluster(cluster: string) {
  if (!existsSync(join(cluster, 'PG_VERSION')))
    throw new Error(`There is no database in ${cluster}. Set DATA_DIR or DATABASE_URL as for the server.`)
  const running = findPostmaster(cluster)
  if (!running) return startPostgres({ dataDir: cluster })
  return { url: `postgres://postgres@localhost:5432/postgres?host=${encodeURIComponent(running.socketDir)}`, stop: async () => undefined }
}

function readGold(path: string): GoldSet {
  const read = GoldSet.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!read.success)
    throw new Error(`${path} is no set of this kind: ${read.error.issues[0]?.path.join('.') ?? ''} ${read.error.issues[0]?.message ?? ''}`)
  return read.data
}

async function run(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    options: { as: { type: 'string', default: 'admin' }, gold: { type: 'string' } },
    allowPositionals: true,
  })
  if (positionals.join(' ') !== 'try') throw new Error(usage)
  const gold = values.gold === undefined ? undefined : readGold(values.gold)
  const read = readConfig(process.env)
  const config = { ...read, dataDir: resolve(read.dataDir), logLevel: 'silent' as const }
  const embedded = config.databaseUrl === undefined ? await openCluster(join(config.dataDir, 'postgres')) : undefined
  try {
    const { app, close } = await buildApp({ config, databaseUrl: config.databaseUrl ?? embedded?.url ?? '', background: false })
    try {
      const user = await app.db.selectFrom('sysUser').where('userName', '=', values.as).select('id').executeTakeFirst()
      if (!user) throw new Error(`There is no account ${values.as}.`)
      return await measureProvider(app, user.id, say, gold)
    } finally {
      await close()
    }
  } finally {
    await embedded?.stop()
  }
}

await run().then(
  (ok) => (process.exitCode = ok ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
