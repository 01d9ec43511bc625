// What a file of the built web application costs the server: processor time of its process, for files as a browser asks for them.
import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { Site } from '../e2e/server.ts'
import { ownCpu } from './cpu.ts'

const ASSETS = join(import.meta.dirname, '../web/dist/assets')
const WARM = 500
const COUNTED = 5_000
const LINES = 6

type Ask = { url: string; agent: Agent; headers: Record<string, string> }

function get({ url, agent, headers }: Ask): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })
}

/**
 * Asks for scripts and styles of the build over as many lines as a browser opens.
 * @returns milliseconds of processor time of the server for a file; undefined where the system has no /proc
 */
export async function costOfFiles(site: Pick<Site, 'url' | 'pid'>, headers: Record<string, string> = {}): Promise<number | undefined> {
  const names = readdirSync(ASSETS).filter((name) => /\.(?:js|css)$/.test(name))
  const agent = new Agent({ keepAlive: true, maxSockets: LINES })
  const ask = async (count: number) => {
    let next = 0
    const line = async () => {
      while (next < count) {
        const status = await get({ url: `${site.url}/assets/${names[next++ % names.length]}`, agent, headers })
        if (status !== 200 && status !== 304) throw new Error(`a file was answered with ${status}`)
      }
    }
    await Promise.all(Array.from({ length: LINES }, line))
  }
  try {
    await ask(Math.max(WARM, names.length))
    const before = ownCpu(site.pid)
    await ask(COUNTED)
    const after = ownCpu(site.pid)
    return before === undefined || after === undefined ? undefined : ((after - before) * 1_000) / COUNTED
  } finally {
    agent.destroy()
  }
}
