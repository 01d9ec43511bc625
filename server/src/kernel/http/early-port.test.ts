// A server process takes its port before it needs anything else.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const accepts = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

test.runIf(process.platform === 'linux')('a connection is accepted while the database does not answer yet', async () => {
  // a database that takes connections and says nothing: the server cannot become ready
  const silent = createServer()
  const database = await listening(silent)
  const probe = createServer()
  const port = await listening(probe)
  await new Promise((resolve) => void probe.close(resolve))
  const dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-test-'))
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: `postgres://127.0.0.1:${database}/x`,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      DEMO: 'false',
    },
    stdio: 'ignore',
  })
  const exit = once(server, 'exit')
  try {
    await expect.poll(() => accepts(port), { timeout: 60_000, interval: 20 }).toBe(true)
  } finally {
    server.kill('SIGKILL')
    await exit
    silent.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
