import type { CastReply } from '@shuyuan/contract/live/cast.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Caster, type CastState, type Post } from './caster.ts'

/** A recorder that writes these bytes half a second after its start, and nothing more. */
function recorderOf(bytes: number) {
  class Recorder extends EventTarget {
    static isTypeSupported = () => true
    state = 'recording'
    start() {
      setTimeout(() => this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['x'.repeat(bytes)]) })), 500)
    }
    stop() {
      this.state = 'inactive'
    }
  }
  vi.stubGlobal('MediaRecorder', Recorder)
}
const stream = { getVideoTracks: () => [{}] } as unknown as MediaStream

test('a recorder that writes nothing ends the broadcast with its reason, one that writes goes on', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const statesOf = async (bytes: number) => {
    recorderOf(bytes)
    const states: CastState[] = []
    const caster = new Caster(
      (state) => states.push(state),
      () => Promise.resolve({ size: bytes, go: 'on' }),
    )
    caster.begin({ cast: '/cast', part: 0 }, stream)
    await vi.advanceTimersByTimeAsync(20_000)
    return states
  }
  expect(await statesOf(0)).toEqual(['sending', 'broken'])
  expect(await statesOf(9)).toEqual(['sending'])
})

test('an answer that takes nothing, and one that is none, are asked for again after a pause', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  recorderOf(9)
  const states: CastState[] = []
  const answers = [
    { size: 0, go: 'on' },
    { code: 1, msg: '' },
    { size: 9, go: 'on' },
  ] as CastReply[]
  const post = vi.fn<Post>(async () => answers.shift())
  const caster = new Caster((state) => states.push(state), post)
  caster.begin({ cast: '/cast', part: 0 }, stream)
  const asked: number[] = []
  for (let at = 0; at < 5; at++) {
    await vi.advanceTimersByTimeAsync(600)
    asked.push(post.mock.calls.length)
  }
  expect([asked, states]).toEqual([
    [1, 1, 2, 2, 3],
    ['sending', 'waiting', 'sending'],
  ])
  caster.end()
})
