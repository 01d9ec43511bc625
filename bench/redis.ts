// The Redis of a run: that of REDIS_URL, else a process started here if Redis is installed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { within } from './measure.ts'

const START_MS = 10_000

export type RedisAtHand = { url: string; close: () => Promise<void> }

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)))
    server.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready to accept connections')) resolve()
    })
  })
}

/** @returns undefined if REDIS_URL is not set and there is no redis-server */
export async function findRedis(): Promise<RedisAtHand | undefined> {
  const named = process.env['REDIS_URL']
  if (named) return { url: named, close: () => Promise.resolve() }
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    await within(START_MS, 'the start of redis-server', ready(server))
  } catch (error) {
    server.kill()
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async close() {
      const exit = once(server, 'exit')
      server.kill('SIGTERM')
      await exit
    },
  }
}
