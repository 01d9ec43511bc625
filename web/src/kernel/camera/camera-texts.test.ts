// Each problem of a camera has its own text and way out.
import { afterEach, expect, test, vi } from 'vitest'
import { cameraText } from './camera-texts.ts'
import { openCamera } from './stream.ts'

afterEach(() => vi.unstubAllGlobals())

/** The text for a browser whose getUserMedia answers so. */
async function textWith(getUserMedia: () => Promise<unknown>, devices: { kind: string; label: string; deviceId: string }[] = []) {
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, enumerateDevices: () => Promise.resolve(devices) } })
  return openCamera().then(
    () => undefined,
    (error: unknown) => cameraText(error),
  )
}
const refusedWith = (name: string) => () => Promise.reject(new DOMException('', name))
const streamOf = (label: string) => () => Promise.resolve({ getVideoTracks: () => [{ label, stop: () => undefined }], getTracks: () => [] })

test('a refused, a missing and a busy camera have different ways out under the specified text', async () => {
  const found = await Promise.all(
    ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'UnknownError'].map((name) => textWith(refusedWith(name))),
  )
  for (const one of found) expect(one?.text).toBe('摄像头载入失败，请确认电脑上有摄像头且已允许网页访问！')
  expect(new Set(found.map((one) => one?.help)).size).toBe(4)
  expect(found[0]?.help).toContain('允许')
  expect(found[1]?.help).toContain('没有找到摄像头')
  expect(found[2]?.help).toContain('占用')
})

test.each(['OBS Virtual Camera', 'ManyCam Virtual Webcam', '虚拟摄像头'])('a device with %s only is told its name', async (label) => {
  const found = await textWith(streamOf(label), [{ kind: 'videoinput', label, deviceId: '1' }])
  expect(found?.text).toContain(`“${label}”`)
  expect(found?.help).toContain('真实的摄像头')
})

test('a real camera is opened where a virtual one comes first', async () => {
  const stopped = vi.fn<() => void>()
  const streams: Record<string, object> = {
    first: { getVideoTracks: () => [{ label: 'OBS Virtual Camera' }], getTracks: () => [{ stop: stopped }] },
    '2': { getVideoTracks: () => [{ label: 'Integrated Camera' }], getTracks: () => [] },
  }
  const getUserMedia = ({ video }: { video: { deviceId?: { exact: string } } }) =>
    Promise.resolve(streams[video.deviceId?.exact ?? 'first'])
  const devices = ['OBS Virtual Camera', 'Integrated Camera'].map((label, at) => ({ kind: 'videoinput', label, deviceId: String(at + 1) }))
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, enumerateDevices: () => Promise.resolve(devices) } })
  expect((await openCamera()).stream).toBe(streams['2'])
  expect(stopped).toHaveBeenCalledOnce()
})

test('a browser without cameras is asked to be updated', async () => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('isSecureContext', true)
  const found = await openCamera().catch(cameraText)
  expect(found).toMatchObject({ text: '您的浏览器不支持媒体访问，请升级浏览器！' })
})

test('a page without https says so', async () => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('isSecureContext', false)
  const found = await openCamera().catch(cameraText)
  expect(found).toMatchObject({ text: '当前地址不是 https，浏览器不允许使用摄像头。', help: expect.stringContaining('https') as string })
})
