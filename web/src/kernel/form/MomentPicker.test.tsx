// Days and times are chosen and typed, their values are texts of the contract, and Enter never sends the form.
import { fireEvent, screen } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { DayPicker, MomentPicker, type MomentRange, MomentRangePicker } from './MomentPicker.tsx'

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

describe('typing', () => {
  function Times({ start, seen }: { start: string | null; seen: (string | null)[] }) {
    const [value, setValue] = useState(start)
    const change = (next: string | null) => {
      seen.push(next)
      setValue(next)
    }
    return <MomentPicker aria-label="开始时间" value={value} onChange={change} />
  }
  /** Every way of sending a form, the browser's own at Enter included. */
  const inForm = (field: ReactElement, sent: () => void) => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent()
      }}
    >
      {field}
      <button type="submit">保存</button>
    </form>
  )
  const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: '开始时间' })

  const typings = [
    ['2026-11-25 09:00', '2026-11-25 09:00:00', '2026-11-25 09:00'],
    ['2026-11-25 9:05', '2026-11-25 09:05:00', '2026-11-25 09:05'],
    ['2026/11/5', '2026-11-05 00:00:00', '2026-11-05 00:00'],
    ['2026-11-25 09:00:30', '2026-11-25 09:00:30', '2026-11-25 09:00:30'],
  ] as const
  it.each(typings.flatMap((typing) => [['{Enter}', ...typing] as const, ['{Tab}', ...typing] as const]))(
    'reads at %s the text %s as %s, and sends no form',
    async (end, typed, wire, shown) => {
      const seen: (string | null)[] = []
      const sent = vi.fn<() => void>()
      const { mouse } = show(inForm(<Times start={null} seen={seen} />, sent))
      await mouse.type(input(), typed + end)
      expect(input().value).toBe(shown)
      expect(seen.at(-1)).toBe(wire)
      expect(sent).not.toHaveBeenCalled()
    },
  )

  it.each([null, '2026-11-20 08:00:00'])('keeps a text that is no time, over %s, and gives it to the check of the form', async (start) => {
    const seen: (string | null)[] = []
    const sent = vi.fn<() => void>()
    const { mouse } = show(inForm(<Times start={start} seen={seen} />, sent))
    await mouse.clear(input())
    await mouse.type(input(), '2026-02-30 9:00{Enter}')
    expect(input().value).toBe('2026-02-30 9:00')
    await mouse.tab()
    expect(input().value).toBe('2026-02-30 9:00')
    expect(seen.at(-1)).toBe('2026-02-30 9:00')
    expect(sent).not.toHaveBeenCalled()
  })

  it('keeps what was typed while the pointer rests on a day of the panel', async () => {
    const seen: (string | null)[] = []
    const { mouse } = show(<Times start={null} seen={seen} />)
    await mouse.type(input(), '2026-11-25 09:00')
    await mouse.hover(document.querySelector('td[title="2026-11-12"]')!)
    // the picker follows the pointer with the next frame
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await mouse.type(input(), '{Enter}', { skipClick: true })
    expect(input().value).toBe('2026-11-25 09:00')
    expect(seen.at(-1)).toBe('2026-11-25 09:00:00')
  })

  it('takes each half of a range at Enter', async () => {
    const seen: (MomentRange | null)[] = []
    const sent = vi.fn<() => void>()
    function Range() {
      const [value, setValue] = useState<MomentRange | null>(null)
      const change = (next: MomentRange | null) => {
        seen.push(next)
        setValue(next)
      }
      return <MomentRangePicker value={value} onChange={change} />
    }
    const { mouse } = show(inForm(<Range />, sent))
    const [from, until] = screen.getAllByRole<HTMLInputElement>('textbox')
    await mouse.type(from!, '2026-11-25 9:00{Enter}')
    await mouse.click(until!)
    await mouse.type(until!, '2026-11-26 18:30{Enter}')
    await mouse.tab()
    expect([from!.value, until!.value]).toEqual(['2026-11-25 09:00', '2026-11-26 18:30'])
    expect(seen.at(-1)).toEqual(['2026-11-25 09:00:00', '2026-11-26 18:30:00'])
    expect(sent).not.toHaveBeenCalled()
  })
})
