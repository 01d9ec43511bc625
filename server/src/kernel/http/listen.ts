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
const LISTENERS = 64

/**
 * A process that joins others on a port opens one more socket each time it has answered so many calls, because the system distributes connections
 * by sockets, and code that has hardly run takes ten times as long.
 */
const CALLS_A_LISTENER = 10
/** Its first sockets. With fewer, those who get to it would wait for each other's saves, of which there are too few to share a commit. */
const JOINING = 8
/** By then it has all of them. */
const JOINED_MS = 30_000

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

// only Linux distributes connections evenly; on other systems the second socket fails or gets no connection
const many = process.platform === 'linux'

/**
 * Connections that arrive before the server is ready wait for so long. A start after a crash is done by then; during a longer one, with
 * migrations, a load balancer must be able to choose another server.
 */
const WAIT_MS = 8_000

/** The listening sockets of a port. */
export class PortListeners {
  readonly #options: ListenOptions
  #listeners: Server[] = []
  #waiting = new Set<Socket>()
  #main: MainServer | undefined
  #isShut = false

  private constructor(options: ListenOptions) {
    this.#options = options
  }

  /**
   * Takes the port before the server exists, so that a page that lost its server waits for the answer instead of for its next attempt.
   * A shared port is not taken before `admit`: the other processes answer. Rejects with the system's error: EADDRINUSE when another process
   * uses the port and it is not shared.
   */
  static async open(options: ListenOptions, waitMs = WAIT_MS): Promise<PortListeners> {
    const opened = new PortListeners(options)
    if (options.shared || !many) return opened
    await opened.#listen()
    setTimeout(() => opened.#main ?? opened.shut(), waitMs).unref()
    return opened
  }

  /** Gives the connections that wait, and all further ones, to the server. */
  async admit(main: MainServer): Promise<void> {
    const { port, host, shared } = this.#options
    // after a start that took longer than connections wait
    this.#isShut = false
    if (many && !shared && this.#listeners.length === 0) await this.#listen()
    try {
      await main.listen({ port, host, backlog: BACKLOG, reusePort: many })
    } catch (error) {
      this.shut()
      throw error
    }
    this.#main = main
    for (const socket of this.#waiting) pass(socket, main)
    this.#waiting.clear()
    if (many && shared) this.#join(main)
  }

  /** Opens the additional sockets of a shared port as calls are answered. */
  #join({ server }: MainServer) {
    let calls = 0
    // that of the main server
    let opened = 1
    // with fewer sockets the process answers as well
    const open = (upTo: number) => {
      for (; opened < upTo; opened++) this.#listenOnce().catch(() => undefined)
      if (opened === LISTENERS) leave()
    }
    const count = () => open(Math.min(LISTENERS, JOINING + Math.floor(++calls / CALLS_A_LISTENER)))
    const late = setTimeout(() => open(LISTENERS), JOINED_MS).unref()
    const leave = () => {
      clearTimeout(late)
      server.off('request', count)
    }
    server.on('request', count)
    server.once('close', leave)
    open(JOINING)
  }

  /** Closes the additional sockets without waiting for their connections; the caller closes the main server. */
  shut(): void {
    this.#isShut = true
    for (const listener of this.#listeners) listener.close()
    for (const socket of this.#waiting) socket.destroy()
    this.#listeners = []
    this.#waiting.clear()
  }

  async #listen() {
    await claim(this.#options.port, this.#options.host)
    try {
      for (let more = LISTENERS - 1; more > 0; more--) await this.#listenOnce()
    } catch (error) {
      this.shut()
      throw error
    }
  }

  async #listenOnce() {
    const { port, host } = this.#options
    const listener = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true })
    listener.on('connection', (socket) => (this.#main ? pass(socket, this.#main) : this.#keep(socket)))
    await listening(listener, { port, host, backlog: BACKLOG, reusePort: true })
    if (this.#isShut) listener.close()
    else this.#listeners.push(listener)
  }

  #keep(socket: Socket) {
    this.#waiting.add(socket)
    socket.on('error', () => this.#waiting.delete(socket))
  }
}

/** Hands over a connection of which nothing was read yet. */
function pass(socket: Socket, { server }: MainServer) {
  server.emit('connection', socket)
  socket.resume()
}

/** Fails when another process uses the port, which sockets that share a port would not detect. */
async function claim(port: number, host: string): Promise<void> {
  const first = createServer()
  await listening(first, { port, host })
  await new Promise<void>((resolve) => void first.close(() => resolve()))
}

function listening(server: Server, options: { port: number; host: string; backlog?: number; reusePort?: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}
