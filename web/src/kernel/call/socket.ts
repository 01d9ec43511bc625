// A WebSocket that reconnects. Messages are only hints: the data they announce is fetched over HTTP.
import { SocketClose } from '@shuyuan/contract/kernel/socket-limits.ts'

export type SocketOptions = {
  /** returns the address for each attempt, with a fresh ticket */
  address: () => string | Promise<string>
  /** `reply` sends a text back */
  onMessage: (text: string, reply: (text: string) => void) => void
  onState?: (open: boolean) => void
  /** 10 s for all sockets but the payment's, which uses 2 s (decisions.md 16) */
  heartbeatMs?: number
}

const LONGEST_PAUSE_MS = 30_000
/** failures that lead to the longest pause */
const MOST_FAILURES = 5

/** Opens a socket with heartbeat and reconnects after 1 to 30 s with jitter. @returns a function that ends it */
export function openSocket({ address, onMessage, onState, heartbeatMs = 10_000 }: SocketOptions): () => void {
  let socket: WebSocket | undefined
  let ended = false
  let failures = 0
  let again: ReturnType<typeof setTimeout> | undefined
  let beat: ReturnType<typeof setInterval> | undefined

  const retry = () => {
    clearInterval(beat)
    socket = undefined
    if (ended) return
    onState?.(false)
    const pause = Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** failures++)
    again = setTimeout(() => void connect(), pause * (0.5 + Math.random() / 2))
  }
  const connect = async () => {
    try {
      const url = new URL(await address(), window.location.href)
      if (ended) return
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
      socket = new WebSocket(url)
    } catch {
      retry()
      return
    }
    const current = socket
    current.addEventListener('open', () => {
      failures = 0
      onState?.(true)
      beat = setInterval(() => current.send('ping'), heartbeatMs)
    })
    current.addEventListener('message', ({ data }) => {
      if (typeof data === 'string' && data !== 'pong')
        onMessage(data, (text) => current.readyState === WebSocket.OPEN && current.send(text))
    })
    current.addEventListener('close', ({ code }) => {
      // closed for a limit: another attempt at once would close the next one
      if (code === SocketClose.connections || code === SocketClose.messages) failures = Math.max(failures, MOST_FAILURES)
      retry()
    })
  }
  void connect()
  return () => {
    ended = true
    clearTimeout(again)
    clearInterval(beat)
    socket?.close(1000)
  }
}
