// The bar of the open paper: title, clock, the way back.
import { ongoing } from '@shuyuan/contract/paper/attempt/ongoing.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { clockOf, RunningBar } from './RunningBar.tsx'
import { readRunning } from './running-paper.ts'

test('an open paper has its clock and leads to its room', async () => {
  fakeServer({ [ongoing['check-process'].path]: { data: { id: '5', examId: '2', title: '消防考试', leftSeconds: 3_725 } } })
  show(<RunningBar />)
  await screen.findByText('消防考试')
  expect(screen.getByRole('timer').textContent).toMatch(/^1:02:0[3-5]$/)
  expect(screen.getByRole('link', { name: '继续考试' }).getAttribute('href')).toBe('/web/exam/start/5')
})

test('the clock has hours only where it needs them', () => {
  expect([clockOf(0), clockOf(65), clockOf(3_600)]).toEqual(['0:00', '1:05', '1:00:00'])
})

test('a server without an answer does not hold the page back', async () => {
  fakeServer({ [ongoing['check-process'].path]: { code: 1, msg: '忙' } })
  await expect(readRunning()).resolves.toBeUndefined()
})
