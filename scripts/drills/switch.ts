// A TCP switch: the load balancer before the servers of a drill, or the address of its database that moves to the standby.
import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export type Switch = {
  port: number
  /** From now on connections go to these in turn, those that refuse are skipped; connections to others are cut. */
  turnTo: (targets: NetConnectOpts[]) => void
  /** From now on connections are taken, and nothing passes, as at a machine that hangs. */
  freeze: () => void
  /** What was held goes on in its order. */
  thaw: () => void
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

type Pass = (piece: Buffer, to: Socket) => void

/** Passes on what comes in until one side ends. */
function join(one: Socket, other: Socket, pass: Pass) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.setNoDelay(true)
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.on('data', (piece: Buffer) => pass(piece, to)).resume()
  }
}

/** Lets things happen at once, or holds them until it opens, in their order. */
class Gate {
  #held: (() => void)[] | undefined

  pass(act: () => void) {
    if (this.#held) this.#held.push(act)
    else act()
  }
  shut() {
    this.#held ??= []
  }
  open() {
    const waiting = this.#held ?? []
    this.#held = undefined
    for (const act of waiting) act()
  }
}

/** Listens on a free port of 127.0.0.1. Without a target that accepts, connections are closed. @param delayMs of a slow link, in each direction */
export async function openSwitch(delayMs = 0): Promise<Switch> {
  let targets: NetConnectOpts[] = []
  let turn = 0
  const passed = new Map<Socket, NetConnectOpts>()
  const gate = new Gate()
  const send = (piece: Buffer, to: Socket) => void (to.destroyed || to.write(piece))
  const pass: Pass = (piece, to) => gate.pass(() => (delayMs === 0 ? send(piece, to) : void setTimeout(() => send(piece, to), delayMs)))
  const server = createServer({ pauseOnConnect: true }, (client) => {
    client.on('error', () => undefined)
    gate.pass(() => void lead(client))
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
      join(client, socket, pass)
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
    freeze: () => gate.shut(),
    thaw: () => gate.open(),
    async close() {
      targets = []
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
