// Before the start: what a browser with little or no room says, and that it is asked to keep what it has.
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { ConsentStep } from './ConsentStep.tsx'
import { lookForSpace, megabytesNeeded } from './space.ts'

const MB = 1_024 * 1_024
const both = { camera: true, sound: false, screen: true }
const devices = Object.getOwnPropertyDescriptor(navigator, 'mediaDevices')
const before = {
  storage: Object.getOwnPropertyDescriptor(navigator, 'storage'),
  database: globalThis.indexedDB,
  recorder: globalThis.MediaRecorder,
}
/** A database that opens. */
const opening = {
  open() {
    const request = Object.assign(new EventTarget(), { result: { close: () => undefined } })
    queueMicrotask(() => request.dispatchEvent(new Event('success')))
    return request
  },
  deleteDatabase: () => undefined,
}
const persist = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)

function browser(storage: object | undefined, database: unknown = opening) {
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  globalThis.indexedDB = database as IDBFactory
}
const withRoom = (quota: number, usage: number) => ({ estimate: async () => ({ quota: quota * MB, usage: usage * MB }), persist })
beforeEach(() => {
  persist.mockClear()
  globalThis.MediaRecorder = { isTypeSupported: () => true } as never
  const records = { getUserMedia: () => undefined, getDisplayMedia: () => undefined }
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: records })
})
afterEach(() => {
  globalThis.indexedDB = before.database
  globalThis.MediaRecorder = before.recorder
  if (devices) Object.defineProperty(navigator, 'mediaDevices', devices)
  else delete (navigator as { mediaDevices?: unknown }).mediaDevices
  if (before.storage) Object.defineProperty(navigator, 'storage', before.storage)
  else delete (navigator as { storage?: unknown }).storage
})

test('ten minutes of camera and screen are sixteen megabytes', () => {
  expect([
    megabytesNeeded(both),
    megabytesNeeded({ ...both, screen: false }),
    megabytesNeeded({ camera: false, sound: true, screen: false }),
  ]).toEqual([16, 5, 0])
})

test('a browser with too little room, without a database, and one that says nothing', async () => {
  browser(withRoom(100, 90))
  expect(await lookForSpace(both)).toEqual({ kind: 'little', free: 10, needed: 16 })
  browser(withRoom(100, 80))
  expect(await lookForSpace(both)).toEqual({ kind: 'enough' })
  browser(withRoom(100, 90), null)
  expect(await lookForSpace(both)).toEqual({ kind: 'none' })
  browser(withRoom(100, 90), {
    open() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(await lookForSpace(both)).toEqual({ kind: 'none' })
  browser(undefined)
  expect(await lookForSpace(both)).toEqual({ kind: 'enough' })
})

const need = {
  ...both,
  phone: false,
  keepDays: 30,
  text: '本场考试将录制摄像头画面、整个屏幕。',
  textHash: 'a'.repeat(64),
  agreed: null as boolean | null,
  exempt: false,
}

test('the start page says it, and asks for lasting storage when the candidate agrees', async () => {
  browser(withRoom(100, 92))
  fakeServer({ [record.need.path]: { data: need }, [record.consent.path]: { data: true } })
  const { mouse } = show(<ConsentStep examId="1" onReady={() => undefined} />)
  await screen.findByText('浏览器只能再存 8 MB，断网时存不下 10 分钟的录像（约 16 MB）。建议先清理磁盘空间。')
  expect(persist).not.toHaveBeenCalled()
  await mouse.click(screen.getByRole('button', { name: '同意并继续' }))
  await waitFor(() => expect(persist).toHaveBeenCalledTimes(1))
})

test('a private window without a database is told so', async () => {
  browser(withRoom(100, 0), null)
  fakeServer({ [record.need.path]: { data: { ...need, agreed: true } } })
  show(<ConsentStep examId="1" onReady={() => undefined} />)
  await screen.findByText('这个窗口不能暂存录像，断网时的录像会丢失。建议退出无痕模式，用普通窗口重新打开。')
})
