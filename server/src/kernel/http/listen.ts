// The port of a server: several listening sockets on one port, because Node takes only one waiting connection from each in a turn of its loop.
import { createServer, type Server, type Socket } from 'node:net'

/**
 * Connections that may wait at one listening socket. After a restart a whole hall comes back at once; whoever finds the queue full is let in
 * by TCP only after 1, 3, 7, 15 s.
 */
const BACKLOG = 4_096

/**
 * Listening sockets of a server. libuv has taken one connection per socket and turn since 1.45, and a turn under full load lasts tens of
 * milliseconds: through one door a hall of 2,000 needs most of a minute.
 */
const LISTENERS = 16

export type ListenOptions = {
  port: number
  host: string
  /** other processes of this machine may listen on the same port; the system hands connections out among them */
  shared: boolean
}

/** What listens for the whole server; its other doors pass to it whoever they let in. */
type Hall = { listen: (options: { port: number; host: string; backlog: number; reusePort: boolean }) => Promise<unknown>; server: Server }

/**
 * Listens. Fails with the system's error: EADDRINUSE where another process has the port and it is not shared.
 * @returns what shuts the other doors, without waiting for those who came through them; the hall is closed by whoever built it
 */
export async function listenOn(hall: Hall, { port, host, shared }: ListenOptions): Promise<{ shut: () => void }> {
  // only Linux hands connections out evenly; elsewhere the second socket is refused or gets nothing
  const many = process.platform === 'linux'
  if (many && !shared) await claim(port, host)
  const options = { port, host, backlog: BACKLOG, reusePort: many }
  await hall.listen({ ...options })
  const others: Server[] = []
  const shut = () => {
    for (const door of others) door.close()
  }
  try {
    for (let more = many ? LISTENERS - 1 : 0; more > 0; more--) {
      const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => void hall.server.emit('connection', socket))
      await listening(door, options)
      others.push(door)
    }
  } catch (error) {
    shut()
    throw error
  }
  return { shut }
}

/** Fails where somebody has the port: sockets that share a port would not notice. */
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
