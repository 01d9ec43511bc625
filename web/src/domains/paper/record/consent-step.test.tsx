// Before the start: the notice, and what this browser cannot record.
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { ConsentStep } from './ConsentStep.tsx'
import { ScreenNote } from './ScreenNote.tsx'

const need = {
  camera: false,
  sound: false,
  screen: true,
  phone: false,
  keepDays: 30,
  text: '本场考试将录制整个屏幕。',
  textHash: 'a'.repeat(64),
  agreed: true,
  exempt: false,
}

/** A phone: a camera, and no screen that could be shared. */
function onPhone() {
  const before = Object.getOwnPropertyDescriptor(navigator, 'mediaDevices')
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'mediaDevices', before)
    else delete (navigator as { mediaDevices?: unknown }).mediaDevices
  })
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: () => undefined } })
}

test('a device without a screen to share is told before the start', async () => {
  onPhone()
  const ready: boolean[] = []
  fakeServer({ [record.need.path]: { data: need } })
  show(<ConsentStep examId="1" onReady={(one) => void ready.push(one)} />)
  await screen.findByText('本场考试录制整个屏幕，需在电脑上使用 Chrome 或 Edge 作答。')
  expect(ready).toEqual([false])
})

test('an exempt candidate starts with any device', async () => {
  onPhone()
  const ready: boolean[] = []
  fakeServer({ [record.need.path]: { data: { ...need, exempt: true } } })
  show(<ConsentStep examId="1" onReady={(one) => void ready.push(one)} />)
  await screen.findByText('监考老师已为您免除录制，可以直接开始考试。')
  await waitFor(() => expect(ready.at(-1)).toBe(true))
})

test('the start page says it before the exam is open', async () => {
  onPhone()
  fakeServer({ [record.need.path]: { data: need } })
  show(<ScreenNote examId="1" />)
  await screen.findByText('需在电脑上使用 Chrome 或 Edge 作答')
})

test('the start page says nothing of it to an exempt candidate', async () => {
  onPhone()
  const sent = fakeServer({ [record.need.path]: { data: { ...need, exempt: true } } })
  show(<ScreenNote examId="1" />)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.queryByText('需在电脑上使用 Chrome 或 Edge 作答')).toBeNull()
})
