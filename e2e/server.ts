// A whole server for one browser worker: own port, own data folder, own embedded database with the demo school.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

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
  close: () => Promise<void>
}

/** Starts a server. Throws with its output when it does not come up. */
export async function openSite(env: Record<string, string> = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-e2e-'))
  const port = await freePort()
  let server: ChildProcess | undefined

  async function start() {
    const child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn', DATABASE_URL: '', ...env },
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
    start,
    async close() {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
