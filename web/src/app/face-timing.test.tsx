// When the camera of a check takes its picture, and when a page says that no face is there.
import { courseFace } from '@shuyuan/contract/course/face/face.ts'
import { face } from '@shuyuan/contract/exam/face.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { camera, fakeVideo, goodFace } from '../../test/fake-camera.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { notices, show, signInWith } from '../../test/render.tsx'
import { useState } from 'react'
import { Capture } from '../domains/course/face/Capture.tsx'
import { LearnCapture } from '../domains/course/face/LearnCapture.tsx'
import { FaceStep } from '../domains/paper/admission/FaceStep.tsx'
import { Camera } from '../domains/paper/attempt/integrity/Camera.tsx'
import { FaceCamera } from '../kernel/camera/FaceCamera.tsx'

const turned = { faces: [{ share: 0.4, yaw: 0.6, pitch: 0 }] }
const nobody = { faces: [] }
const OUT = '请认真学习，确保人脸在摄像头中央！'

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  fakeVideo()
  fakeServer({})
  await signInWith([])
})

/** Pictures of the video can be read, so that they are sent to the tracking. */
const showsPictures = () =>
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => undefined,
    getImageData: () => ({ data: new Uint8ClampedArray(4) }),
  } as never)

type Device = ReturnType<typeof camera>
/** The camera shows this for so long, eight pictures a second. */
function watch({ see }: Device, seen: Parameters<Device['see']>[0], ms: number) {
  for (let left = ms; left > 0; left -= 125) {
    vi.advanceTimersByTime(125)
    see(seen)
  }
}

/** Opens FaceCamera and waits for its picture. */
async function openFaceCamera(onPicture: (base64: string) => Promise<string>) {
  const device = camera()
  render(<FaceCamera onPicture={onPicture} />)
  await vi.waitFor(() => expect(device.isWatched()).toBe(true))
  return device
}

