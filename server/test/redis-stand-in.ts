// A Redis that knows what the bus uses, in RESP3: SUBSCRIBE, PUBLISH and the questions of the client at its start. TEST_REDIS_URL names a real one.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`

/** Takes the commands that are whole from the front of what was received. @returns them, and the rest */
function commandsIn(received: Buffer): { commands: string[][]; rest: Buffer } {
  const commands: string[][] = []
  let rest = received
  for (;;) {
    let at = 0
    const line = () => {
      const end = rest.indexOf('\r\n', at)
      if (end < 0) return undefined
      const text = rest.toString('utf8', at, end)
      at = end + 2
      return text
    }
    const count = Number(line()?.slice(1) ?? 0)
    const words: string[] = []
    while (words.length < count) {
      const size = line()
      if (size === undefined || rest.length < at + Number(size.slice(1)) + 2) break
      words.push(rest.toString('utf8', at, at + Number(size.slice(1))))
      at += Number(size.slice(1)) + 2
    }
    if (count === 0 || words.length < count) return { commands, rest }
    commands.push(words)
    rest = rest.subarray(at)
  }
}

export type RedisStandIn = {
  url: string
  /** Ends the connections of subscribers; the next subscription is answered by `answer` only. `asked`: it was received. */
  dropSubscribers: () => { asked: Promise<void>; answer: () => void }
  /** Answers nothing until `thaw`, as a process that was stopped; commands of this time are lost. */
  freeze: () => void
  thaw: () => void
  close: () => Promise<void>
}

/** Does what a command asks for. @returns the answer to it */
function answer(subscribers: Map<string, Set<Socket>>, socket: Socket, [name = '', channel = '', message = '']: string[]): string {
  switch (name.toLowerCase()) {
    case 'hello':
      return `%1\r\n${bulk('proto')}:3\r\n`
    case 'info':
      return bulk('redis_version:7.4.0\r\nloading:0\r\n')
    case 'subscribe':
      subscribers.set(channel, (subscribers.get(channel) ?? new Set()).add(socket))
      return `>3\r\n${bulk('subscribe')}${bulk(channel)}:1\r\n`
    case 'publish': {
      const to = [...(subscribers.get(channel) ?? [])]
      for (const one of to) one.write(`>3\r\n${bulk('message')}${bulk(channel)}${bulk(message)}`)
      return `:${to.length}\r\n`
    }
    default:
      return '+OK\r\n'
  }
}

/** @param port 0: one that is free */
export async function startRedis(port = 0): Promise<RedisStandIn> {
  const all = new Set<Socket>()
  const subscribers = new Map<string, Set<Socket>>()
  let isFrozen = false
  let held: { asked: () => void; until: Promise<void> } | undefined
  const server = createServer((socket) => {
    all.add(socket)
    let waiting: Buffer = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      all.delete(socket)
      for (const one of subscribers.values()) one.delete(socket)
    })
    socket.on('data', (bytes: Buffer) => {
      const { commands, rest } = commandsIn(Buffer.concat([waiting, bytes]))
      waiting = rest
      for (const command of commands) {
        if (isFrozen) continue
        if (command[0]?.toLowerCase() === 'subscribe' && held) {
          const { asked, until } = held
          held = undefined
          asked()
          void until.then(() => socket.write(answer(subscribers, socket, command)))
          continue
        }
        socket.write(answer(subscribers, socket, command))
        if (command[0]?.toLowerCase() === 'quit') socket.end()
      }
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dropSubscribers() {
      const [asked, until] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      held = { asked: asked.resolve, until: until.promise }
      for (const one of subscribers.values()) for (const socket of one) socket.destroy()
      return { asked: asked.promise, answer: until.resolve }
    },
    freeze: () => void (isFrozen = true),
    thaw: () => void (isFrozen = false),
    async close() {
      server.close()
      for (const socket of all) socket.destroy()
      await once(server, 'close')
    },
  }
}
