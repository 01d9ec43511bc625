// The databases of the drill `failover`: a primary that acknowledges a commit when its standby has it too. Nothing restarts them.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { within } from '../../bench/measure.ts'
import { databaseAccount, findBinaries } from '../../server/src/kernel/postgres/postgres-binaries.ts'
import { databaseEnvironment, dataDirArgument } from '../../server/src/kernel/postgres/postgres-cluster.ts'
import type { Stage } from './drill.ts'
import { openSwitch } from './switch.ts'

const run = promisify(execFile)
const PORT = 5432
const START_MS = 30_000
const STOP_MS = 30_000
const LOOK_MS = 50
/** Of the link between both, in each direction: what is on its way when the primary is killed never reaches the standby. */
const LINK_MS = 20

export type Database = {
  url: string
  /** the path of its socket */
  socket: string
  /** Ends all of its processes with SIGKILL, as a power cut would. */
  cut: () => Promise<void>
}

/** One statement over a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Repeats until it is true. Rejects after half a minute. */
async function until(what: string, test: () => Promise<boolean>) {
  const give = performance.now() + START_MS
  while (!(await test().catch(() => false))) {
    if (performance.now() > give) throw new Error(`${what} took longer than ${START_MS / 1_000} s`)
    await sleep(LOOK_MS)
  }
}

/** Each process of PostgreSQL has a session of its own, so the group of the first one does not name the others. */
async function processesOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return [pid, ...rows.filter(([, parent]) => parent === pid).flatMap(([child]) => child ?? [])]
}

async function cut(child: ChildProcess) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  for (const pid of await processesOf(child.pid)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // it ended by itself
    }
  }
  await exit
}

async function shut(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGINT')
  await within(STOP_MS, 'the end of a database', exit).catch(() => cut(child))
}

/** Starts PostgreSQL on an existing data folder; it is stopped at the end of the drill. @returns when it answers */
async function start(stage: Stage, dataDir: string, settings: Record<string, string>): Promise<Database> {
  const account = databaseAccount(dataDir)
  const binaries = findBinaries(account)
  const socketDir = await mkdtemp(join(tmpdir(), 'shuyuan-db-'))
  stage.atEnd(() => rm(socketDir, { recursive: true, force: true }))
  if (account) await chown(socketDir, account.uid, account.gid)
  const all = { listen_addresses: '', port: PORT, unix_socket_directories: socketDir, shared_buffers: '256MB', ...settings }
  const place = dataDirArgument({ dataDir, account, binaries, fast: false, settings })
  const log = await open(join(dataDir, 'postgres.log'), 'a')
  const child = spawn(binaries.postgres, ['-D', place, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    ...account,
    cwd: dataDir,
    env: databaseEnvironment(),
    stdio: ['ignore', log.fd, log.fd],
  })
  stage.atEnd(() => shut(child))
  await log.close()
  const url = `postgres://postgres@localhost:${PORT}/postgres?host=${encodeURIComponent(socketDir)}`
  await until('the start of a database', async () => (await ask(url, 'select')).length === 1)
  return { url, socket: join(socketDir, `.s.PGSQL.${PORT}`), cut: () => cut(child) }
}

/**
 * Starts a stopped database as primary and a copy of it as standby.
 * @returns when the primary waits for the standby with every commit
 */
export async function startPair(stage: Stage, dataDir: string): Promise<{ primary: Database; standby: Database }> {
  const copy = `${dataDir}-standby`
  await run('cp', ['-a', dataDir, copy])
  const signal = join(copy, 'standby.signal')
  await writeFile(signal, '')
  const account = databaseAccount(copy)
  if (account) await chown(signal, account.uid, account.gid)
  const primary = await start(stage, dataDir, { synchronous_standby_names: '*', synchronous_commit: 'on' })
  const link = await openSwitch(LINK_MS)
  stage.atEnd(() => link.close())
  link.turnTo([{ path: primary.socket }])
  const standby = await start(stage, copy, { primary_conninfo: `host=127.0.0.1 port=${link.port} user=postgres`, hot_standby: 'on' })
  await until('the standby', async () => {
    const rows = await ask<{ state: string }>(primary.url, 'select sync_state as state from pg_stat_replication')
    return rows.some(({ state }) => state === 'sync')
  })
  const cutBoth = () => {
    link.turnTo([])
    return primary.cut()
  }
  return { primary: { ...primary, cut: cutBoth }, standby }
}
