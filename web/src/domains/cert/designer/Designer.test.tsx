// What the designer records: whole drags, whole texts, and nothing for a click.
import { presets } from '@shuyuan/contract/cert/presets.ts'
import type { Layout } from '@shuyuan/contract/cert/layout.ts'
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
