// The card of an exam in the learner's list: what the exam needs is said on it.
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { cleanup, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { ExamRow } from '../exam-labels.ts'
import { ExamCard } from './ExamCard.tsx'

const row = {
  id: '1',
  title: '消防考试',
  phase: 'open',
  startTime: null,
  endTime: null,
  minutes: 60,
  tries: 0,
  price: '0.00',
  costPoints: 0,
  openHours: '',
  place: '',
  openType: ExamOpenType.all,
  examType_dictText: '',
} as ExamRow

test('an exam that needs the face says so', () => {
  show(<ExamCard row={{ ...row, needFace: true }} mine={undefined} toBuy={false} onApply={() => undefined} />)
  screen.getByText('需要人脸核验')
})

test('what else is needed beforehand: a course, Safe Exam Browser, a password, an application', () => {
  const needs = { ...row, needCourse: true, needSeb: true, needApply: true, applyState: null, openType: ExamOpenType.password }
  show(<ExamCard row={needs} mine={undefined} toBuy={false} onApply={() => undefined} />)
  for (const text of ['须先学完课程', '须用 Safe Exam Browser', '需要密码', '需要申请']) screen.getByText(text)
})

/** A browser on a computer, or one that shares no screen. */
function browser(shares: boolean) {
  const before = { recorder: globalThis.MediaRecorder, devices: Object.getOwnPropertyDescriptor(navigator, 'mediaDevices') }
  onTestFinished(() => {
    globalThis.MediaRecorder = before.recorder
    if (before.devices) Object.defineProperty(navigator, 'mediaDevices', before.devices)
    else delete (navigator as { mediaDevices?: unknown }).mediaDevices
  })
  globalThis.MediaRecorder = { isTypeSupported: () => true } as never
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: shares ? { getDisplayMedia: () => undefined } : {} })
}

test.each([
  [false, 1],
  [true, 0],
])('an exam that records the screen says on a phone that it needs a computer; shares: %s', (shares, times) => {
  browser(shares)
  show(<ExamCard row={{ ...row, recordsScreen: true }} mine={undefined} toBuy={false} onApply={() => undefined} />)
  expect(screen.queryAllByText('需在电脑上使用 Chrome 或 Edge 作答')).toHaveLength(times)
})

test('another one needs nothing', () => {
  show(<ExamCard row={{ ...row, needFace: false }} mine={undefined} toBuy={false} onApply={() => undefined} />)
  expect(screen.queryByText(/需要|须/)).toBeNull()
})

test('an exam on paper says where it is held', () => {
  show(<ExamCard row={{ ...row, offline: true, place: '一号楼 203' }} mine={undefined} toBuy={false} onApply={() => undefined} />)
  screen.getByText('一号楼 203')
})

test('the hours of a day are named where the exam has some', () => {
  const open = { ...row, openHours: '08:00-12:00\n14:00-18:00' }
  show(<ExamCard row={open} mine={undefined} toBuy={false} onApply={() => undefined} />)
  screen.getByText('每天 08:00-12:00、14:00-18:00')
})

test('an application is made on the card, and what became of it is said there', async () => {
  let asked = 0
  const needs = { ...row, needApply: true, applyState: null }
  const card = (more: Partial<ExamRow>) => <ExamCard row={{ ...needs, ...more }} mine={undefined} toBuy={false} onApply={() => asked++} />
  const { mouse } = show(card({}))
  await mouse.click(screen.getByRole('button', { name: '申请考试' }))
  expect(asked).toBe(1)
  cleanup()
  show(card({ applyState: AuditState.waiting }))
  screen.getByText('申请审核中')
  expect(screen.queryByRole('button', { name: '申请考试' })).toBeNull()
})
