// The server processes of a round: one, or several on one port; each can be killed and restarted.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { within } from './measure.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const START_MS = 60_000
const STOP_MS = 30_000

export type ServerPlace = {
  databaseUrl: string
  /** the address without the pooler, where `databaseUrl` leads to one in transaction mode */
  sessionUrl?: string | undefined
  dataDir: string
  port: number
  /** the port is shared with other processes */
  shared?: boolean
  redisUrl?: string | undefined
}

/** Starts a server process on a prepared database. @returns when it listens */
export async function startServer({
  databaseUrl,
  sessionUrl,
  dataDir,
  port,
  shared = false,
  redisUrl,
}: ServerPlace): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATABASE_SESSION_URL: sessionUrl ?? '',
      REDIS_URL: redisUrl ?? '',
      SHARE_PORT: String(shared),
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD: 'Bench-Crane-2026',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const leave = () => void server.kill('SIGKILL')
  process.once('exit', leave)
  server.once('exit', () => process.removeListener('exit', leave))
  const lines = createInterface(server.stdout)
  const listening = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.includes('http://')) resolve()
    })
    server.once('exit', (code, signal) => reject(new Error(`the server ended with ${code ?? signal}`)))
  })
  await within(START_MS, 'the start of a server', listening)
  return server
}

export class Servers {
  readonly #place: ServerPlace
  readonly #processes: ChildProcess[]

  private constructor(place: ServerPlace, processes: ChildProcess[]) {
    this.#place = place
    this.#processes = processes
  }

  /** Starts `count` processes one after the other: the first one migrates the database. */
  static async start(place: ServerPlace, count: number): Promise<Servers> {
    const shared = { ...place, shared: count > 1 }
    const servers = new Servers(shared, [])
    try {
      for (let number = 0; number < count; number++) servers.#processes.push(await startServer(shared))
    } catch (error) {
      await servers.stop()
      throw error
    }
    return servers
  }

  /** Kills the first process without a shutdown, as a power cut would, and starts another. @returns the start time in ms */
  async killAndRestart(): Promise<number> {
    const [victim] = this.#processes
    if (!victim) throw new Error('there is no server to kill')
    const exit = once(victim, 'exit')
    victim.kill('SIGKILL')
    await exit
    const began = performance.now()
    this.#processes[0] = await startServer(this.#place)
    return performance.now() - began
  }

  get pids(): number[] {
    return this.#processes.flatMap((one) => one.pid ?? [])
  }

  /** The most memory of each process that was resident since its start, in MB. */
  rssMb(): Promise<number[]> {
    return Promise.all(
      this.#processes.map(async ({ pid }) => {
        const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '')
        return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
      }),
    )
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map(end))
  }
}

/** Asks a process to end, and kills it when it does not. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGTERM')
  await within(STOP_MS, 'the end of a server', exit).catch(() => server.kill('SIGKILL'))
}
