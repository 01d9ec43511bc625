// A word with its meaning: one button that opens the note, and a press on it sorts no column.
import { screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { language } from '../state/preferences.ts'
import { meaningOf } from '../text/terms.ts'
import { Term } from './Term.tsx'

it('is a button that opens its note, and keeps the press to itself', async () => {
  const sort = vi.fn<() => void>()
  const { mouse } = show(
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- stands for the head of a column
    <div onClick={sort}>
      <Term word="区分度" />
    </div>,
  )
  const button = screen.getByRole('button', { name: '区分度' })
  const note = document.getElementById(button.getAttribute('popovertarget') ?? '')
  expect(note?.textContent).toContain('高分组与低分组得分率的差')
  expect(note?.getAttribute('popover')).toBe('auto')
  await mouse.click(button)
  expect(sort).not.toHaveBeenCalled()
})

it('has its meaning in the language of the page', () => {
  language.set('en')
  onTestFinished(() => language.set('zh'))
  expect(meaningOf('匿名阅卷')).toBe('Until a paper is marked, markers see neither name nor account.')
})
