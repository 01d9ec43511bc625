// The built-in PostgreSQL: starts it, or takes over a running one that outlived its owner, and stops it.
import { spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, fstatSync, mkdtempSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, databaseAccount, findBinaries } from './postgres-binaries.ts'
import {
  databaseEnvironment,
  dataDirArgument,
  ensureCluster,
  findPostmaster,
  isPostmaster,
  readOrEmpty,
  removeForeignLocks,
  type Cluster,
  type Postmaster,
} from './postgres-cluster.ts'

export interface Postgres {
  /** URL of the database `postgres`, through a socket that only the current account and root can open; replace the name for another database. */
  url: string
  /** the account of the server's process; undefined: that of this process */
  account: Account | undefined
  /** Ends all sessions, writes all data to disk and waits until the server has stopped. Close pools first. */
  stop(): Promise<void>
}

const port = 5432
/** The system allows 108 bytes on Linux and 104 on a Mac for the path of a socket. */
const longestSocketPath = 100
const retryMs = 5_000
const ownerWaitMs = 2_000
/** Temporary errors worth a retry: a server that was just killed, is starting, or was stopped by its owner. */
const passing = /lock file|shared memory block|database system is shut down/
/** The log of a restore ends before its time: no attempt ends otherwise. */
const unreachable = /recovery target|recovery stop point/
const stopMs = 60_000
/** Advisory lock on the database `postgres`, held while a process uses the data folder; released when that process ends. */
const ownerLock = 20_261_120
const logLimit = 10_000_000

type Start = { dataDir: string; fast?: boolean; settings?: Record<string, string> }

/**
 * Starts PostgreSQL 18 on `dataDir`, which is created when missing; restarts it when it ends unexpectedly.
 * PostgreSQL has its own process group, so that Ctrl-C does not stop it while this process still finishes its calls. `fast` is for tests: no durability.
 * `settings` are further ones of PostgreSQL.
 * @throws when another process uses the folder, or PostgreSQL does not start within 5 s; the message quotes its log.
 */
export async function startPostgres({ dataDir, fast = false, settings = {} }: Start): Promise<Postgres> {
  const place = resolve(dataDir)
  const account = databaseAccount(place)
  const cluster: Cluster = { dataDir: place, account, binaries: findBinaries(account), fast, settings }
  ensureCluster(cluster)
  const socketDir = findPostmaster(place)?.socketDir ?? chooseSocketDir(cluster)
  const url = `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(socketDir)}`
  const stopping = new AbortController()
  const ownAgain = () => own(cluster, url, socketDir, stopping.signal)
  let owning = ownAgain()
  await owning
  const guarding = guard()

  async function guard() {
    while (!stopping.signal.aborted) {
      const owner = await owning.catch((error: unknown) => void process.stderr.write(`${String(error)}\n`))
      await (owner ? new Promise((ended) => owner.once('end', ended)) : sleep(1_000))
      if (stopping.signal.aborted) return
      process.stderr.write('The database went away, starting it again.\n')
      owning = ownAgain()
    }
  }

  return {
    url,
    account,
    async stop() {
      stopping.abort()
      await owning.catch(() => undefined)
      await stopPostmaster(findPostmaster(place), place)
      await guarding
      if (socketDir !== place) rmSync(socketDir, { recursive: true, force: true })
    },
  }
}

/** The data folder, which no other account can enter; or a short folder when that path is too long for a socket. */
function chooseSocketDir({ dataDir, account }: Cluster): string {
  if (join(dataDir, `.s.PGSQL.${port}`).length < longestSocketPath) return dataDir
  const short = mkdtempSync(join(tmpdir(), 'shuyuan-'))
  if (account) chownSync(short, account.uid, account.gid)
  return short
}

/** A database session that holds the owner lock, on a running server or one that is started now. */
async function own(cluster: Cluster, url: string, socketDir: string, stopping: AbortSignal): Promise<pg.Client> {
  const startedAt = performance.now()
  let giveUpAt = startedAt + retryMs
  let reason = ''
  let attempt: Promise<string> | undefined
  while (performance.now() < giveUpAt) {
    stopping.throwIfAborted()
    const owner = await connect(url)
    if (owner && (await lock(owner))) return owner
    if (owner) {
      reason = `Another Shuyuan process uses the data folder ${cluster.dataDir}. Stop it, or choose another DATA_DIR.`
      giveUpAt = Math.min(giveUpAt, startedAt + ownerWaitMs)
      await owner.end()
      await sleep(200)
    } else if (findPostmaster(cluster.dataDir)) {
      // crash recovery may take minutes
      giveUpAt = performance.now() + retryMs
      await sleep(20)
    } else {
      removeForeignLocks(cluster.dataDir)
      attempt ??= launch(cluster, socketDir)
      const log = await Promise.race([attempt, sleep(20)])
      if (log === undefined) continue
      reason = `PostgreSQL does not start on ${cluster.dataDir}:\n${log}`
      if (!passing.test(log) || unreachable.test(log)) break
      attempt = undefined
      await sleep(200)
    }
  }
  throw new Error(reason)
}

async function connect(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'shuyuan owner', connectionTimeoutMillis: retryMs })
  // a broken session also ends, and the end is handled
  client.on('error', () => undefined)
  return client.connect().then(
    () => client,
    () => undefined,
  )
}

async function lock(client: pg.Client): Promise<boolean> {
  const answer = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [ownerLock]).catch(() => undefined)
  return answer?.rows[0]?.ours ?? false
}

/** Starts the server; the promise resolves with its log output when its process ends. */
function launch(cluster: Cluster, socketDir: string): Promise<string> {
  const { dataDir, account, binaries, fast, settings: more } = cluster
  const durable = fast ? 'off' : 'on'
  const settings = {
    listen_addresses: '',
    port,
    unix_socket_directories: socketDir === dataDir ? '.' : socketDir,
    unix_socket_permissions: '0700',
    shared_buffers: '256MB',
    max_wal_size: '4GB',
    fsync: durable,
    synchronous_commit: durable,
    full_page_writes: durable,
    ...more,
  }
  const args = ['-D', dataDirArgument(cluster), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const logFile = join(dataDir, 'postgres.log')
  if (existsSync(logFile) && statSync(logFile).size > logLimit) renameSync(logFile, `${logFile}.old`)
  const log = openSync(logFile, 'a', 0o600)
  const { size } = fstatSync(log)
  const child = spawn(binaries.postgres, args, {
    ...account,
    cwd: dataDir,
    env: databaseEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  return new Promise((ended) => {
    child.once('error', (error) => ended(error.message))
    child.once('exit', () => ended(readOrEmpty(logFile).slice(size).trimEnd().split('\n').slice(-8).join('\n')))
  })
}

/** Sends SIGINT, PostgreSQL's fast shutdown; after a minute the server is killed, which costs a recovery at the next start but no data. */
async function stopPostmaster(postmaster: Postmaster | undefined, dataDir: string): Promise<void> {
  if (!postmaster) return
  process.kill(postmaster.pid, 'SIGINT')
  const cutOffAt = performance.now() + stopMs
  let cutOff = false
  while (isPostmaster(postmaster.pid, dataDir)) {
    if (!cutOff && performance.now() > cutOffAt) cutOff = process.kill(postmaster.pid, 'SIGQUIT')
    await sleep(10)
  }
}
