// What the designer records: whole drags, whole texts, and nothing for a click.
import { presets } from '@shuyuan/contract/cert/presets.ts'
import { type Layout, pageSizes } from '@shuyuan/contract/cert/layout.ts'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { Designer } from './Designer.tsx'

/** A page of 297 mm is as many pixels wide. */
beforeAll(() => {
  Object.assign(HTMLElement.prototype, { setPointerCapture: () => undefined })
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 297, 210))
})

const { width } = pageSizes[presets.training.shape]
let stored: Layout
beforeEach(() => {
  stored = presets.training
})
function Held() {
  const [layout, setLayout] = useState<Layout>(presets.training)
  const keep = (next: Layout) => {
    stored = next
    setLayout(next)
  }
  return <Designer value={layout} onChange={keep} />
}
const undo = () => screen.getByRole<HTMLButtonElement>('button', { name: '撤消' })
const first = () => screen.getByRole('button', { name: /^元素 1：/ })
const drag = (by: number) => {
  fireEvent.pointerDown(first(), { button: 0, clientX: 50, clientY: 50 })
  for (const part of [by / 2, by]) fireEvent.pointerMove(first(), { clientX: 50 + part, clientY: 50 + part })
  fireEvent.pointerUp(first())
}

it('a click chooses an item and changes nothing; a drag is one step', async () => {
  const { mouse } = show(<Held />)
  drag(0)
  expect(first().getAttribute('aria-pressed')).toBe('true')
  expect(undo().disabled).toBe(true)
  drag(20)
  expect(stored.items[0]).not.toEqual(presets.training.items[0])
  await mouse.click(undo())
  expect(stored).toEqual(presets.training)
  expect(undo().disabled).toBe(true)
})

it('a typed text is one step; a move against the edge is none', async () => {
  const { mouse } = show(<Held />)
  await mouse.click(screen.getByRole('button', { name: /添加元素/ }))
  await mouse.click(await screen.findByRole('menuitem', { name: '文字' }))
  await mouse.type(screen.getByRole('textbox'), '甲乙丙')
  expect(stored.items.at(-1)?.text).toBe('文字甲乙丙')
  await mouse.click(undo())
  expect(stored.items.at(-1)?.text).toBe('文字')
  await mouse.click(undo())
  expect(stored).toEqual(presets.training)
  fireEvent.focus(first())
  await mouse.click(screen.getByRole('button', { name: '靠左' }))
  const steps = stored
  fireEvent.keyDown(first(), { key: 'ArrowLeft' })
  expect(stored).toBe(steps)
  await mouse.click(undo())
  expect(stored).toEqual(presets.training)
})

it('arrows move by one millimetre, with Shift by five; undo takes the last of them back; an item is aligned to the page', async () => {
  const { mouse } = show(<Held />)
  const { x, w } = presets.training.items[0]!
  const left = () => screen.getByRole('spinbutton', { name: '左' }).getAttribute('value')
  fireEvent.focus(first())
  expect(left()).toBe(String(x))
  fireEvent.keyDown(first(), { key: 'ArrowRight' })
  fireEvent.keyDown(first(), { key: 'ArrowRight', shiftKey: true })
  expect([left(), stored.items[0]!.x]).toEqual([String(x + 6), x + 6])
  await mouse.click(undo())
  fireEvent.focus(first())
  expect(left()).toBe(String(x + 1))
  await mouse.click(screen.getByRole('button', { name: '水平居中' }))
  expect(stored.items[0]!.x).toBe((width - w) / 2)
})

it('an added photo is chosen, is aligned, and goes with Delete', async () => {
  const { mouse } = show(<Held />)
  await mouse.click(screen.getByRole('button', { name: /添加元素/ }))
  await mouse.click(await screen.findByRole('menuitem', { name: '本人照片' }))
  const photos = () => screen.getAllByRole('button', { name: /^元素 \d+：本人照片$/ })
  const photo = photos().at(-1)!
  expect(photo.getAttribute('aria-pressed')).toBe('true')
  await mouse.click(screen.getByRole('button', { name: '靠右' }))
  const { x, w } = stored.items.at(-1)!
  expect(x + w).toBe(width)
  fireEvent.keyDown(photo, { key: 'Delete' })
  expect(photos()).not.toContain(photo)
  expect(stored).toEqual(presets.training)
})
