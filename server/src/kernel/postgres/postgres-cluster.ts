// A PostgreSQL data folder: creates it, and finds the server that runs on it.
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { Account, Binaries } from './postgres-binaries.ts'

const majorVersion = '18'

export interface Cluster {
  dataDir: string
  account: Account | undefined
  binaries: Binaries
  /** For tests: faster, without durability. */
  fast: boolean
  /** further ones of PostgreSQL */
  settings: Record<string, string>
}

/**
 * The argument for the data folder of a process started with `cwd`. After root has entered the folder, /proc/self/cwd resolves to it for the
 * database account too, even below a parent that only root can access (a checkout under /root).
 */
export function dataDirArgument({ dataDir, account }: Cluster): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : dataDir
}

/**
 * Ensures that the data folder contains a cluster of the supported version: UTF8, sorted by code point, Chinese characters are letters.
 * @throws when the folder is not a data folder, or belongs to another version.
 */
export function ensureCluster(cluster: Cluster): void {
  const { dataDir, account } = cluster
  const owner = existsSync(dataDir) ? statSync(dataDir).uid : undefined
  if (!account && owner !== undefined && owner !== process.getuid?.()) {
    throw new Error(`${dataDir} belongs to another account (uid ${owner}). Start as that account or as root, or choose another DATA_DIR.`)
  }
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) createCluster(cluster)
  const versionFile = join(dataDir, 'PG_VERSION')
  if (!existsSync(versionFile)) throw new Error(`${dataDir} is neither empty nor a PostgreSQL data folder. Choose another DATA_DIR.`)
  const found = readFileSync(versionFile, 'utf8').trim()
  if (found !== majorVersion) throw new Error(`${dataDir} was made by PostgreSQL ${found}, this program brings ${majorVersion}.`)
}

/** A new cluster takes 40 MB, and its log soon some 100 MB more. */
const NEW_MB = 300
const MB = 1_048_576

/** @throws for a disk without room for a new database */
export function mustHaveRoom(dataDir: string, roomOf: (folder: string) => { bavail: number; bsize: number } = statfsSync): void {
  const { bavail, bsize } = roomOf(dirname(dataDir))
  const free = Math.floor((bavail * bsize) / MB)
  if (free < NEW_MB)
    throw new Error(
      `No room for the database in ${dataDir}: ${free} MB are free, ${NEW_MB} MB are needed. Make room, or choose another DATA_DIR.`,
    )
}

/** What a program that failed said last, without the command and the stack. */
function lastWord(error: unknown): string {
  const { stderr, message } = error as { stderr?: Buffer; message: string }
  return (
    String(stderr ?? '')
      .trim()
      .split('\n')
      .at(-1) ||
    (message.split('\n')[0] ?? '')
  )
}

function createCluster(cluster: Cluster): void {
  const { dataDir, account, binaries, fast } = cluster
  // created beside its final path and renamed when complete, so that a killed first start leaves no partial folder and one of two simultaneous starts wins
  const unfinished = `${dataDir}.new-${process.pid}`
  mkdirSync(dirname(dataDir), { recursive: true })
  removeAbandoned(dataDir)
  if (!fast) mustHaveRoom(dataDir)
  mkdirSync(unfinished, { mode: 0o700 })
  if (account) chownSync(unfinished, account.uid, account.gid)
  // the C library's C.UTF-8 is needed beside the builtin locale: pg_trgm uses it to recognize letters, and in C Chinese characters are none
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const options = ['--username=postgres', '--auth-local=trust', '--auth-host=reject', '--encoding=UTF8', '--no-instructions']
  const locales = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--locale=${locale}`]
  const place = dataDirArgument({ ...cluster, dataDir: unfinished })
  try {
    const args = ['-D', place, ...options, ...locales, ...(fast ? ['--no-sync'] : [])]
    execFileSync(binaries.initdb, args, { ...account, cwd: unfinished, env: databaseEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] })
    renameSync(unfinished, dataDir)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST')
      throw new Error(`Cannot make the database in ${dataDir}: ${lastWord(error)}`, { cause: error })
  }
}

function removeAbandoned(dataDir: string): void {
  const prefix = `${basename(dataDir)}.new-`
  for (const name of readdirSync(dirname(dataDir)).filter((entry) => entry.startsWith(prefix))) {
    if (!isAlive(Number(name.slice(prefix.length)))) rmSync(join(dirname(dataDir), name), { recursive: true, force: true })
  }
}

/** Only the variables that PostgreSQL needs; PGPORT and the like of the caller must not reach it. */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    ...(process.env.TZ && { TZ: process.env.TZ }),
    ...(process.platform === 'darwin' && { LC_ALL: 'en_US.UTF-8' }),
  }
}

export interface Postmaster {
  pid: number
  socketDir: string
}

/** The server that runs on this folder, from any process; undefined: none, or a stale lock file. */
export function findPostmaster(dataDir: string): Postmaster | undefined {
  const lines = readOrEmpty(join(dataDir, 'postmaster.pid')).split('\n')
  const pid = Number(lines[0])
  const socketDir = lines[4] ?? ''
  return isPostmaster(pid, dataDir) ? { pid, socketDir: isAbsolute(socketDir) ? socketDir : join(dataDir, socketDir) } : undefined
}

/**
 * PostgreSQL takes any living process with the id in its lock file for a server. After a container was killed that may be another program,
 * or a zombie; both would prevent a start for ever. A real server has its data folder as working directory.
 */
export function isPostmaster(pid: number, dataDir: string): boolean {
  if (process.platform !== 'linux' || !isAlive(pid)) return isAlive(pid)
  const [, state] = /\(postgres\) (\S)/.exec(readOrEmpty(`/proc/${pid}/stat`)) ?? []
  return state !== undefined && state !== 'Z' && worksIn(pid, dataDir)
}

function worksIn(pid: number, dataDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir)
  } catch {
    return true // not readable (root without the right to trace): wait for an unknown process rather than start a second server
  }
}

/** Removes lock files whose process id now belongs to another program. PostgreSQL itself replaces one whose process has ended. */
export function removeForeignLocks(dataDir: string): void {
  for (const lock of readdirSync(dataDir).filter((name) => name === 'postmaster.pid' || name.endsWith('.lock'))) {
    const pid = Math.abs(Number.parseInt(readOrEmpty(join(dataDir, lock)), 10))
    if (isAlive(pid) && !isPostmaster(pid, dataDir)) rmSync(join(dataDir, lock), { force: true })
  }
}

export function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
