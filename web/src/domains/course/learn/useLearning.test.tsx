// Counting in the page: when time counts, and what is reported when the page is hidden or left.
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import type { LearnItem } from '../catalog/course-labels.ts'
import { Turns, useLearning } from './useLearning.ts'

const PDF = 11
const VIDEO = 22
const file = (fileType: number): LearnItem => ({
  fileId: '7',
  chapter: '',
  required: true,
  title: '课件',
  fileType: fileType as LearnItem['fileType'],
  fileType_dictText: '',
  duration: 0,
  fileSize: 1,
  needSec: 60,
  learnSec: 0,
  process: 0,
  finished: false,
  locked: false,
  openTime: null,
  dueTime: null,
  overdue: false,
  viewUrl: '',
  fileUrl: '',
  posterUrl: '',
  captions: [],
})
const opened = {
  furthest: 0,
  checkIn: null,
  checkDue: false,
  covered: [],
  captureHeld: false,
  captureDue: false,
  stopAt: null,
  position: 0,
  process: 0,
  learnSec: 0,
  needSec: 60,
  finished: false,
  courseFinished: false,
  session: 's1',
}

/** A server that accepts every report. */
function learnServer() {
  let learnSec = 0
  const sent = fakeServer({
    [courseFileLearn['load-process'].path]: () => ({ data: { ...opened, learnSec } }),
    [courseFileLearn['save-process'].path]: ({ body }) => {
      learnSec += (body as { learnSec: number }).learnSec
      return { data: { ...opened, learnSec } }
    },
  })
  return () =>
    sent
      .filter(({ path }) => path === courseFileLearn['save-process'].path)
      .map(({ body, keepalive }) => [(body as { learnSec: number }).learnSec, keepalive])
}

let isHidden = false
const look = (hidden: boolean) => {
  isHidden = hidden
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))

beforeEach(() => {
  vi.useFakeTimers()
  isHidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
})

function Page({ fileType }: { fileType: number }) {
  const [turns] = useState(() => new Turns())
  const learning = useLearning({ userId: '1', courseId: '3', file: file(fileType), turns }, () => undefined)
  return (
    <>
      <output>{learning.view.learnSec}</output>
      <button type="button" onClick={() => learning.play(true)}>
        play
      </button>
      <button type="button" onClick={() => learning.play(false)}>
        pause
      </button>
    </>
  )
}
const counted = () => Number(screen.getByRole('status').textContent)
const press = (name: string) => act(() => screen.getByText(name).click())

test('a document counts while it is visible; hiding the page reports immediately', async () => {
  const reports = learnServer()
  render(<Page fileType={PDF} />)
  await pass(4)
  expect(counted()).toBe(4)
  look(true)
  await pass(30)
  expect(counted()).toBe(4)
  expect(reports()).toEqual([[4, true]])
  look(false)
  await pass(3)
  expect(counted()).toBe(7)
})

test('a video counts while it plays; a pause reports, and leaving reports the rest', async () => {
  const reports = learnServer()
  const { unmount } = render(<Page fileType={VIDEO} />)
  await pass(5)
  expect(counted()).toBe(0)
  press('play')
  await pass(3)
  press('pause')
  await pass(5)
  expect(reports()).toEqual([[3, false]])
  press('play')
  await pass(2)
  unmount()
  await pass(1)
  expect(reports()).toEqual([
    [3, false],
    [2, true],
  ])
})
