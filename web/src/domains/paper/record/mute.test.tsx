// A camera, microphone or screen that gives nothing while it is recorded: the room says so, answers stay open, and it takes it back by itself.
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { RoomRecorder } from './RoomRecorder.tsx'

class StandInTrack extends EventTarget {
  readonly kind: 'audio' | 'video'
  muted = false
  readyState = 'live'
  constructor(kind: 'audio' | 'video') {
    super()
    this.kind = kind
  }
  say(event: 'mute' | 'unmute' | 'ended') {
    this.muted = event === 'mute'
    this.dispatchEvent(new Event(event))
  }
  label = ''
  applyConstraints = async () => undefined
  getSettings = () => ({ displaySurface: 'monitor' })
  stop = () => (this.readyState = 'ended')
}

const streamOf = (tracks: StandInTrack[]) => ({
  getTracks: () => tracks,
  getVideoTracks: () => tracks.filter((one) => one.kind === 'video'),
  getAudioTracks: () => tracks.filter((one) => one.kind === 'audio'),
  addTrack: (track: StandInTrack) => void tracks.push(track),
})

class FakeRecorder extends EventTarget {
  static isTypeSupported = () => true
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

const before = { recorder: globalThis.MediaRecorder, devices: Object.getOwnPropertyDescriptor(navigator, 'mediaDevices') }
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  globalThis.MediaRecorder = FakeRecorder as never
})
afterEach(() => {
  vi.useRealTimers()
  globalThis.MediaRecorder = before.recorder
  if (before.devices) Object.defineProperty(navigator, 'mediaDevices', before.devices)
  else delete (navigator as { mediaDevices?: unknown }).mediaDevices
})

const faceBar = /摄像头录制已中断，请点击恢复/
const darkBar = /摄像头没有画面，请打开镜头盖/
const soundBar = /声音录制已中断/
const screenBar = /屏幕共享已停止，请点击恢复共享/

/** The room of a candidate whose camera, microphone and screen are recorded. */
async function room() {
  const opened: StandInTrack[] = []
  const open = (...kinds: ('audio' | 'video')[]) => {
    const tracks = kinds.map((kind) => new StandInTrack(kind))
    opened.push(...tracks)
    return streamOf(tracks)
  }
  const devices = {
    getUserMedia: async ({ video }: { video?: unknown }) => open(video ? 'video' : 'audio'),
    getDisplayMedia: async () => open('video'),
  }
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: devices })
  const sent = fakeServer({
    [record.need.path]: { data: { exempt: false } },
    [record.begin.path]: { data: { id: '7', address: '/piece/7', place: 'here', key: '', part: 1, videoBits: 1, audioBits: 1 } },
  })
  // the sender outlives the room: it ends when the server does not know the recording
  onTestFinished(() => vi.waitFor(() => expect(sent.at(-1)?.path).toMatch(/^\/piece\/7\?.*end=1/)))
  const what = { camera: true, sound: true, screen: true, phone: false }
  const { mouse } = show(
    <>
      <RoomRecorder paperId="1" examId="2" session="s" userId="u8" what={what} isBusy={() => false} />
      <button type="button">选项 A</button>
    </>,
  )
  await mouse.click(await screen.findByRole('button', { name: '共享整个屏幕' }))
  await screen.findByText('录制中')
  const [camera, voice, shared] = opened as [StandInTrack, StandInTrack, StandInTrack]
  return { mouse, opened, camera, voice, shared }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** A dialog would hide the paper from the candidate. */
const isPaperFree = () => screen.queryByRole('dialog') === null && screen.getByRole('button', { name: '选项 A' }) !== null

test('a muted camera is told above the paper, and taken back by itself', async () => {
  const { camera, opened } = await room()
  camera.say('mute')
  await pass(1_000)
  expect(screen.queryByText(darkBar)).toBeNull()
  await pass(1_500)
  screen.getByText(darkBar)
  screen.getByText('未在录制')
  expect(isPaperFree()).toBe(true)
  act(() => camera.say('unmute'))
  await waitFor(() => expect(screen.queryByText(darkBar)).toBeNull())
  screen.getByText('录制中')
  expect([opened.length, camera.readyState]).toEqual([3, 'live'])
})

test('a muted microphone is told as one; a picture that is missing too counts before it', async () => {
  const { camera, voice } = await room()
  voice.say('mute')
  await pass(2_500)
  screen.getByText(soundBar)
  camera.say('mute')
  await pass(2_500)
  screen.getByText(darkBar)
  expect(screen.queryByText(soundBar)).toBeNull()
  act(() => camera.say('unmute'))
  screen.getByText(soundBar)
  act(() => voice.say('unmute'))
  screen.getByText('录制中')
})

test('a muted screen, and one that is not shared any more, leave the paper free; a click shares it again', async () => {
  const { mouse, opened, shared } = await room()
  shared.say('mute')
  await pass(2_500)
  screen.getByText(screenBar)
  expect(isPaperFree()).toBe(true)
  act(() => shared.say('unmute'))
  expect(screen.queryByText(screenBar)).toBeNull()
  act(() => shared.say('ended'))
  screen.getByText(screenBar)
  expect(isPaperFree()).toBe(true)
  await mouse.click(screen.getByRole('button', { name: '恢复共享' }))
  await screen.findByText('录制中')
  expect([opened.length, screen.queryByText(screenBar)]).toEqual([4, null])
})

test('an unplugged camera stays away until the candidate clicks', async () => {
  const { mouse, camera } = await room()
  act(() => camera.say('ended'))
  screen.getByText(faceBar)
  await pass(10_000)
  screen.getByText(faceBar)
  await mouse.click(screen.getByRole('button', { name: '恢复录制' }))
  await screen.findByText('录制中')
  expect(screen.queryByText(faceBar)).toBeNull()
})
