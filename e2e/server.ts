// A server for one file of browser tests: its own port, data folder, and embedded database with the demo school.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

export type Site = {
  url: string
  /** the server's data folder; the database is below it */
  dataDir: string
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

/** Environment variable: the folder of the demo school that every site is copied from. */
export const SCHOOL_DIR = 'E2E_SCHOOL_DIR'

/**
 * Starts a server on a copy of the demo school, or without data if there is no copy yet.
 * @throws with the server's output if it does not start
 */
export async function openSite(env: Env | ((port: number) => Env) = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-e2e-'))
  const school = process.env[SCHOOL_DIR]
  // preserves the owners: as root, the database belongs to another user
  if (school) await promisify(execFile)('cp', ['-a', `${school}/.`, dataDir])
  const port = await freePort()
  let server: ChildProcess | undefined

  async function start() {
    const child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        DATABASE_URL: '',
        // the stubs of providers listen there
        OUTGOING_ALLOW: '127.0.0.1',
        // a start takes a third of the time if the sources are compiled already
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
        ...(typeof env === 'function' ? env(port) : env),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    server = child
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
  }
  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const exit = once(server, 'exit')
    server.kill(signal)
    await exit
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    start,
    async close() {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
