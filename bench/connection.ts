// A minimal HTTP/1.1 client: one keep-alive connection, one call at a time. The load generator must cost less than the server it measures.
import { connect, type Socket } from 'node:net'

export type Reply = { status: number; code: number; data: unknown }
type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void }

const HEAD_END = Buffer.from('\r\n\r\n')

export class Connection {
  #socket: Socket
  #host: string
  #waiting: Waiting | undefined
  #received: Buffer = Buffer.alloc(0)
  #broken: Error | undefined

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('connection closed')))
  }

  /** Opens a connection. Rejects if the port is closed. */
  static open(port: number, host = '127.0.0.1') {
    return new Promise<Connection>((resolve, reject) => {
      const socket = connect(port, host, () => {
        socket.removeListener('error', reject)
        resolve(new Connection(socket, `${host}:${port}`))
      })
      socket.once('error', reject)
    })
  }

  /** Posts JSON. `raw` bodies are sent unchanged. */
  post(path: string, body: string, token = ''): Promise<Reply> {
    if (this.#broken) return Promise.reject(this.#broken)
    const head = `POST ${path} HTTP/1.1\r\nhost: ${this.#host}\r\ntoken: ${token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(head + body)
    })
  }

  close() {
    this.#socket.removeAllListeners('close')
    this.#socket.destroy()
  }

  #take(chunk: Buffer) {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const headEnd = this.#received.indexOf(HEAD_END)
    if (headEnd < 0) return
    const head = this.#received.toString('latin1', 0, headEnd).toLowerCase()
    const length = /content-length: (\d+)/.exec(head)
    const bodyStart = headEnd + 4
    const body = length ? this.#fixed(bodyStart, Number(length[1])) : this.#chunked(bodyStart)
    if (body === undefined) return
    this.#received = Buffer.alloc(0)
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(read(Number(head.slice(9, 12)), body))
  }

  #fixed(start: number, length: number): string | undefined {
    return this.#received.length < start + length ? undefined : this.#received.toString('utf8', start, start + length)
  }

  #chunked(start: number): string | undefined {
    const parts: Buffer[] = []
    let at = start
    for (;;) {
      const line = this.#received.indexOf('\r\n', at)
      if (line < 0) return undefined
      const size = Number.parseInt(this.#received.toString('latin1', at, line), 16)
      if (this.#received.length < line + 2 + size + 2) return undefined
      if (size === 0) return Buffer.concat(parts).toString('utf8')
      parts.push(this.#received.subarray(line + 2, line + 2 + size))
      at = line + 2 + size + 2
    }
  }

  #fail(error: Error) {
    this.#broken ??= error
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }
}

function read(status: number, text: string): Reply {
  try {
    const { code, data } = JSON.parse(text) as { code: number; data: unknown }
    return { status, code, data }
  } catch {
    return { status, code: -1, data: null }
  }
}
