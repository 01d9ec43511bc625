// WebSockets that send hints to the pages connected to one node; the bus sends a hint to every node.
import type { AnyChannel, MessageOf } from '@shuyuan/contract/kernel/channel.ts'
import { socketLimits, SocketClose } from '@shuyuan/contract/kernel/socket-limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { MessageCounts } from './message-counts.ts'

export type Sockets = {
  /**
   * Puts a socket of a user into a room. Answers `ping`; `onText` gets other messages. Messages above the user's limit are not read. Of too many
   * sockets of one user the oldest is closed.
   */
  join: (room: string, socket: WebSocket, userId: string, onText?: (text: string) => void) => void
  /** Sends to the sockets of this node that are in the room of this channel. @returns their number */
  notify: <C extends AnyChannel>(channel: C, room: string, message: MessageOf<C>) => number
  count: (room: string) => number
  /** names of the rooms with this prefix that have a connected socket */
  rooms: (prefix: string) => string[]
  closeAll: () => void
}

/** Messages that arrived while the ticket of their socket was being checked. */
const early = new WeakMap<WebSocket, { messages: Buffer[]; keep: (data: Buffer) => void }>()

/** Keeps what a client sends before its socket is joined: at most as many messages as are read in a second. */
export function keepEarlyMessages(socket: WebSocket) {
  const messages: Buffer[] = []
  const keep = (data: Buffer) => void (messages.length < socketLimits.messages && messages.push(data))
  early.set(socket, { messages, keep })
  socket.on('message', keep)
}

/** The messages that were kept; no further ones are. */
function takeEarly(socket: WebSocket): Buffer[] {
  const kept = early.get(socket)
  if (!kept) return []
  early.delete(socket)
  socket.off('message', kept.keep)
  return kept.messages
}

/** Sets of sockets by name, without empty ones. */
class SocketSets {
  readonly sets = new Map<string, Set<WebSocket>>()

  add(name: string, socket: WebSocket): Set<WebSocket> {
    const members = this.sets.get(name) ?? new Set()
    members.add(socket)
    this.sets.set(name, members)
    return members
  }

  delete(name: string, socket: WebSocket) {
    const members = this.sets.get(name)
    members?.delete(socket)
    if (members?.size === 0) this.sets.delete(name)
  }
}

export function openSockets(): Sockets {
  const byRoom = new SocketSets()
  const byUser = new SocketSets()
  const rooms = byRoom.sets
  const counts = new MessageCounts()
  return {
    join(room, socket, userId, onText) {
      // a socket that closed during the checks emits no further close event
      if (socket.readyState !== socket.OPEN) return
      byRoom.add(room, socket)
      const own = byUser.add(userId, socket)
      const [oldest] = own
      if (own.size > socketLimits.connections) {
        byUser.delete(userId, oldest!)
        oldest!.close(SocketClose.connections, 'too many connections')
      }
      const read = (data: Buffer) => {
        const verdict = counts.add(userId)
        if (verdict === 'close') socket.close(SocketClose.messages, 'too many messages')
        if (verdict !== 'read') return
        const text = data.toString()
        if (text === 'ping') socket.send('pong')
        else onText?.(text)
      }
      for (const data of takeEarly(socket)) read(data)
      socket.on('message', read)
      socket.on('close', () => {
        byRoom.delete(room, socket)
        byUser.delete(userId, socket)
        if (!byUser.sets.has(userId)) counts.clear(userId)
      })
    },
    notify(declared, room, message) {
      const members = rooms.get(room)
      if (!members) return 0
      const text = Buffer.from(declared.plain ? String(message) : JSON.stringify(message))
      for (const socket of members) socket.send(text, { binary: false })
      return members.size
    },
    count: (room) => rooms.get(room)?.size ?? 0,
    rooms: (prefix) => [...rooms.keys()].filter((room) => room.startsWith(prefix)),
    closeAll() {
      for (const members of rooms.values()) for (const socket of members) socket.close(1001, 'server stops')
    },
  }
}

/** Refuses sockets that a page of another site opens, by the host name of the header Origin; clients that are no browser send none. */
export function guardSockets(http: FastifyInstance) {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/socket/') && request.headers.upgrade !== undefined && !isSameSite(request)) reply.code(403).send()
    else done()
  })
}

function isSameSite({ headers, hostname }: FastifyRequest): boolean {
  if (headers.origin === undefined) return true
  return URL.canParse(headers.origin) && new URL(headers.origin).hostname === hostname
}
