// A camera, its pictures, and what the tracking of faces sees in them.
import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'
import type { Tracked } from '../src/kernel/camera/face-track.worker.ts'

export const goodFace = { faces: [{ share: 0.4, yaw: 0, pitch: 0 }] } satisfies Tracked

/** Videos that play 640 × 480 pictures, for the rest of the test. */
export function fakeVideo() {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(480)
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,/9j/')
  onTestFinished(() => void vi.restoreAllMocks())
}

/** A camera that shows what `see` names, for the rest of the test. */
export function camera() {
  const listeners: ((event: { data: Tracked }) => void)[] = []
  let asked = 0
  class TrackWorker {
    addEventListener(type: string, listener: (event: { data: Tracked }) => void) {
      if (type === 'message') listeners.push(listener)
    }
    postMessage() {
      asked += 1
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', TrackWorker)
  const track = { label: 'Integrated Camera', stop: () => undefined, addEventListener: () => undefined }
  const stream = { getVideoTracks: () => [track], getTracks: () => [track] }
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    mediaDevices: { getUserMedia: () => Promise.resolve(stream), enumerateDevices: () => Promise.resolve([]) },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    see: (tracked: Tracked) => act(() => listeners.at(-1)?.({ data: tracked })),
    isWatched: () => listeners.length > 0,
    /** how often the tracking was begun */
    begun: () => listeners.length,
    /** how many pictures were looked at */
    asked: () => asked,
  }
}
