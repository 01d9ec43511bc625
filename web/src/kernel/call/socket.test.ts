import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSocket } from './socket.ts'

const opened: FakeSocket[] = []
/** The browser's WebSocket; the test is the server. */
class FakeSocket extends EventTarget {
  readonly sent: string[] = []
  closed = false
  readonly url: string
  constructor(url: URL) {
    super()
    this.url = url.href
    opened.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.closed = true
    this.dispatchEvent(new Event('close'))
  }
}

const real = globalThis.WebSocket
beforeEach(() => {
  opened.length = 0
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket
  vi.useFakeTimers()
})
afterEach(() => {
  globalThis.WebSocket = real
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('sends a heartbeat every ten seconds and passes on every message but the pong', async () => {
  const received: string[] = []
  const states: boolean[] = []
  const end = openSocket({
    address: () => '/api/socket/exam/1?token=a',
    onMessage: (text) => received.push(text),
    onState: (open) => states.push(open),
  })
  await pass(0)
  const [line] = opened
  expect(line?.url).toBe(`ws://${window.location.host}/api/socket/exam/1?token=a`)
  line?.dispatchEvent(new Event('open'))
  await pass(20_000)
  expect(line?.sent).toEqual(['ping', 'ping'])
  line?.dispatchEvent(new MessageEvent('message', { data: 'pong' }))
  line?.dispatchEvent(new MessageEvent('message', { data: '{"type":"msg"}' }))
  expect(received).toEqual(['{"type":"msg"}'])
  expect(states).toEqual([true])
  end()
})

it('reconnects with a fresh ticket, after growing delays', async () => {
  let ticket = 0
  const end = openSocket({ address: () => `/api/socket/x?token=${++ticket}`, onMessage: () => undefined })
  await pass(0)
  opened[0]?.dispatchEvent(new Event('close'))
  await pass(1_000)
  expect(opened).toHaveLength(2)
  opened[1]?.dispatchEvent(new Event('close'))
  await pass(900)
  expect(opened).toHaveLength(2)
  await pass(1_100)
  expect(opened.map((line) => line.url.slice(-1))).toEqual(['1', '2', '3'])
  end()
})

it('tries again when it gets no ticket', async () => {
  let tries = 0
  const end = openSocket({
    address: () => (++tries === 1 ? Promise.reject(new Error('offline')) : '/api/socket/x'),
    onMessage: () => undefined,
  })
  await pass(1_000)
  expect(opened).toHaveLength(1)
  end()
})

it('stays closed after it was ended', async () => {
  const end = openSocket({ address: () => '/api/socket/x', onMessage: () => undefined })
  await pass(0)
  end()
  expect(opened[0]?.closed).toBe(true)
  await pass(60_000)
  expect(opened).toHaveLength(1)
})
