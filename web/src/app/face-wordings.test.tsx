// Every wording of the specification about faces and cameras, each shown by the page that has to say it. What the server says is in
// server/test/face-wordings.test.ts.
import { capture } from '@shuyuan/contract/paper/proctor/capture.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { courseFace } from '@shuyuan/contract/course/face/face.ts'
import { face } from '@shuyuan/contract/exam/face.ts'
import { real } from '@shuyuan/contract/account/realname/real.ts'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { refused } from '../../test/answers.ts'
import { camera, fakeVideo, goodFace } from '../../test/fake-camera.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { notices, show, signInWith } from '../../test/render.tsx'
import { FaceGate } from '../domains/course/face/FaceGate.tsx'
import { LearnCapture } from '../domains/course/face/LearnCapture.tsx'
import { FaceStep } from '../domains/paper/admission/FaceStep.tsx'
import { Camera } from '../domains/paper/attempt/integrity/Camera.tsx'
import { useRoomEvents } from '../domains/paper/attempt/integrity/useRoomEvents.ts'
import type { PaperSession } from '../domains/paper/attempt/save/paper-session.ts'
import type { Detail } from '../domains/paper/attempt/save/paper-session-view.ts'
import { RealForm } from '../domains/account/realname/RealForm.tsx'
import { FaceCamera } from '../kernel/camera/FaceCamera.tsx'

/** The wordings of learner.md and admin.md that pages say; a number stands for any number. */
const wordings = [
  '为了提高通过率，请确认姓名、身份证号、人脸照片相匹配，确定提交吗',
  '人脸比对成功！',
  '人脸识别已失败1次，连续失败3次将自动交卷！',
  '人脸识别已失败1次，连续失败3次将退出学习！',
  '很好，请保持这个姿势！',
  '您的浏览器不支持媒体访问，请升级浏览器！',
  '摄像头载入失败，请确认电脑上有摄像头且已允许网页访问！',
  '服务器开小差了呢！',
  '未识别到人脸，请将人脸置于摄像头中央！',
  '正在比对，请稍候..',
  '窗口已关闭，若要重新识别请刷新页面！',
  '请认真学习，确保人脸在摄像头中央！',
  '请诚信考试，确保人脸在摄像头中央！',
  '连续3次人脸识别失败！',
  '连续3次人脸识别失败，系统强制交卷！',
] as const
type Wording = (typeof wordings)[number]

/** A browser whose camera cannot be opened. */
function noCamera(mediaDevices?: object) {
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, ...(mediaDevices && { mediaDevices }) })
  vi.stubGlobal('isSecureContext', true)
  onTestFinished(() => void vi.unstubAllGlobals())
}
const shows = (text: Wording) => screen.findByText((content) => content.includes(text))

beforeEach(async () => {
  localStorage.clear()
  fakeVideo()
  fakeServer({})
  await signInWith([])
})

/** Opens FaceCamera and waits for its picture. */
async function openFaceCamera(onPicture: (base64: string) => Promise<string>) {
  const device = camera()
  render(<FaceCamera onPicture={onPicture} />)
  await vi.waitFor(() => expect(device.isWatched()).toBe(true))
  return device
}
const take = async () => fireEvent.click(await screen.findByRole('button', { name: '拍照核验' }))

/** Answers a capture of a course. */
function capturesOf(reply: { isBreak: boolean; failCount: number }) {
  camera()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  fakeServer({
    [courseFace.state.path]: { data: { needsCheck: false, faceInterval: 1, faceChance: 3 } },
    [courseFace.save.path]: { data: { ...reply, faceChance: 3 } },
  })
  const onBreak = vi.fn<(text: string) => void>()
  show(<LearnCapture courseId="1" fileId="2" held={false} due={false} onTaken={() => undefined} onBreak={onBreak} />)
  return onBreak
}

/** Waits for a check while the page's own time goes by. */
const inTime = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(() => vi.advanceTimersByTimeAsync(2_000))
      check()
    },
    { timeout: 60_000 },
  )

/** Sends one capture of an exam, answered so. */
async function examCapture(reply: { isBreak: boolean; failCount: number }) {
  fakeServer({ [capture.save.path]: { data: { ...reply, faceChance: 3 } } })
  const said = notices()
  const detail = { id: '7', rules: { signals: { face: 'force' }, leaveTimes: 0 } } as unknown as Detail
  const session = { queue: { flush: () => undefined }, over: () => undefined } as unknown as PaperSession
  const Room = () => {
    const { report } = useRoomEvents(session, '1', detail)
    return (
      <button type="button" onClick={() => report({ kind: 'face', base64: '' })}>
        capture
      </button>
    )
  }
  render(<Room />)
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(said).toHaveLength(1))
  return said
}

const own = { realName: '', face: '', idCard: '', sex: null, age: null, realPerson: false } as unknown as Parameters<
  typeof RealForm
>[0]['own']

