import { expect, onTestFinished, test, vi } from 'vitest'
import { Caster, type CastState } from './caster.ts'

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
