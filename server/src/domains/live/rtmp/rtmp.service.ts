// OBS to this server: an RTMP listener for publishers, turned on by RTMP_URL. A connection writes the same growing file as a casting page (decision 105).
import { castReply } from '@shuyuan/contract/live/cast.ts'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { App } from '../../../kernel/ctx.ts'
import { castsOf } from '../replay/cast-run.service.ts'
import { storePiece } from '../cast/cast.service.ts'
import { RTMP_CAST, roomFor } from '../room/rtmp-key.service.ts'
import {
  type Amf,
  ChunkReader,
  FLV_HEADER,
  flvTag,
  HANDSHAKE,
  isConfig,
  isKeyFrame,
  isPlayable,
  readAmf,
  RtmpError,
  type RtmpMessage,
  RtmpType,
  writeAmf,
  writeMessage,
} from './rtmp.format.ts'

const MOST_CONNECTIONS = 64
/** From the connection to a key that is known. */
const KEY_MS = 10_000
const SILENT_MS = 30_000
const FLUSH_MS = 400
const PAUSE_BYTES = 4 * 1_024 * 1_024
const WINDOW = 2_500_000
const codec = { demuxer: 'flv', copies: true } as const

/** One publisher. */
class Publisher {
  readonly #app: App
  readonly #socket: Socket
  readonly #reader = new ChunkReader()
  #greeted = 0
  #hello: Buffer = Buffer.alloc(0)
  #received = 0
  #acked = 0
  #roomId = ''
  #part = 0
  #offset = 0
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #configs = new Map<number, Buffer>()
  /** nothing is written before the first whole picture of a part */
  #begun = false
  #timer: ReturnType<typeof setInterval> | undefined
  #flushed: Promise<void> = Promise.resolve()
  #commands: Promise<unknown> = Promise.resolve()

  constructor(app: App, socket: Socket) {
    this.#app = app
    this.#socket = socket
    socket.setTimeout(SILENT_MS, () => socket.destroy())
    socket.on('error', () => undefined)
    const late = setTimeout(() => this.#roomId === '' && socket.destroy(), KEY_MS)
    socket.on('close', () => {
      clearTimeout(late)
      clearInterval(this.#timer)
      void this.#flush().then(() => this.#finish())
    })
    socket.on('data', (bytes: Buffer) => {
      try {
        this.#take(bytes)
      } catch (error) {
        if (!(error instanceof RtmpError)) app.log.error({ err: error }, 'a publisher was disconnected')
        socket.destroy()
      }
    })
  }

  #take(bytes: Buffer) {
    this.#received += bytes.length
    if (this.#greeted < 2) return this.#greet(bytes)
    if (this.#received - this.#acked >= WINDOW / 2) {
      this.#acked = this.#received
      this.#send(RtmpType.ack, this.#received)
    }
    for (const message of this.#reader.read(bytes)) this.#message(message)
    return undefined
  }

  /** Both sides send a version and 1,536 bytes, and repeat those of the other. */
  #greet(bytes: Buffer) {
    this.#hello = Buffer.concat([this.#hello, bytes])
    if (this.#greeted === 0 && this.#hello.length > HANDSHAKE) {
      if (this.#hello[0] !== 3) throw new RtmpError('version')
      const own = Buffer.concat([Buffer.alloc(8), randomBytes(HANDSHAKE - 8)])
      this.#socket.write(Buffer.concat([Buffer.of(3), own, this.#hello.subarray(1, HANDSHAKE + 1)]))
      this.#hello = this.#hello.subarray(HANDSHAKE + 1)
      this.#greeted = 1
    }
    if (this.#greeted === 1 && this.#hello.length >= HANDSHAKE) {
      this.#greeted = 2
      const rest = Buffer.from(this.#hello.subarray(HANDSHAKE))
      this.#hello = Buffer.alloc(0)
      if (rest.length > 0) this.#take(rest)
    }
  }

  #message(message: RtmpMessage) {
    if (message.type === RtmpType.command) {
      const values = readAmf(message.body)
      this.#commands = this.#commands.then(() => this.#command(values)).catch(() => this.#socket.destroy())
    } else if (this.#roomId !== '' && (message.type === RtmpType.video || message.type === RtmpType.audio)) this.#frame(message)
  }

  async #command([name, transaction, , stream]: Amf[]) {
    const answer = (...values: Amf[]) => this.#socket.write(writeMessage(RtmpType.command, writeAmf(...values), name === 'publish' ? 1 : 0))
    const status = (level: string, code: string) => answer('onStatus', 0, null, { level, code, description: code })
    if (name === 'connect') {
      this.#send(RtmpType.windowSize, WINDOW)
      this.#socket.write(writeMessage(RtmpType.peerBandwidth, Buffer.concat([number(WINDOW), Buffer.of(2)])))
      const found = { level: 'status', code: 'NetConnection.Connect.Success', description: 'Connection succeeded.', objectEncoding: 0 }
      answer('_result', transaction ?? 1, { fmsVer: 'FMS/3,0,1,123', capabilities: 31 }, found)
    } else if (name === 'createStream') answer('_result', transaction ?? 0, null, 1)
    else if (name === 'publish') {
      const roomId = this.#roomId === '' && typeof stream === 'string' ? await roomFor(this.#app, stream) : undefined
      if (roomId === undefined) {
        status('error', 'NetStream.Publish.BadName')
        this.#socket.destroySoon()
        return
      }
      await this.#begin(roomId)
      status('status', 'NetStream.Publish.Start')
    } else if (name === 'deleteStream' || name === 'FCUnpublish' || name === 'closeStream') this.#socket.destroySoon()
  }

  #send(type: number, value: number) {
    this.#socket.write(writeMessage(type, number(value)))
  }

  async #begin(roomId: string) {
    const last = await this.#app.db
      .selectFrom('livePart')
      .where('roomId', '=', roomId)
      .orderBy('no', 'desc')
      .limit(1)
      .select('no')
      .executeTakeFirst()
    this.#roomId = roomId
    this.#reader.admit()
    this.#newPart((last?.no ?? 0) + 1)
    this.#timer = setInterval(() => void this.#flush(), FLUSH_MS)
    await this.#app.db.updateTable('liveRoom').where('id', '=', roomId).set({ castTime: this.#app.clock() }).execute()
  }

  #newPart(no: number) {
    this.#part = no
    this.#offset = 0
    this.#begun = false
    this.#waiting = []
    this.#waitingBytes = 0
  }

