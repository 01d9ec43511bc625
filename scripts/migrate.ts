// Brings the data of another system to this one: npm run migrate -- xzs DUMP.sql [--go]
import { existsSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '../server/src/app.ts'
import { migratedSources, migrateSite, type Part, parts, reportOf, undoSite } from '../server/src/domains/migrate/migrate.service.ts'
import { readOldSite, sourceKinds } from '../server/src/domains/migrate/source.service.ts'
import type { OldSite } from '../server/src/domains/migrate/old-site.format.ts'
import type { Entry } from '../server/src/domains/migrate/write/run.service.ts'
import { countsOf } from '../server/src/domains/migrate/write/report.service.ts'
import { readConfig } from '../server/src/kernel/config.ts'
import { findPostmaster } from '../server/src/kernel/postgres/postgres-cluster.ts'
import { startPostgres } from '../server/src/kernel/postgres/postgres.ts'

const usage = `npm run migrate -- <${sourceKinds.join('|')}> <file or folder> [--go] [--files <folder>] [--source <name>]
    [--only ${parts.join(',')}] [--depart <code or name>] [--as <administrator>] [--report <file.xlsx>]
npm run migrate -- --undo <source> [--report <file.xlsx>]
npm run migrate -- --list
with DATA_DIR or DATABASE_URL as for the server. Without --go nothing is stored.`
const say = (line: string) => process.stdout.write(`${line}\n`)
const OWN_ONLY = 0o600

/** The built-in database: the running one, which stays as it is, or one that is started for this. */
async function openCluster(dataDir: string) {
  const cluster = join(dataDir, 'postgres')
  if (!existsSync(join(cluster, 'PG_VERSION')))
    throw new Error(`There is no database in ${cluster}. Set DATA_DIR or DATABASE_URL as for the server, and start the server once.`)
  const running = findPostmaster(cluster)
  if (!running) return startPostgres({ dataDir: cluster })
  return { url: `postgres://postgres@localhost:5432/postgres?host=${encodeURIComponent(running.socketDir)}`, stop: async () => undefined }
}

function arguments_() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      go: { type: 'boolean', default: false },
      undo: { type: 'string' },
      list: { type: 'boolean', default: false },
      files: { type: 'string' },
      source: { type: 'string' },
      only: { type: 'string' },
      depart: { type: 'string' },
      as: { type: 'string', default: 'admin' },
      report: { type: 'string', default: 'migrate-report.xlsx' },
    },
  })
  const only = values.only?.split(',') ?? [...parts]
  const unknown = only.find((one) => !(parts as readonly string[]).includes(one))
  const isPlain = values.list || values.undo !== undefined
  if (unknown !== undefined || positionals.length !== (isPlain ? 0 : 2)) throw new Error(usage)
  return { ...values, kind: positionals[0] ?? '', file: resolve(positionals[1] ?? '.'), only: new Set(only as Part[]) }
}

type Given = ReturnType<typeof arguments_>
type Server = Awaited<ReturnType<typeof buildApp>>

async function tell(entries: readonly Entry[], notes: readonly string[], { report }: Given, title: string) {
  for (const [kind, of] of countsOf(entries)) say(`  ${kind}: ${[...of].map(([outcome, n]) => `${outcome} ${n}`).join(', ')}`)
  await writeFile(resolve(report), await reportOf({ title, entries, notes }))
  say(`report: ${resolve(report)}`)
}

async function migrate({ app }: Server, given: Given) {
  const site = await readOldSite(app, given)
  try {
    await bring(app, site, given)
  } finally {
    await site.close()
  }
}

async function bring(app: Server['app'], site: OldSite, given: Given) {
  say(`${site.title}, source ${site.source}`)
  const passwords = resolve(`${given.report.replace(/\.xlsx$/i, '')}-passwords.csv`)
  let kept = 0
  const entries = await migrateSite(app, {
    site,
    as: given.as,
    isDry: !given.go,
    only: given.only,
    depart: given.depart,
    async keepPasswords(rows) {
      if (kept === 0 && !existsSync(passwords)) await writeFile(passwords, '\uFEFF用户名,姓名,初始密码\n', { mode: OWN_ONLY })
      kept += rows.length
      const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
      await appendFile(passwords, rows.map((row) => `${[row.userName, row.realName, row.password].map(cell).join(',')}\n`).join(''))
    },
  })
  await tell(entries, site.notes, given, `${site.title} ${site.source}${given.go ? '' : '（试运行，没有写入）'}`)
  if (kept > 0) say(`first passwords of ${kept} accounts: ${passwords}`)
  say(given.go ? `undo: npm run migrate -- --undo ${site.source}` : 'Nothing was stored. The same command with --go stores it.')
}

async function act(server: Server, given: Given) {
  if (given.list) for (const { source, rows } of await migratedSources(server.app)) say(`${source}  ${rows} rows`)
  else if (given.undo === undefined) await migrate(server, given)
  else await tell(await undoSite(server.app, { source: given.undo, as: given.as }), [], given, `${given.undo}（撤销）`)
}

async function run(): Promise<void> {
  const given = arguments_()
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const dataDir = resolve(config.dataDir)
  const embedded = config.databaseUrl === undefined ? await openCluster(dataDir) : undefined
  try {
    const server = await buildApp({
      config: { ...config, dataDir },
      databaseUrl: config.databaseUrl ?? embedded?.url ?? '',
      background: false,
    })
    try {
      await act(server, given)
    } finally {
      await server.close()
    }
  } finally {
    await embedded?.stop()
  }
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
