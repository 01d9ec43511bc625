import { afterEach, expect, test, vi } from 'vitest'
import { castTypeOf } from './caster.ts'
import { obstacleOf } from './sources.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

const all = { getUserMedia: () => undefined, getDisplayMedia: () => undefined }
/** A browser that records these containers, on a page with https. */
function browser(containers: string[], devices: object = all) {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('MediaRecorder', { isTypeSupported: (type: string) => containers.some((one) => type.startsWith(one)) })
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true })
}

test('a browser that records only MP4 broadcasts pictures and sound, too', () => {
  browser(['video/mp4', 'audio/mp4'])
  expect([castTypeOf(true), castTypeOf(false)]).toEqual(['mp4-aac', 'sound-mp4'])
  browser(['video/webm;codecs=vp8', 'audio/webm'])
  expect([castTypeOf(true), castTypeOf(false)]).toEqual(['webm', 'sound'])
})

test('what a browser cannot broadcast has its reason before the start', () => {
  browser(['audio/webm'])
  expect(obstacleOf('sound')).toBeUndefined()
  expect(obstacleOf('camera')).toContain('不能录制')
  browser(['video/mp4'], { getUserMedia: () => undefined })
  expect([obstacleOf('camera'), obstacleOf('screen')]).toEqual([undefined, expect.stringContaining('共享屏幕')])
  vi.stubGlobal('MediaRecorder', undefined)
  expect(obstacleOf('camera')).toContain('不能录制')
  browser(['video/mp4'], {})
  expect(obstacleOf('camera')).toContain('不能直播')
  vi.stubGlobal('isSecureContext', false)
  expect(obstacleOf('camera')).toContain('https')
})