test('takes its picture after two steady seconds, locks the view while it is compared, and begins anew after a refusal', async () => {
  let answer: (refusal: string) => void = () => undefined
  const onPicture = vi.fn<(base64: string) => Promise<string>>(() => new Promise((resolve) => (answer = resolve)))
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  const device = await openFaceCamera(onPicture)
  watch(device, goodFace, 2_000)
  expect(onPicture).not.toHaveBeenCalled()
  watch(device, goodFace, 125)
  expect(onPicture).toHaveBeenCalledOnce()
  expect(screen.getByRole('status').textContent).toBe('正在比对，请稍候..')
  expect(screen.getByRole('button', { name: '拍照核验' })).toHaveProperty('disabled', true)
  expect(pause).toHaveBeenCalledOnce()
  const begun = device.begun()
  answer('人脸比对未通过，请正对摄像头重试')
  // by itself, while the refusal is still there to be read
  await vi.waitFor(() => expect(device.begun()).toBe(begun + 1))
  expect(screen.getByRole('alert').textContent).toContain('人脸比对未通过')
  watch(device, goodFace, 2_000)
  expect(onPicture).toHaveBeenCalledOnce()
  watch(device, goodFace, 125)
  expect(onPicture).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('after five refusals in a row it waits until it is started again', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  const onPicture = vi.fn<(base64: string) => Promise<string>>(() => Promise.resolve('人脸比对未通过'))
  const device = await openFaceCamera(onPicture)
  for (let times = 1; times <= 5; times++) {
    const begun = device.begun()
    watch(device, goodFace, 2_125)
    expect(onPicture).toHaveBeenCalledTimes(times)
    await screen.findByRole('alert')
    const now = times < 5 ? begun + 1 : begun
    await vi.waitFor(() => expect(device.begun()).toBe(now))
  }
  const begun = device.begun()
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  await vi.waitFor(() => expect(device.begun()).toBe(begun + 1))
  watch(device, goodFace, 2_125)
  expect(onPicture).toHaveBeenCalledTimes(6)
})

test('a turned head or a hidden page begins the two seconds anew', async () => {
  const onPicture = vi.fn<(base64: string) => Promise<string>>(() => new Promise(() => undefined))
  const device = await openFaceCamera(onPicture)
  watch(device, goodFace, 1_875)
  watch(device, turned, 125)
  watch(device, goodFace, 1_875)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  // the loop looks at the page once more before it waits
  await vi.waitFor(() => expect(hidden).toHaveBeenCalled())
  hidden.mockReturnValue(false)
  vi.advanceTimersByTime(60_000)
  watch(device, goodFace, 2_000)
  expect(onPicture).not.toHaveBeenCalled()
  watch(device, goodFace, 125)
  expect(onPicture).toHaveBeenCalledOnce()
})

test('says what keeps a face from being taken, and looks at no more than eight pictures a second', async () => {
  const device = await openFaceCamera(() => Promise.resolve(''))
  const hint = () => screen.getByRole('status').textContent
  device.see({ faces: [...goodFace.faces, { share: 0.3, yaw: 0, pitch: 0 }] })
  expect(hint()).toBe('画面中有多张人脸，请确保只有本人在摄像头前')
  device.see({ faces: [{ share: 0.1, yaw: 0, pitch: 0 }] })
  expect(hint()).toBe('请正对摄像头，光线充足，整张脸在画面中央。')
  cleanup()
  vi.useRealTimers()
  showsPictures()
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  render(<FaceCamera onPicture={() => Promise.resolve('')} />)
  const before = device.asked()
  let answered = before
  for (let at = 0; at < 100; at++) {
    await act(() => vi.advanceTimersByTimeAsync(10))
    // a picture is answered once
    if (device.asked() > answered) device.see(turned)
    answered = device.asked()
  }
  expect(answered - before).toBeLessThanOrEqual(8)
  expect(answered - before).toBeGreaterThan(4)
})

test('the dialog of the door says that the face passed, and closes after two seconds', async () => {
  camera()
  fakeServer({
    [configSwitch.detail.path]: { data: { ready: { face: true } } },
    [face['validate-face'].path]: { data: { pass: true, failMsg: '', faceToken: 't' } },
  })
  const onToken = vi.fn<(token: string) => void>()
  show(<FaceStep examId="1" token="" onToken={onToken} />)
  fireEvent.click(await screen.findByRole('button', { name: '人脸核验' }))
  const button = await screen.findByRole('button', { name: '拍照核验' })
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(button)
  const step = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await vi.waitFor(async () => {
    await step(0)
    expect(onToken).toHaveBeenCalledWith('t')
  })
  expect(screen.getByRole('dialog').textContent).toContain('人脸比对成功！')
  await step(1_900)
  expect(screen.queryByRole('dialog')).not.toBeNull()
  await step(200)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a course says every ten seconds that nobody is before the camera', async () => {
  const device = camera()
  fakeServer({ [courseFace.state.path]: { data: { needsCheck: false, faceInterval: 1, faceChance: 3 } } })
  const said = notices()
  show(<LearnCapture courseId="1" fileId="2" held={false} due={false} onTaken={() => undefined} onBreak={() => undefined} />)
  await vi.waitFor(() => expect(device.isWatched()).toBe(true))
  watch(device, nobody, 9_875)
  expect(said).toEqual([])
  watch(device, nobody, 125)
  expect(said).toEqual([OUT])
  watch(device, nobody, 9_875)
  expect(said).toEqual([OUT])
  watch(device, nobody, 125)
  expect(said).toEqual([OUT, OUT])
  watch(device, nobody, 9_000)
  watch(device, goodFace, 125)
  watch(device, nobody, 9_875)
  expect(said).toHaveLength(2)
  watch(device, nobody, 125)
  expect(said).toHaveLength(3)
})

test('a course takes its first picture when the camera runs, another one soon after a failure, and at once when the file waits for one', async () => {
  camera()
  const replies = [
    { passed: false, failCount: 1 },
    { passed: true, failCount: 0 },
    { passed: true, failCount: 0 },
  ]
  const onTaken = vi.fn<(passed: boolean) => void>()
  fakeServer({
    [courseFace.state.path]: { data: { needsCheck: false, faceInterval: 1, faceChance: 3 } },
    [courseFace.save.path]: () => ({ data: { isBreak: false, faceChance: 3, ...replies[onTaken.mock.calls.length] } }),
  })
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const props = { courseId: '1', fileId: '2', onTaken, onBreak: () => undefined }
  const Lesson = () => {
    const [due, setDue] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setDue(true)}>
          the end
        </button>
        <LearnCapture {...props} held={!due} due={due} />
      </>
    )
  }
  show(<Lesson />)
  // the code of the camera is loaded, and the camera opened
  await vi.waitFor(async () => {
    await act(() => vi.advanceTimersByTimeAsync(0))
    screen.getByRole('button', { name: '立即拍照' })
  })
  expect(screen.getByRole('status').textContent).toContain('连续失败3次将退出学习')
  const after = async (ms: number, taken: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms - 100))
    expect(onTaken).toHaveBeenCalledTimes(taken - 1)
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(onTaken).toHaveBeenCalledTimes(taken)
  }
  await after(2_000, 1)
  expect(onTaken).toHaveBeenLastCalledWith(false)
  await after(20_000, 2)
  expect(onTaken).toHaveBeenLastCalledWith(true)
  fireEvent.click(screen.getByRole('button', { name: 'the end' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(onTaken).toHaveBeenCalledTimes(3)
})

/** Opens the camera of the exam room at the first moment of the spread. */
function openRoom(follows = true) {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const onUnseen = vi.fn<() => void>()
  show(<Camera paperId="1" minutes={5} follows={follows} onPicture={() => undefined} onUnseen={onUnseen} />)
  return onUnseen
}

test('the exam room says every ten seconds that nobody is before the camera, and reports it once a minute', async () => {
  const device = camera()
  const said = notices()
  const onUnseen = openRoom()
  await vi.waitFor(() => expect(device.isWatched()).toBe(true))
  watch(device, nobody, 9_875)
  expect(said).toEqual([])
  watch(device, nobody, 125)
  expect(said).toEqual(['请诚信考试，确保人脸在摄像头中央！'])
  expect(onUnseen).toHaveBeenCalledOnce()
  watch(device, nobody, 50_000)
  expect(said).toHaveLength(6)
  expect(onUnseen).toHaveBeenCalledOnce()
  watch(device, nobody, 10_000)
  expect(onUnseen).toHaveBeenCalledTimes(2)
  watch(device, goodFace, 60_000)
  expect(said).toHaveLength(7)
})

test('the exam room asks for one picture a second, and loads nothing for an exam that ignores an empty chair', async () => {
  const device = camera()
  const said = notices()
  openRoom(false)
  await screen.findByLabelText('摄像头画面')
  await act(() => Promise.resolve())
  expect(device.isWatched()).toBe(false)
  expect(said).toEqual([])
  cleanup()
  vi.useRealTimers()
  showsPictures()
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  show(<Camera paperId="1" minutes={5} follows onPicture={() => undefined} onUnseen={() => undefined} />)
  await vi.waitFor(async () => {
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(device.asked()).toBe(1)
  })
  device.see(goodFace)
  await act(() => vi.advanceTimersByTimeAsync(900))
  expect(device.asked()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(device.asked()).toBe(2)
})

test.each([
  ['of an exam', <Camera key="1" paperId="1" minutes={5} follows={false} onPicture={() => undefined} onUnseen={() => undefined} />],
  [
    'of a course',
    <Capture
      key="1"
      courseId="1"
      fileId="2"
      minutes={5}
      limit={3}
      held={false}
      due={false}
      onTaken={() => undefined}
      onBreak={() => undefined}
    />,
  ],
])('a camera %s that cannot be used is said once', async (_where, element) => {
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    mediaDevices: { getUserMedia: () => Promise.reject(new DOMException('', 'NotFoundError')) },
  })
  vi.stubGlobal('isSecureContext', true)
  onTestFinished(() => void vi.unstubAllGlobals())
  const said = notices()
  show(element)
  expect((await screen.findAllByText(/摄像头载入失败/)).map((one) => one.getAttribute('role'))).toEqual(['alert'])
  expect(said).toEqual([])
})
