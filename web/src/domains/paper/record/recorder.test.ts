// Pictures in place of a film: one each two seconds with its time, and nothing after the end.
import { PICTURE_MS, scanPictures } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { newScan } from '@shuyuan/contract/paper/record/scan.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPictures } from './recorder.ts'

const jpeg = () => Uint8Array.of(0xff, 0xd8, 7, 7).buffer

describe('pictures', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('begin with the first one that there is, and tell their times', async () => {
    const said: string[] = []
    const parts: Uint8Array[] = []
    const shots = [undefined, jpeg(), jpeg(), jpeg()]
    const recorder = openPictures(
      { grab: async () => shots.shift(), close: () => said.push('closed') },
      {
        onStart: () => said.push('start'),
        onData: (data) => parts.push(new Uint8Array(data as ArrayBuffer)),
        onStop: () => said.push('stop'),
        onError: () => said.push('error'),
      },
    )
    await vi.advanceTimersByTimeAsync(0)
    expect(said).toEqual([])
    await vi.advanceTimersByTimeAsync(3 * PICTURE_MS)
    recorder.stop()
    recorder.stop()
    await vi.advanceTimersByTimeAsync(3 * PICTURE_MS)
    expect(said).toEqual(['start', 'closed', 'stop'])
    const bytes = Buffer.concat(parts)
    expect(scanPictures(newScan, bytes, 0).clusters.map((one) => one.time)).toEqual([0, PICTURE_MS, 2 * PICTURE_MS])
  })

  test('that cannot be taken are an interruption', async () => {
    const errors = vi.fn<() => void>()
    const none = () => undefined
    const recorder = openPictures(
      { grab: () => Promise.reject(new Error('no canvas')), close: none },
      { onStart: none, onData: none, onStop: none, onError: errors },
    )
    await vi.advanceTimersByTimeAsync(0)
    expect(errors).toHaveBeenCalledTimes(1)
    recorder.stop()
  })
})
