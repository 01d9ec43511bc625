// A recorder obeys the server: another part, one that stays here, one of pictures, and the end.
import { PICTURES } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { KeptPart } from './piece-store.ts'
import type { Sender } from './sender.ts'
import type { Order } from './sender-ports.ts'
import type { Source } from './sources.ts'
import { TrackRecorder, type TrackState } from './track-recorder.ts'

class FakeRecorder extends EventTarget {
  state = 'inactive'
  start() {
    this.state = 'recording'
    queueMicrotask(() => this.dispatchEvent(new Event('start')))
  }
  stop() {
    this.state = 'inactive'
    this.dispatchEvent(new Event('stop'))
  }
  requestData() {}
}

const before = globalThis.MediaRecorder
beforeEach(() => void (globalThis.MediaRecorder = FakeRecorder as never))
afterEach(() => void (globalThis.MediaRecorder = before))

const source = (): Source => ({
  stream: { getTracks: () => [new EventTarget()], getAudioTracks: () => [], getVideoTracks: () => [] } as unknown as MediaStream,
  close: () => undefined,
  mime: 'video/webm;codecs=vp8',
  surface: '',
})

function setUp() {
  const parts: KeptPart[] = []
  const orders: ((order: Order) => void)[] = []
  const ended: string[] = []
  const states: TrackState[] = []
  const asked: [mime: string, here: boolean][] = []
  const sender = {
    begin: (part: KeptPart, onOrder: (order: Order) => void) => {
      parts.push(part)
      orders.push(onOrder)
    },
    add: () => undefined,
    darken: () => undefined,
    end: (id: string) => ended.push(id),
  } as unknown as Sender
  const begin = async ({ mime }: Source, here: boolean) => {
    asked.push([mime, here])
    const key = here ? '' : btoa('k'.repeat(32))
    return { id: String(asked.length), address: '/piece', videoBits: 1, key }
  }
  const recorder = new TrackRecorder({ track: RecordTrack.camera, userId: '1', begin }, sender, (state) => states.push(state))
  return { recorder, parts, orders, ended, states, asked }
}

test('after a storage provider that cannot be reached the next part goes to the server, and later ones too', async () => {
  const { recorder, parts, orders, ended, asked, states } = setUp()
  await recorder.start(source())
  expect([parts[0]!.key?.algorithm.name, parts[0]!.key?.extractable]).toEqual(['AES-CTR', false])
  orders[0]!('here')
  await vi.waitFor(() => expect(parts).toHaveLength(2))
  orders[1]!('renew')
  await vi.waitFor(() => expect(parts).toHaveLength(3))
  expect(asked.map(([, here]) => here)).toEqual([false, true, true])
  expect(parts.slice(1).map((one) => one.key)).toEqual([undefined, undefined])
  expect(ended).toEqual(['1', '2'])
  await vi.waitFor(() => expect(states.at(-1)).toBe('recording'))
})

test('where the disk of the server is short, pictures take the place of the film', async () => {
  const { recorder, parts, orders, asked } = setUp()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  await recorder.start(source())
  orders[0]!('thin')
  // the answer to the piece under way says it a second time
  orders[0]!('thin')
  await vi.waitFor(() => expect(parts).toHaveLength(2))
  expect(asked.map(([mime]) => mime)).toEqual(['video/webm;codecs=vp8', PICTURES])
  expect(parts[1]!.mime).toBe(PICTURES)
  recorder.stop()
})

test('the end of the recording ends the source', async () => {
  const { recorder, orders, states } = setUp()
  const close = vi.fn<() => void>()
  await recorder.start({ ...source(), close })
  orders[0]!('over')
  expect([close.mock.calls.length, states.at(-1)]).toEqual([1, 'over'])
})

test('a camera of which the browser writes no film is recorded by pictures', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  const { recorder, asked, ended } = setUp()
  await recorder.start(source())
  await vi.advanceTimersByTimeAsync(10_000)
  expect([asked.map(([mime]) => mime), [...new Set(ended)]]).toEqual([['video/webm;codecs=vp8', PICTURES], ['1']])
  recorder.stop()
})
