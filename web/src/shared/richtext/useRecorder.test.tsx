// The recorder without an audio context: a take of one channel, a recorder that writes nothing, and a microphone that is taken away.
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useRecorder } from './useRecorder.ts'

const HEAD = 44
/** A browser that cannot run an audio context; the offline one reads these channels, nothing from an empty recording. */
function pretend({ written, channels }: { written: string; channels: number[][] }) {
  const track = { stop: vi.fn<() => void>(), takeAway: () => {} }
  class Recorder extends EventTarget {
    state = 'inactive'
    mimeType = 'audio/webm'
    start() {
      this.state = 'recording'
      track.takeAway = () => this.stop()
      queueMicrotask(() => this.dispatchEvent(new Event('start')))
    }
    stop() {
      this.state = 'inactive'
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([written]) }))
      this.dispatchEvent(new Event('stop'))
    }
  }
  class Offline {
    decodeAudioData = (bytes: ArrayBuffer) =>
      bytes.byteLength === 0
        ? Promise.reject(new DOMException('empty', 'EncodingError'))
        : Promise.resolve({
            numberOfChannels: channels.length,
            length: channels[0]!.length,
            getChannelData: (at: number) => Float32Array.from(channels[at]!),
          })
  }
  vi.stubGlobal('MediaRecorder', Recorder)
  vi.stubGlobal('OfflineAudioContext', Offline)
  vi.stubGlobal('AudioContext', undefined)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => Promise.resolve({ getTracks: () => [track] }) } })
  URL.createObjectURL = () => 'blob:take'
  return track
}

async function begin() {
  const refused = vi.fn<() => void>()
  const { result } = renderHook(() => useRecorder(refused))
  await act(() => result.current.start())
  expect(result.current.state).toBe(1)
  return { result, refused }
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a take has the mean of its channels, at 48 kHz, and the microphone is let go', async () => {
  const track = pretend({
    written: 'sound',
    channels: [
      [0, 1, -1],
      [1, 1, -1],
    ],
  })
  const { result, refused } = await begin()
  act(() => result.current.stop())
  await waitFor(() => expect(result.current.state).toBe(2))
  const view = new DataView(await result.current.take!.sound.arrayBuffer())
  expect([view.getUint16(22, true), view.getUint32(24, true)]).toEqual([1, 48_000])
  expect([0, 2, 4].map((at) => view.getInt16(HEAD + at, true))).toEqual([16_383, 32_767, -32_768])
  expect(track.stop).toHaveBeenCalled()
  expect(refused).not.toHaveBeenCalled()
})

test('a recorder that wrote nothing is refused, and the recorder is ready again', async () => {
  pretend({ written: '', channels: [[0]] })
  const { result, refused } = await begin()
  act(() => result.current.stop())
  await waitFor(() => expect(refused).toHaveBeenCalled())
  expect([result.current.state, result.current.take]).toEqual([0, undefined])
})

test('a microphone that is taken away ends the take', async () => {
  const track = pretend({ written: 'sound', channels: [[1]] })
  const { result } = await begin()
  act(() => track.takeAway())
  await waitFor(() => expect(result.current.state).toBe(2))
})
