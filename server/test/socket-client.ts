// A socket client: queues all messages from the connection on, so that none is missed between two reads.
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import type { TestApp } from './start-app.ts'

export class SocketClient {
  readonly socket: WebSocket
  readonly #messages: string[] = []
  #waiting: ((text: string) => void)[] = []

  /** Connects to a listening server. */
  constructor(node: TestApp, path: string) {
    const { port } = node.http.server.address() as AddressInfo
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    this.socket.on('message', (data: Buffer) => {
      const next = this.#waiting.shift()
      if (next) next(data.toString())
      else this.#messages.push(data.toString())
    })
  }

  /** The next message, queued or awaited. */
  next(): Promise<string> {
    const message = this.#messages.shift()
    return message === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(message)
  }

  async nextJson<T = unknown>(): Promise<T> {
    return JSON.parse(await this.next()) as T
  }

  /** Messages that were not read. */
  get unread(): readonly string[] {
    return this.#messages
  }
}
