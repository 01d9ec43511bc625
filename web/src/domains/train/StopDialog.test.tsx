import { QuType } from '@shuyuan/contract/qu/content.ts'
import { courseStop } from '@shuyuan/contract/train/stop.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { StopDialog } from './StopDialog.tsx'

const place = { courseId: '1', fileId: '7' }

/** The dialog with this answer of the server. */
function asked(answer: object) {
  const told = { onAsk: vi.fn<() => void>(), onAnswered: vi.fn<(stopAt: number | null) => void>() }
  fakeServer({ [courseStop.next.path]: answer })
  show(<StopDialog {...place} {...told} />)
  return told
}

test('a question that an open exam closes is passed over: nothing is shown, and the file does not pause', async () => {
  const { onAsk, onAnswered } = asked({ data: { stopId: '', stopAt: 90, question: null } })
  await waitFor(() => expect(onAnswered).toHaveBeenCalledWith(90))
  expect(onAsk).not.toHaveBeenCalled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a question pauses the file and is shown', async () => {
  const question = {
    id: '5',
    quType: QuType.single,
    content: '<p>几步？</p>',
    answerList: [{ tag: 'A', content: '四步', image: '' }],
    subList: [],
  }
  const { onAsk, onAnswered } = asked({ data: { stopId: '3', stopAt: 40, question } })
  expect(await screen.findByText('请先回答问题')).toBeTruthy()
  expect(onAsk).toHaveBeenCalledTimes(1)
  expect(onAnswered).not.toHaveBeenCalled()
})

test('a question that cannot be asked for pauses the file and can be tried again', async () => {
  const { onAsk } = asked(new Error('offline'))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  await waitFor(() => expect(onAsk).toHaveBeenCalledTimes(1))
})
