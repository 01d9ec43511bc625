// WebSockets that send hints to the pages connected to one node; the bus sends a hint to every node.
import type { AnyChannel, MessageOf } from '@shuyuan/contract/kernel/channel.ts'
import type { WebSocket } from 'ws'

export type Sockets = {
  join: (room: string, socket: WebSocket) => void
  /** Sends to the sockets of this node that are in the room of this channel. @returns their number */
  notify: <C extends AnyChannel>(channel: C, room: string, message: MessageOf<C>) => number
  count: (room: string) => number
  /** names of the rooms with this prefix that have a connected socket */
  rooms: (prefix: string) => string[]
  closeAll: () => void
}

export function openSockets(): Sockets {
  const rooms = new Map<string, Set<WebSocket>>()
  return {
    join(room, socket) {
      // a socket that closed during the checks emits no further close event
      if (socket.readyState !== socket.OPEN) return
      const members = rooms.get(room) ?? new Set()
      members.add(socket)
      rooms.set(room, members)
      socket.on('message', (data: Buffer) => {
        if (data.toString() === 'ping') socket.send('pong')
      })
      socket.on('close', () => {
        members.delete(socket)
        if (members.size === 0 && rooms.get(room) === members) rooms.delete(room)
      })
    },
    notify(_channel, room, message) {
      const members = rooms.get(room)
      if (!members) return 0
      const text = Buffer.from(JSON.stringify(message))
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
