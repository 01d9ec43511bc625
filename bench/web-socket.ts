// The part of RFC 6455 that a load test needs: connect, ping, count messages. Two thousand of these must cost less than the server they measure.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

const HEAD_END = '\r\n\r\n'
const TEXT = 0x81
const CLOSE = 0x88
const [SHORT, LONG] = [126, 127]
/** a client's "ping" frame, masked with zeros */
const PING = Buffer.from([TEXT, 0x84, 0, 0, 0, 0, ...Buffer.from('ping')])
const OPEN_MS = 30_000

type Listener = { onText?: (text: string) => void; onClose?: () => void }

export class WebSocketLine {
  readonly #socket: Socket
  readonly #listener: Listener
  #received: Buffer

  private constructor(socket: Socket, rest: Buffer, listener: Listener) {
    this.#socket = socket
    this.#received = rest
    this.#listener = listener
    socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
      this.#read()
    })
    socket.on('error', () => socket.destroy())
    socket.once('close', () => listener.onClose?.())
    this.#read()
  }

  /** Rejects if the handshake is refused, or not answered within half a minute. */
  static open(port: number, path: string, listener: Listener): Promise<WebSocketLine> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      const fail = (error: Error) => {
        socket.destroy()
        reject(error)
      }
      socket.setTimeout(OPEN_MS, () => fail(new Error('a socket was not answered')))
      socket.once('error', fail)
      const closed = () => fail(new Error('a socket was refused'))
      socket.once('close', closed)
      let head = Buffer.alloc(0)
      const take = (chunk: Buffer) => {
        head = Buffer.concat([head, chunk])
        const end = head.indexOf(HEAD_END)
        if (end < 0) return
        if (!head.subarray(0, 12).toString('latin1').includes(' 101')) return closed()
        socket.setTimeout(0)
        socket.removeAllListeners()
        resolve(new WebSocketLine(socket, head.subarray(end + HEAD_END.length), listener))
      }
      socket.on('data', take)
      const key = randomBytes(16).toString('base64')
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-key: ${key}\r\nsec-websocket-version: 13${HEAD_END}`,
      )
    })
  }

  beat() {
    if (this.#socket.writable) this.#socket.write(PING)
  }

  close() {
    this.#socket.removeAllListeners('close')
    this.#socket.destroy()
  }

  #read() {
    for (;;) {
      const frame = frameOf(this.#received)
      if (!frame) return
      this.#received = this.#received.subarray(frame.end)
      if (frame.kind === CLOSE) this.#socket.end()
      else if (frame.kind === TEXT) this.#listener.onText?.(frame.text)
    }
  }
}

/** The first complete frame; frames of servers are not masked. */
function frameOf(bytes: Buffer): { kind: number; text: string; end: number } | undefined {
  if (bytes.length < 2) return undefined
  const [kind = 0, size = 0] = bytes
  const start = size === SHORT ? 4 : size === LONG ? 10 : 2
  if (bytes.length < start) return undefined
  const length = size === SHORT ? bytes.readUInt16BE(2) : size === LONG ? Number(bytes.readBigUInt64BE(2)) : size
  if (bytes.length < start + length) return undefined
  return { kind, text: bytes.toString('utf8', start, start + length), end: start + length }
}
