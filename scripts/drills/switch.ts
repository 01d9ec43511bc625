// A TCP switch: the load balancer before the servers of a drill, or the address of its database that moves to the standby.
import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export type Switch = {
  port: number
  /** From now on connections go to these in turn, those that refuse are skipped; connections to others are cut. */
  turnTo: (targets: NetConnectOpts[]) => void
  close: () => Promise<void>
}

/** Opens one end; undefined when it refuses. */
async function reach(target: NetConnectOpts): Promise<Socket | undefined> {
  const socket = connect(target)
  try {
    await once(socket, 'connect')
    return socket
  } catch {
    socket.destroy()
    return undefined
  }
}

/** Passes on what comes in until one side ends, each piece after `delayMs`. */
function join(one: Socket, other: Socket, delayMs: number) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.setNoDelay(true)
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    if (delayMs === 0) from.pipe(to)
    else from.on('data', (piece) => setTimeout(() => to.write(piece), delayMs)).resume()
  }
}

/** Listens on a free port of 127.0.0.1. Without a target that accepts, connections are closed. @param delayMs of a slow link, in each direction */
export async function openSwitch(delayMs = 0): Promise<Switch> {
  let targets: NetConnectOpts[] = []
  let turn = 0
  const passed = new Map<Socket, NetConnectOpts>()
  const server = createServer({ pauseOnConnect: true }, (client) => {
    client.on('error', () => undefined)
    void lead(client)
  })
  async function lead(client: Socket) {
    const first = turn++
    for (let at = 0; at < targets.length; at++) {
      const target = targets[(first + at) % targets.length]!
      const socket = await reach(target)
      if (!socket) continue
      // it may have been turned elsewhere meanwhile
      if (client.destroyed || !targets.includes(target)) {
        socket.destroy()
        break
      }
      passed.set(socket, target)
      socket.once('close', () => passed.delete(socket))
      join(client, socket, delayMs)
      return
    }
    client.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const cut = () => {
    for (const [socket, target] of passed) if (!targets.includes(target)) socket.destroy()
  }
  return {
    port,
    turnTo(next) {
      targets = next
      cut()
    },
    async close() {
      targets = []
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
