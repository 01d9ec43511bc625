// A pooler in transaction mode with one connection to the database, as the protocol of PostgreSQL 3.0 describes it.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
/** `AuthenticationOk` without a password, and `ReadyForQuery`. */
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])

/** Whether the bytes end with `ReadyForQuery` outside of a transaction. */
const isOver = (bytes: Buffer) => bytes.subarray(-6).equals(message('Z', Buffer.from('I')))

/** Starts it in front of a database. @returns its own address of that database */
export async function startPoolerStandIn(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { stream: backend } = (client as unknown as { connection: { stream: Socket } }).connection
  backend.removeAllListeners()
  let turn = Promise.resolve()
  const open = new Set<Socket>()
  /** One transaction of a session. */
  async function forward(socket: Socket, asked: Buffer) {
    backend.write(asked)
    for (;;) {
      const [answer] = (await once(backend, 'data')) as [Buffer]
      socket.write(answer)
      if (isOver(answer)) return
    }
  }
  const server = createServer((socket) => {
    open.add(socket)
    let isStarted = false
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      if (!isStarted) {
        isStarted = true
        socket.write(welcome)
      } else if (bytes[0] === 'X'.codePointAt(0)) socket.end()
      else turn = turn.then(() => forward(socket, bytes))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  // the host may be a parameter that names a socket
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
      backend.end(message('X', Buffer.alloc(0)))
    },
  }
}
