// Hours of a day as tags, each with both times.
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { HoursPicker } from './HoursPicker.tsx'

function Field({ start, seen }: { start: string; seen: string[] }) {
  const [value, setValue] = useState(start)
  const change = (next: string) => {
    seen.push(next)
    setValue(next)
  }
  return <HoursPicker aria-label="时段" value={value} onChange={change} />
}

it('adds hours in the order of the day, removes them by their tag, and asks for both times', async () => {
  const seen: string[] = []
  const { mouse } = show(<Field start="14:00-18:00" seen={seen} />)
  const [from, to] = within(screen.getByRole('group', { name: '时段' })).getAllByRole('textbox')
  await mouse.click(screen.getByRole('button', { name: '添加' }))
  expect(screen.getByRole('alert').textContent).toBe('时间段不能为空！')
  await mouse.type(from!, '08:00{Enter}')
  await mouse.click(screen.getByRole('button', { name: '添加' }))
  expect(seen).toEqual([])
  await mouse.click(to!)
  await mouse.type(to!, '12:00{Enter}')
  await mouse.click(screen.getByRole('button', { name: '添加' }))
  expect(seen).toEqual(['08:00-12:00\n14:00-18:00'])
  expect(screen.queryByRole('alert')).toBeNull()
  await mouse.click(screen.getByRole('button', { name: '移除 14:00-18:00' }))
  expect(seen.at(-1)).toBe('08:00-12:00')
})
