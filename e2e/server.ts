// A server for one file of browser tests: its own port, data folder, and database with the demo school.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { standIns } from '../server/test/stand-ins.ts'
import { CLUSTER_URL, dropDatabase, makeDatabase, SCHOOL, SCHOOL_DIR } from './database.ts'
import { SiteProcess } from './site-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A port that no program of this machine listens at. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

export type Site = {
  url: string
  /** the server's data folder */
  dataDir: string
  /** of the server's process */
  readonly pid: number | undefined
  /** undefined: PostgreSQL is below the data folder */
  databaseUrl: string | undefined
  /** kills the server without a shutdown, as a power cut would */
  kill: () => Promise<void>
  /** starts it again with the same port and data */
  start: () => Promise<void>
  /** shuts the server down; its data remain */
  stop: () => Promise<void>
  /** shuts the server down and removes its data */
  close: () => Promise<void>
}

type Env = Record<string, string>
type Place = {
  /** any free one without it */
  port?: number
  /** in place of a process of its own, for a copy of the demo school */
  shared?: SiteProcess | undefined
}
type Server = Pick<Site, 'kill' | 'start' | 'stop'> & { readonly pid: number | undefined }

/**
 * Starts a server on a copy of the demo school; on a new built-in database if there is no school yet, or if `env` has an empty DATABASE_URL.
 * @throws with the server's output if it does not start
 */
export async function openSite(env: Env | ((port: number) => Env) = {}, { port: wanted, shared }: Place = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-e2e-'))
  const port = wanted ?? (await freePort())
  const own = typeof env === 'function' ? env(port) : env
  const cluster = process.env[CLUSTER_URL]
  const name = `site_${randomBytes(6).toString('hex')}`
  const isCopy = cluster !== undefined && own.DATABASE_URL === undefined
  const databaseUrl = isCopy ? await makeDatabase(cluster, name, SCHOOL) : own.DATABASE_URL
  // preserves the owners
  if (isCopy) await promisify(execFile)('cp', ['-a', `${process.env[SCHOOL_DIR]}/.`, dataDir])
  const variables = { ...own, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', PORT: String(port) }
  const server = shared && isCopy ? inShared(shared, variables) : inOwn(variables)
  await server.start()
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    get pid() {
      return server.pid
    },
    databaseUrl: databaseUrl || undefined,
    kill: server.kill,
    stop: server.stop,
    start: server.start,
    async close() {
      await server.stop()
      if (isCopy) await dropDatabase(cluster, name)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Variables of every server of the tests. */
const common = (): NodeJS.ProcessEnv => ({
  ...process.env,
  // programs that the machine may have are not reached
  PATH: `${standIns()}${delimiter}${process.env.PATH ?? ''}`,
  LIBREOFFICE: 'off',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  DEMO: 'true',
  // what the tests count is the demo school alone
  DEMO_HISTORY: 'false',
  // the stubs of providers listen there
  OUTGOING_ALLOW: '127.0.0.1',
  // a start takes a third of the time if the sources are compiled already
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
})

/** A process that serves the sites of one file after another. */
export const newSiteProcess = () => new SiteProcess(common())

const inShared = (shared: SiteProcess, env: Env): Server => ({
  get pid() {
    return shared.pid
  },
  start: () => shared.open(env),
  stop: () => shared.close(),
  kill: () => shared.kill(),
})

function inOwn(env: Env): Server {
  let server: ChildProcess | undefined
  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const exit = once(server, 'exit')
    server.kill(signal)
    await exit
  }
  return {
    get pid() {
      return server?.pid
    },
    async start() {
      server = await listening(env)
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** Starts a server process. @returns it when it listens; throws with its output if it ends before */
async function listening(env: Env): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: { ...common(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  child.stderr.on('data', (text: Buffer) => output.push(text.toString()))
  const lines = createInterface(child.stdout)
  const ready = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      output.push(`${line}\n`)
      if (line.includes('http://')) resolve()
    })
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the server ended:\n${output.join('')}`)
  })
  ended.catch(() => undefined)
  await Promise.race([ready, ended])
  return child
}
