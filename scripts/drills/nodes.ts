// The servers of a drill: each on a port of its own behind a switch, each stopped and started by itself.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { within } from '../../bench/measure.ts'
import { type ServerPlace, startServer } from '../../bench/servers.ts'
import { freePort, type Stage } from './drill.ts'
import type { Switch } from './switch.ts'

const STOP_MS = 30_000

/** @returns its exit code; a server that does not end within half a minute is an error */
async function stopped(server: ChildProcess): Promise<number | null> {
  if (server.exitCode !== null || server.signalCode !== null) return server.exitCode
  const exit = once(server, 'exit')
  server.kill('SIGTERM')
  const [code] = (await within(STOP_MS, 'the end of a server', exit)) as [number | null]
  return code
}

class ServerNode {
  readonly #place: ServerPlace
  #server: ChildProcess | undefined

  constructor(place: ServerPlace) {
    this.#place = place
  }

  get port() {
    return this.#place.port
  }
  get runs() {
    return this.#server?.exitCode === null && this.#server.signalCode === null
  }

  /** Resolves when it listens. */
  async start() {
    this.#server = await startServer(this.#place)
  }

  /** SIGTERM, as systemd sends it. */
  async stop() {
    return this.#server ? stopped(this.#server) : null
  }
}

/** Starts two servers behind the switch, which are stopped at the end of the drill. */
export async function twoNodes(stage: Stage, ways: Switch, { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }) {
  const nodes: ServerNode[] = []
  for (let number = 0; number < 2; number++) {
    const node = new ServerNode({ databaseUrl, dataDir, port: await freePort() })
    stage.atEnd(() => node.stop())
    await node.start()
    nodes.push(node)
  }
  ways.turnTo(nodes.map(({ port }) => ({ host: '127.0.0.1', port })))
  return nodes
}
