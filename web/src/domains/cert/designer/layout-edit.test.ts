import type { Layout } from '@shuyuan/contract/cert/layout.ts'
import { expect, test } from 'vitest'
import { added, aligned, movedBy, noHistory, recorded, afterRedo, sized, snapped, turned, undone } from './layout-edit.ts'

const empty: Layout = { shape: 'landscape', background: '', items: [] }
const one = added(empty, 'text')!

test('an item is added in the middle, moved, and kept on the page', () => {
  expect(one.items[0]).toMatchObject({ x: 88.5, y: 98, w: 120, h: 14 })
  expect(movedBy(one, 0, 1, -5).items[0]).toMatchObject({ x: 89.5, y: 93 })
  expect(movedBy(one, 0, 900, 900).items[0]).toMatchObject({ x: 177, y: 196 })
  expect(sized(one, 0, 400, 1).items[0]).toMatchObject({ w: 208.5, h: 3 })
})

test('a dragged item is attached to the middle of the page and to others', () => {
  const { box, guides } = snapped(one, 0, { x: 89.6, y: 20, w: 120, h: 14 })
  expect([box.x, guides]).toEqual([88.5, { xs: [148.5], ys: [] }])
  const two = added(one, 'qr')!
  expect(snapped(two, 1, { x: 10, y: 97.2, w: 28, h: 28 }).box.y).toBe(98)
})

test('alignment and another shape of the page', () => {
  expect(aligned(one, 0, 'right').items[0]!.x).toBe(177)
  expect(aligned(one, 0, 'top').items[0]!.y).toBe(0)
  expect(turned(aligned(one, 0, 'right'), 'portrait').items[0]!.x).toBe(90)
})

test('fifty steps can be undone and done again', () => {
  let [history, layout] = [noHistory, one]
  for (let step = 0; step < 60; step++) {
    history = recorded(history, layout)
    layout = movedBy(layout, 0, 1, 0)
  }
  expect(history.past).toHaveLength(50)
  const back = undone(history, layout)!
  expect(back.layout.items[0]!.x).toBe(layout.items[0]!.x - 1)
  expect(afterRedo(back.history, back.layout)!.layout).toEqual(layout)
  expect(undone(noHistory, one)).toBe(undefined)
})
