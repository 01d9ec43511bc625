// A day is chosen as a text of the contract, and none later than the latest.
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { DayPicker } from './MomentPicker.tsx'

it('gives the chosen day as a text, and offers none after the latest', () => {
  const chosen = vi.fn<(day: string | undefined) => void>()
  show(<DayPicker aria-label="账单日" value="2026-11-20" latest="2026-11-22" onChange={chosen} />)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: '账单日' })
  expect(input.value).toBe('2026-11-20')
  fireEvent.mouseDown(input)
  fireEvent.click(input)
  const cell = (title: string) => document.querySelector(`td[title="${title}"]`)!
  expect(cell('2026-11-23').className).toContain('disabled')
  fireEvent.click(cell('2026-11-23'))
  expect(chosen).not.toHaveBeenCalled()
  fireEvent.click(cell('2026-11-22'))
  expect(chosen).toHaveBeenCalledExactlyOnceWith('2026-11-22')
})
