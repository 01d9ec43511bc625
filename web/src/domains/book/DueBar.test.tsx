// Head of the wrong-answer book: a button for the questions due today, and a ring for the answered ones.
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { show, signInWith } from '../../../test/render.tsx'
import { DueBar } from './DueBar.tsx'

beforeEach(() => signInWith([]))
const showDue = (due: { id: string; title: string; count: number; done: number }[]) => show(<DueBar due={due} />)

it('offers the questions of today in one button, which begins with the bank that has most of them', async () => {
  showDue([
    { id: '3', title: '消防', count: 2, done: 1 },
    { id: '4', title: '电梯', count: 5, done: 0 },
    { id: '5', title: '前台', count: 0, done: 2 },
  ])
  const button = await screen.findByRole('link', { name: '今天 7 题' })
  expect(button.getAttribute('href')).toMatch(/\/web\/repo\/training\/4\/\d+\?clear=1$/)
  expect(screen.getByRole('progressbar', { name: '今天已复习 3 / 10 题' })).toBeTruthy()
  // each bank alone stands behind a word
  expect(screen.getByText('按题库复习').tagName).toBe('SUMMARY')
  expect(screen.getAllByRole('link', { hidden: true }).map((one) => one.textContent)).toEqual(['今天 7 题', '“电梯” 5 题', '“消防” 2 题'])
})

it('shows a full ring when the day is done, and neither ring nor button where nothing was due', async () => {
  showDue([{ id: '3', title: '消防', count: 0, done: 4 }])
  expect(await screen.findByRole('progressbar', { name: '今天已复习 4 / 4 题' })).toBeTruthy()
  expect(screen.queryByRole('link')).toBe(null)
  cleanup()
  showDue([])
  await screen.findByText('现在没有到期的错题，过些时候再来复习。')
  expect(screen.queryByRole('progressbar')).toBe(null)
})
