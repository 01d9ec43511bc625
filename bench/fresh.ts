// A server with its own database, filled for one benchmark and removed afterwards.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openDatabase } from '../server/src/kernel/database.ts'
import { migrate } from '../server/src/kernel/postgres/migrate.ts'
import { type Postgres, startPostgres } from '../server/src/kernel/postgres/postgres.ts'
import { seedBase } from '../server/src/seed/base.ts'
import { Connection } from './connection.ts'
import { within } from './measure.ts'
import { startServer } from './servers.ts'
import { onToldToEnd } from './told-to-end.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const STOP_MS = 30_000
const PASSWORD = 'Bench-Crane-2026'
export const say = (line: string) => process.stdout.write(`${line}\n`)
export const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`

export type Fresh = { port: number; token: string; server: ChildProcess }

/** Migrates, seeds and fills a new database, starts a server on it, signs the administrator in and runs `act`. */
export async function onFreshSite(
  port: number,
  fill: (client: pg.Client, databaseUrl: string, dataDir: string) => Promise<void>,
  act: (fresh: Fresh) => Promise<void>,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-bench-'))
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') })
  let server: ChildProcess | undefined
  let closed: Promise<void> | undefined
  const close = () => (closed ??= closeSite(server, postgres, dataDir))
  const listenNoMore = onToldToEnd(close)
  try {
    await migrate(postgres.url, join(root, 'server/migrations'))
    const { pool, db } = openDatabase(postgres.url, { max: 2, onError: () => undefined })
    await seedBase(db, { adminPassword: PASSWORD })
    await db.destroy()
    if (!pool.ended) await pool.end()
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await fill(client, postgres.url, dataDir)
    await client.query('vacuum analyze')
    await client.end()
    server = await startServer({ databaseUrl: postgres.url, dataDir, port })
    const line = await Connection.open(port)
    const { data } = await line.post('/api/sys/user/login', JSON.stringify({ userName: 'admin', password: PASSWORD }))
    line.close()
    await act({ port, token: (data as { token: string }).token, server })
  } finally {
    await close()
    listenNoMore()
  }
}

async function closeSite(server: ChildProcess | undefined, postgres: Postgres, dataDir: string) {
  if (server && server.exitCode === null && server.signalCode === null) {
    const exit = once(server, 'exit')
    server.kill('SIGTERM')
    await within(STOP_MS, 'the end of the server', exit).catch(() => server.kill('SIGKILL'))
  }
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
