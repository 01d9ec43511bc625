// Brings the data of another system to this one: npm run migrate -- xzs DUMP.sql [--go]
import { existsSync, statSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '../server/src/app.ts'
import { migratedSources, migrateSite, type Part, parts, reportOf, undoSite } from '../server/src/domains/migrate/migrate.service.ts'
import { mustBeMeant } from '../server/src/domains/migrate/guard.service.ts'
import { readOldSite, sourceKinds } from '../server/src/domains/migrate/source.service.ts'
import type { OldSite } from '../server/src/domains/migrate/old-site.format.ts'
import type { Entry } from '../server/src/domains/migrate/write/run.service.ts'
import { countsOf } from '../server/src/domains/migrate/write/report.service.ts'
import { readConfig } from '../server/src/kernel/config.ts'
import { lowered } from '../server/src/kernel/root.ts'
import { findPostmaster } from '../server/src/kernel/postgres/postgres-cluster.ts'
import { startPostgres } from '../server/src/kernel/postgres/postgres.ts'

const usage = `npm run migrate -- <${sourceKinds.join('|')}> <file or folder> [--go] [--files <folder>] [--source <name>] [--tz <zone>]
    [--only ${parts.join(',')}] [--depart <code or name>] [--as <administrator>] [--report <file.xlsx>] [--site <its name>] [--demo]
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

/**
 * Started as root, the work is done as the account that owns the data folder: files that are stored belong to the server then (decision 47).
 * @returns what writes a file as the account that started this
 */
function asOwnerOf(dataDir: string): <T>(write: () => Promise<T>) => Promise<T> {
  const folder = [join(dataDir, 'private'), dataDir].find((one) => existsSync(one))
  const owner = folder === undefined ? undefined : statSync(folder)
  if (process.getuid?.() !== 0 || owner === undefined || owner.uid === 0) return (write) => write()
  const { uid, gid } = owner
  let root = lowered({ uid, gid })
  return async (write) => {
    root.raise()
    try {
      return await write()
    } finally {
      root = lowered({ uid, gid })
    }
  }
}

function arguments_() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      go: { type: 'boolean', default: false },
      // another word for --go
      apply: { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
      site: { type: 'string' },
      tz: { type: 'string' },
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
  return {
    ...values,
    go: values.go || values.apply,
    kind: positionals[0] ?? '',
    file: resolve(positionals[1] ?? '.'),
    only: new Set(only as Part[]),
  }
}

type Given = ReturnType<typeof arguments_>
type Server = Awaited<ReturnType<typeof buildApp>>
type AsCaller = ReturnType<typeof asOwnerOf>

type Told = { entries: readonly Entry[]; notes: readonly string[]; title: string }

async function tell({ entries, notes, title }: Told, { report }: Given, asCaller: AsCaller) {
  for (const [kind, of] of countsOf(entries)) say(`  ${kind}: ${[...of].map(([outcome, n]) => `${outcome} ${n}`).join(', ')}`)
  const bytes = await reportOf({ title, entries, notes })
  await asCaller(() => writeFile(resolve(report), bytes))
  say(`report: ${resolve(report)}`)
}

async function migrate({ app }: Server, given: Given, asCaller: AsCaller) {
  const site = await readOldSite(app, given)
  try {
    await bring(app, site, given, asCaller)
  } finally {
    await site.close()
  }
}

async function bring(app: Server['app'], site: OldSite, given: Given, asCaller: AsCaller) {
  say(`${site.title}, source ${site.source}`)
  if (given.go) await mustBeMeant(app, { source: site.source, name: given.site, demo: given.demo })
  const passwords = resolve(`${given.report.replace(/\.xlsx$/i, '')}-passwords.csv`)
  let kept = 0
  const entries = await migrateSite(app, {
    site,
    as: given.as,
    isDry: !given.go,
    only: given.only,
    depart: given.depart,
    keepPasswords: (rows) =>
      asCaller(async () => {
        if (kept === 0 && !existsSync(passwords)) await writeFile(passwords, '\uFEFF用户名,姓名,初始密码\n', { mode: OWN_ONLY })
        kept += rows.length
        const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
        await appendFile(passwords, rows.map((row) => `${[row.userName, row.realName, row.password].map(cell).join(',')}\n`).join(''))
      }),
  })
  const title = `${site.title} ${site.source}${given.go ? '' : '（试运行，没有写入）'}`
  await tell({ entries, notes: site.notes, title }, given, asCaller)
  if (kept > 0) say(`first passwords of ${kept} accounts: ${passwords}`)
  say(given.go ? `undo: npm run migrate -- --undo ${site.source}` : 'Nothing was stored. The same command with --go stores it.')
}

async function act(server: Server, given: Given, asCaller: AsCaller) {
  if (given.list) for (const { source, rows } of await migratedSources(server.app)) say(`${source}  ${rows} rows`)
  else if (given.undo === undefined) await migrate(server, given, asCaller)
  else {
    const entries = await undoSite(server.app, { source: given.undo, as: given.as })
    await tell({ entries, notes: [], title: `${given.undo}（撤销）` }, given, asCaller)
  }
}

async function run(): Promise<void> {
  const given = arguments_()
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const dataDir = resolve(config.dataDir)
  const embedded = config.databaseUrl === undefined ? await openCluster(dataDir) : undefined
  const asCaller = asOwnerOf(dataDir)
  try {
    const server = await buildApp({
      config: { ...config, dataDir },
      databaseUrl: config.databaseUrl ?? embedded?.url ?? '',
      background: false,
    })
    try {
      await act(server, given, asCaller)
    } finally {
      await server.close()
    }
  } finally {
    await asCaller(async () => embedded?.stop())
  }
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
