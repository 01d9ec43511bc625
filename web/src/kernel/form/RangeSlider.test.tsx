// Points and ranges of the slider (learner.md §5, *Range slider*).
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { RangeSlider } from './RangeSlider.tsx'

function Field({ start, seen, max }: { start: string; seen: string[]; max?: number }) {
  const [value, setValue] = useState(start)
  const change = (next: string) => {
    seen.push(next)
    setValue(next)
  }
  return <RangeSlider value={value} onChange={change} {...(max === undefined ? {} : { max })} />
}

/** jsdom lays nothing out: the rail gets the width of the scale, so that a pixel is a point. */
function railOf(width: number) {
  const rail = document.querySelector('.ant-slider-rail')!
  rail.getBoundingClientRect = () => new DOMRect(0, 0, width, 4)
  return rail
}
const handle = (at: number) => screen.getByRole('slider', { name: `第${at}个分割点` })

it('has a scale from 0 to 300, adds a point by double-click on the rail and removes it by double-click on its handle', () => {
  const seen: string[] = []
  show(<Field start="" seen={seen} />)
  expect(screen.queryAllByRole('slider')).toEqual([])
  fireEvent.doubleClick(railOf(300), { clientX: 120 })
  fireEvent.doubleClick(railOf(300), { clientX: 60 })
  expect(seen).toEqual(['120', '60;120'])
  expect([handle(1).getAttribute('aria-valuemin'), handle(1).getAttribute('aria-valuemax')]).toEqual(['0', '300'])
  fireEvent.doubleClick(handle(1))
  expect(seen.at(-1)).toBe('120')
})

it('a click on the rail moves nothing', () => {
  const seen: string[] = []
  show(<Field start="60" seen={seen} />)
  const rail = railOf(300)
  fireEvent.mouseDown(rail, { clientX: 200 })
  fireEvent.mouseUp(rail, { clientX: 200 })
  expect(seen).toEqual([])
})

it('a range shrinks to a point at the double-clicked end before it is removed', () => {
  const seen: string[] = []
  show(<Field start="20;80~90" seen={seen} max={100} />)
  fireEvent.doubleClick(handle(3))
  fireEvent.doubleClick(handle(2))
  expect(seen).toEqual(['20;90', '20'])
})

it('moves an end by the keys, removes it by Delete, and merges ranges that meet', () => {
  const seen: string[] = []
  show(<Field start="80~89;90~95" seen={seen} max={100} />)
  fireEvent.keyDown(handle(2), { key: 'ArrowRight', keyCode: 39 })
  fireEvent.keyUp(handle(2), { key: 'ArrowRight', keyCode: 39 })
  expect(seen).toEqual(['80~95'])
  fireEvent.keyDown(handle(1), { key: 'Delete' })
  expect(seen.at(-1)).toBe('80')
})

it('takes typed points and ranges, clamped and sorted, and refuses other text', async () => {
  const seen: string[] = []
  const { mouse } = show(<Field start="60" seen={seen} max={100} />)
  const input = screen.getByRole('textbox')
  await mouse.type(input, '95~120；10{Enter}')
  expect(seen).toEqual(['10;60;95~100'])
  await mouse.type(input, '5-9{Enter}')
  expect(seen).toHaveLength(1)
  expect(input.getAttribute('aria-invalid')).toBe('true')
  await mouse.click(screen.getByRole('button', { name: '移除 95~100' }))
  expect(seen.at(-1)).toBe('10;60')
})
