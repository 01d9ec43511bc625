// A whole server for one file of browser tests: own port, own data folder, own embedded database with the demo school.
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
  /** the server's data folder, its database below it */
  dataDir: string
  /** ends the server at once, as a power cut would */
  kill: () => Promise<void>
  /** starts it again on the same port and data */
  start: () => Promise<void>
  /** ends the server in an orderly way; its data stay */
  stop: () => Promise<void>
  /** ends the server and removes its data */
  close: () => Promise<void>
}

/** Where the demo school lies, once made, for every site to be copied from. */
export const SCHOOL_DIR = 'E2E_SCHOOL_DIR'

/**
 * Starts a server on a copy of the demo school, or on nothing when there is none to copy yet.
 * @throws with the server's output when it does not come up
 */
export async function openSite(env: Record<string, string> = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-e2e-'))
  const school = process.env[SCHOOL_DIR]
  // with its owners: as root, the database belongs to a user of its own
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
        // a start costs a third of the time when the sources need not be read anew
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
        ...env,
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
