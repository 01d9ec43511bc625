// The score range splitter with its slider of several handles (admin.md §2, *Range slider*).
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { BandSplitter } from './BandSplitter.tsx'

function Splitter({ start, seen }: { start: string; seen: string[] }) {
  const [value, setValue] = useState(start)
  const change = (ranges: string) => {
    seen.push(ranges)
    setValue(ranges)
  }
  return <BandSplitter max={100} value={value} onChange={change} />
}

it('moves a cut by its handle, adds one, removes one, and takes a usual division', async () => {
  const seen: string[] = []
  const { mouse } = show(<Splitter start="0-60;60-80;80-100" seen={seen} />)
  const second = screen.getByRole('slider', { name: '第2个分割点' })
  expect(second.getAttribute('aria-valuenow')).toBe('80')
  fireEvent.keyDown(second, { key: 'ArrowRight', keyCode: 39 })
  fireEvent.keyUp(second, { key: 'ArrowRight', keyCode: 39 })
  expect(seen).toEqual(['0-60;60-81;81-100'])
  await mouse.type(screen.getByRole('spinbutton', { name: '新的分割点' }), '90{Enter}')
  expect(seen.at(-1)).toBe('0-60;60-81;81-90;90-100')
  expect(screen.getAllByRole('slider')).toHaveLength(3)
  await mouse.click(screen.getByRole('button', { name: '移除分割点60' }))
  expect(seen.at(-1)).toBe('0-81;81-90;90-100')
  await mouse.click(screen.getByRole('button', { name: '常用分段' }))
  await mouse.click(await screen.findByText('每20%'))
  expect(seen.at(-1)).toBe('0-20;20-40;40-60;60-80;80-100')
})

it('takes no cut at the bounds or twice', async () => {
  const seen: string[] = []
  const { mouse } = show(<Splitter start="0-60;60-100" seen={seen} />)
  for (const cut of ['60', '100']) {
    const input = screen.getByRole('spinbutton', { name: '新的分割点' })
    await mouse.clear(input)
    await mouse.type(input, `${cut}{Enter}`)
  }
  expect(seen).toEqual([])
})
