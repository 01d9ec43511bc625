// A question in a video is dragged along the line.
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../../../test/render.tsx'
import type { Stop } from './board.ts'
import { StopLine } from './StopLine.tsx'

const LENGTH = 10
const stops: Stop[] = [
  { quId: '1', title: '客人到店时应主动问候', atSec: 4 },
  { quId: '2', title: '行李寄存', atSec: 7 },
]

function open() {
  const onChange = vi.fn<(stops: Stop[]) => void>()
  show(<StopLine fileId="1" isFilm duration={LENGTH} stops={stops} onChange={onChange} />)
  const marker = screen.getByRole('slider', { name: /^第1道插题/ })
  // jsdom has neither layout nor captured pointers
  screen.getByRole('slider', { name: /时间线/ }).getBoundingClientRect = () => new DOMRect(0, 0, LENGTH * 10, 16)
  Object.assign(marker, { setPointerCapture: () => undefined, hasPointerCapture: () => true })
  /** As a busy browser sends them: one after the other, before React has drawn anything. */
  const point = (kind: string, clientX: number) => marker.dispatchEvent(new PointerEvent(kind, { bubbles: true, clientX, pointerId: 1 }))
  return { onChange, point }
}

test('is at the last place of the pointer when it is let go at once', () => {
  const { onChange, point } = open()
  point('pointerdown', 45)
  point('pointermove', 30)
  point('pointermove', 25)
  point('pointerup', 25)
  expect(onChange).toHaveBeenCalledOnce()
  expect(onChange.mock.lastCall![0].map((one) => one.atSec)).toEqual([2, 7])
})

test('stays where it was when the drag is cancelled, and when it is pressed only', () => {
  const { onChange, point } = open()
  point('pointerdown', 45)
  point('pointermove', 25)
  point('pointercancel', 25)
  point('pointerdown', 45)
  point('pointerup', 45)
  expect(onChange).not.toHaveBeenCalled()
})