/** How each wording comes about. */
const occasions: Record<Wording, (text: Wording) => Promise<unknown>> = {
  '为了提高通过率，请确认姓名、身份证号、人脸照片相匹配，确定提交吗': async (text) => {
    fakeServer({ [real.queryUserInfo.path]: { data: null } })
    const filled = {
      realName: '张三',
      face: '/files/1.jpg',
      idCard: '11010519491231002X',
      sex: '女',
      age: 70,
      birthday: '1949-12-31',
      domicileAddress: '北京市',
      contactWay: '13800000000',
    }
    show(<RealForm own={{ ...own, ...filled }} onDone={() => undefined} />)
    fireEvent.click(await screen.findByRole('button', { name: '提交认证' }))
    await shows(text)
  },
  '人脸比对成功！': async (text) => {
    camera()
    fakeServer({
      [configSwitch.detail.path]: { data: { ready: { face: true } } },
      [face['validate-face'].path]: { data: { pass: true, failMsg: '', faceToken: 't', realName: '', idCard: '' } },
    })
    const onToken = vi.fn<(token: string) => void>()
    show(<FaceStep examId="1" token="" onToken={onToken} />)
    fireEvent.click(await screen.findByRole('button', { name: '人脸核验' }))
    await waitFor(async () => expect(await screen.findByRole('button', { name: '拍照核验' })).toHaveProperty('disabled', false))
    await take()
    await waitFor(() => expect(onToken).toHaveBeenCalledWith('t'))
    await shows(text)
  },
  '人脸识别已失败1次，连续失败3次将自动交卷！': async (text) => expect(await examCapture({ isBreak: false, failCount: 1 })).toEqual([text]),
  '连续3次人脸识别失败，系统强制交卷！': async (text) => expect(await examCapture({ isBreak: true, failCount: 3 })).toEqual([text]),
  '人脸识别已失败1次，连续失败3次将退出学习！': async (text) => {
    const said = notices()
    capturesOf({ isBreak: false, failCount: 1 })
    await inTime(() => expect(said).toContain(text))
  },
  '连续3次人脸识别失败！': async (text) => {
    const onBreak = capturesOf({ isBreak: true, failCount: 3 })
    await inTime(() => expect(onBreak).toHaveBeenCalledWith(text))
  },
  '请认真学习，确保人脸在摄像头中央！': async (text) => {
    capturesOf({ isBreak: false, failCount: 0 })
    await inTime(() => expect(screen.getByText(text)).toBeTruthy())
  },
  '请诚信考试，确保人脸在摄像头中央！': async (text) => {
    camera()
    render(<Camera paperId="1" minutes={1} follows={false} onPicture={() => undefined} onUnseen={() => undefined} />)
    await shows(text)
  },
  '未识别到人脸，请将人脸置于摄像头中央！': async (text) => {
    const device = await openFaceCamera(() => Promise.resolve(''))
    device.see({ faces: [] })
    await shows(text)
  },
  '很好，请保持这个姿势！': async (text) => {
    const device = await openFaceCamera(() => Promise.resolve(''))
    device.see(goodFace)
    await shows(text)
  },
  '正在比对，请稍候..': async (text) => {
    await openFaceCamera(() => new Promise(() => undefined))
    await take()
    await shows(text)
  },
  '服务器开小差了呢！': async (text) => {
    // oxlint-disable-next-line prefer-promise-reject-errors -- what a library may throw
    await openFaceCamera(() => Promise.reject('no error object'))
    await take()
    await shows(text)
  },
  '窗口已关闭，若要重新识别请刷新页面！': async (text) => {
    camera()
    show(<FaceGate courseId="1" fileId="2" onPassed={() => undefined} />)
    fireEvent.click(await screen.findByRole('button', { name: '关闭' }))
    await shows(text)
  },
  '您的浏览器不支持媒体访问，请升级浏览器！': async (text) => {
    noCamera()
    render(<FaceCamera onPicture={() => Promise.resolve('')} />)
    await shows(text)
  },
  '摄像头载入失败，请确认电脑上有摄像头且已允许网页访问！': async (text) => {
    noCamera({ getUserMedia: () => Promise.reject(new DOMException('', 'NotAllowedError')) })
    render(<FaceCamera onPicture={() => Promise.resolve('')} />)
    await shows(text)
  },
}

test('a door whose face service is down names the way out', async () => {
  camera()
  fakeServer({ [configSwitch.detail.path]: { data: { ready: { face: true } } }, [face['validate-face'].path]: refused('faceDown') })
  const onApply = vi.fn<() => void>()
  show(<FaceStep examId="1" token="" onToken={() => undefined} onApply={onApply} />)
  fireEvent.click(await screen.findByRole('button', { name: '人脸核验' }))
  await waitFor(async () => expect(await screen.findByRole('button', { name: '拍照核验' })).toHaveProperty('disabled', false))
  await take()
  expect(await screen.findByText('请联系监考员免除人脸核验，免除后本页会自动更新，无需刷新。')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '无法使用摄像头？申请考试' }))
  expect(onApply).toHaveBeenCalledOnce()
})

test.each(wordings)('%s', async (text) => {
  // the occasion fails unless its page shows this text
  await expect(occasions[text](text)).resolves.not.toThrow()
})