  #frame(message: RtmpMessage) {
    if (message.body.length === 0) return
    if (!isPlayable(message)) {
      this.#app.log.warn({ roomId: this.#roomId }, 'a publisher sends pictures that are not H.264')
      throw new RtmpError('codec')
    }
    if (isConfig(message)) this.#configs.set(message.type, message.body)
    if (!this.#begun) {
      if (!isKeyFrame(message) || isConfig(message)) return
      this.#begun = true
      this.#wait(FLV_HEADER)
      for (const [type, body] of this.#configs) this.#wait(flvTag({ type, body, time: message.time }))
    }
    this.#wait(flvTag(message))
    if (this.#waitingBytes > PAUSE_BYTES) this.#socket.pause()
  }

  #wait(bytes: Buffer) {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
  }

  #flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#store())
    return this.#flushed
  }

  /** What was sent is shown to the end; who connects again begins the next part. */
  #finish() {
    if (this.#roomId !== '') castsOf(this.#app).finishOlder(this.#roomId, this.#part + 1)
  }

  async #store() {
    if (this.#waiting.length === 0) return
    const [id, part, offset, bytes] = [this.#roomId, this.#part, this.#offset, Buffer.concat(this.#waiting)]
    this.#waiting = []
    this.#waitingBytes = 0
    try {
      const { go } = await storePiece(this.#app, { id, part, offset, codec, bytes, castKey: RTMP_CAST })
      this.#offset += bytes.length
      if (go === castReply.renew) this.#newPart(part + 1)
      else if (go !== castReply.on) this.#socket.destroy()
    } catch (error) {
      this.#app.log.error({ err: error, roomId: id }, 'a broadcast was not stored')
      this.#socket.destroy()
    } finally {
      this.#socket.resume()
    }
  }
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

/** Takes publishers until the server stops. @param port 0: any. @returns the port */
export async function openRtmp(app: App, port: number): Promise<number> {
  const server = createServer((socket) => void new Publisher(app, socket))
  const sockets = new Set<Socket>()
  server.maxConnections = MOST_CONNECTIONS
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  app.onClose(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  server.listen(port, app.config.host)
  await once(server, 'listening')
  server.on('error', (error) => app.log.error({ err: error }, 'RTMP failed'))
  return (server.address() as AddressInfo).port
}

/** Listens on the port of RTMP_URL; without it nothing does. */
export function startRtmp(app: App) {
  const { rtmp } = app.config
  if (rtmp) openRtmp(app, rtmp.port).catch((error: unknown) => app.log.error({ err: error }, 'RTMP does not listen'))
}
