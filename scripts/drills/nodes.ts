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

export class ServerNode {
  readonly #place: ServerPlace
  #server: ChildProcess | undefined
  #isEnding = false
  /** exits that the drill did not cause */
  fallen = 0

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
    this.#isEnding = false
    const server = await startServer(this.#place)
    server.once('exit', () => {
      if (!this.#isEnding) this.fallen++
    })
    this.#server = server
  }

  /** SIGTERM, as systemd sends it. */
  async stop() {
    this.#isEnding = true
    return this.#server ? stopped(this.#server) : null
  }

  /** SIGKILL, as a power cut. */
  async kill() {
    const server = this.#server
    if (!server || !this.runs) return
    this.#isEnding = true
    const exit = once(server, 'exit')
    server.kill('SIGKILL')
    await exit
  }

  /** It stays, and does nothing until `thaw`. */
  freeze() {
    this.#server?.kill('SIGSTOP')
  }
  thaw() {
    this.#server?.kill('SIGCONT')
  }
}

type Place = Pick<ServerPlace, 'databaseUrl' | 'sessionUrl' | 'dataDir' | 'redisUrl'>

/** Starts two servers behind the switch, which are stopped at the end of the drill. */
export const twoNodes = (stage: Stage, ways: Switch, place: Place) => startNodes(stage, ways, place, 2)

/** The same for another number of servers. */
export async function startNodes(stage: Stage, ways: Switch, place: Place, count: number): Promise<ServerNode[]> {
  const nodes: ServerNode[] = []
  for (let number = 0; number < count; number++) {
    const node = new ServerNode({ ...place, port: await freePort() })
    stage.atEnd(() => node.stop())
    await node.start()
    nodes.push(node)
  }
  ways.turnTo(nodes.map(({ port }) => ({ host: '127.0.0.1', port })))
  return nodes
}
