// 设备检测 before an exam that is recorded: camera, microphone and screen are tried.
import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { DeviceChecks } from './DeviceChecks.tsx'
import { levelOf } from './LevelMeter.tsx'

const stopped = vi.fn<() => void>()
/** A microphone of which this is heard; null is refused. */
function microphone(samples: number[] | null) {
  const track = { stop: stopped }
  const getUserMedia = () =>
    samples === null ? Promise.reject(new DOMException('refused', 'NotAllowedError')) : Promise.resolve({ getTracks: () => [track] })
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { mediaDevices: { getUserMedia } }))
  const heard = { fftSize: samples?.length ?? 1, getByteTimeDomainData: (into: Uint8Array) => into.set(samples ?? []) }
  vi.stubGlobal(
    'AudioContext',
    class {
      createAnalyser = () => heard
      createMediaStreamSource = () => ({ connect: () => undefined })
      close = () => Promise.resolve()
    },
  )
}
const check = () =>
  show(<DeviceChecks examId="5" camera={false} microphone screen fullScreen={false} onAgain={() => undefined} onClose={() => undefined} />)
const row = async (name: string, text: string) => {
  const item = (await screen.findByText(text)).closest('li')!
  return [within(item).getByText(name).tagName, item.dataset.verdict]
}

beforeEach(async () => {
  stopped.mockClear()
  fakeServer({})
  await signInWith([])
  return () => vi.unstubAllGlobals()
})

it('a microphone that works shows how loud it hears, and is closed with the dialog', async () => {
  microphone([64, 192, 64, 192])
  check()
  expect(await row('麦克风', '麦克风正常，请说一句话，确认音量条随声音变化')).toEqual(['B', 'good'])
  const meter = await screen.findByLabelText<HTMLMeterElement>('麦克风音量')
  await vi.waitFor(() => expect(meter.value).toBe(1))
  cleanup()
  expect(stopped).toHaveBeenCalledOnce()
})

it('a microphone that is refused, and a screen that cannot be recorded here, say what to do', async () => {
  microphone(null)
  check()
  expect(await row('麦克风', '麦克风载入失败，请确认已允许网页使用麦克风！')).toEqual(['B', 'bad'])
  expect(await row('屏幕录制', '本场考试录制整个屏幕，需在电脑上使用 Chrome 或 Edge 作答。')).toEqual(['B', 'bad'])
  expect(screen.queryByLabelText('麦克风音量')).toBeNull()
})

it('silence has no level, and the level never leaves the bar', () => {
  expect([levelOf(new Uint8Array([128, 128])), levelOf(new Uint8Array([0, 255]))]).toEqual([0, 1])
  expect(levelOf(new Uint8Array([124, 132]))).toBeCloseTo(0.125)
})
