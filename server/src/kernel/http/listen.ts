// Listens with several sockets on one port, because Node accepts only one connection per socket in a turn of its event loop.
import { createServer, type Server, type Socket } from 'node:net'

/**
 * Connections that may wait at one listening socket. After a restart all candidates of an exam reconnect at once; a client that finds the
 * queue full is retried by TCP after 1, 3, 7, 15 s.
 */
const BACKLOG = 4_096

/**
 * Listening sockets of a server. libuv accepts one connection per socket and turn since 1.45, and a turn under full load lasts tens of
 * milliseconds: with one socket, 2,000 connections take most of a minute.
 */
const LISTENERS = 16

export type ListenOptions = {
  port: number
  host: string
  /** other processes of this machine may listen on the same port; the operating system distributes the connections */
  shared: boolean
}

/** The main server; the additional listening sockets pass their connections to it. */
type MainServer = {
  listen: (options: { port: number; host: string; backlog: number; reusePort: boolean }) => Promise<unknown>
  server: Server
}

/**
 * Listens. Rejects with the system's error: EADDRINUSE when another process uses the port and it is not shared.
 * @returns `shut` closes the additional sockets without waiting for their connections; the caller closes the main server
 */
export async function listenOn(main: MainServer, { port, host, shared }: ListenOptions): Promise<{ shut: () => void }> {
  // only Linux distributes connections evenly; on other systems the second socket fails or gets no connection
  const many = process.platform === 'linux'
  if (many && !shared) await claim(port, host)
  const options = { port, host, backlog: BACKLOG, reusePort: many }
  await main.listen({ ...options })
  const others: Server[] = []
  const shut = () => {
    for (const listener of others) listener.close()
  }
  try {
    for (let more = many ? LISTENERS - 1 : 0; more > 0; more--) {
      const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => void main.server.emit('connection', socket))
      await listening(listener, options)
      others.push(listener)
    }
  } catch (error) {
    shut()
    throw error
  }
  return { shut }
}

/** Fails when another process uses the port, which sockets that share a port would not detect. */
async function claim(port: number, host: string): Promise<void> {
  const first = createServer()
  await listening(first, { port, host })
  await new Promise<void>((resolve) => void first.close(() => resolve()))
}

function listening(server: Server, options: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}
