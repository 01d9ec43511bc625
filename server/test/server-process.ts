// A server process of its own on the database of a test, which the test can kill as a power cut would.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { TEST_SEAL_KEY, type TestApp } from './start-app.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

/** `said`: the lines of its output so far. `kill` ends it with SIGKILL */
export type ServerProcess = { url: string; said: () => string[]; kill: () => Promise<void> }

/** Starts a server with its background work. @param flags options of Node. @returns when it listens */
export async function startProcess(
  { databaseUrl }: TestApp,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<ServerProcess> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-test-'))
  const child = spawn(process.execPath, [...flags, 'server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SEAL_KEYS: TEST_SEAL_KEY,
      DEMO: 'false',
      LIBREOFFICE: 'off',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const listening = new Promise<void>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      said += `${line}\n`
      if (line.includes('http://')) resolve()
    })
  })
  await Promise.race([
    listening,
    exit.then(() => {
      throw new Error(`the server ended:\n${said}`)
    }),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    said: () => said.split('\n'),
    async kill() {
      child.kill('SIGKILL')
      await exit
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
