// A socket as a page has it: what the server says is kept in order from the first moment, so that nothing is missed between two looks.
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import type { TestApp } from './start-app.ts'

export class SocketClient {
  readonly socket: WebSocket
  readonly #said: string[] = []
  #waiting: ((text: string) => void)[] = []

  /** Connects to a node that listens. */
  constructor(node: TestApp, path: string) {
    const { port } = node.http.server.address() as AddressInfo
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    this.socket.on('message', (data: Buffer) => {
      const next = this.#waiting.shift()
      if (next) next(data.toString())
      else this.#said.push(data.toString())
    })
  }

  /** The next thing that the server says, or has said since the last look. */
  next(): Promise<string> {
    const kept = this.#said.shift()
    return kept === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(kept)
  }

  async nextJson<T = unknown>(): Promise<T> {
    return JSON.parse(await this.next()) as T
  }

  /** What was said and not looked at. */
  get unread(): readonly string[] {
    return this.#said
  }
}
