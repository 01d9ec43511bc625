import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { HtmlView } from './HtmlView.tsx'

// jsdom does not implement modal dialogs
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function open(this: HTMLDialogElement) {
    this.open = true
  }
})

it('shows text and tables, and removes code', () => {
  show(
    <HtmlView html='<p onclick="alert(1)">题干<script>alert(1)</script></p><table><tr><td>格</td></tr></table><iframe src="//x"></iframe><a href="javascript:alert(1)">链接</a>' />,
  )
  expect(screen.getByText('题干').getAttribute('onclick')).toBeNull()
  expect(screen.getByRole('cell', { name: '格' })).toBeTruthy()
  expect(document.querySelector('script, iframe')).toBeNull()
  expect(screen.getByText('链接').getAttribute('href')).toBeNull()
})

it('shows plain text unchanged', () => {
  show(<HtmlView html="a < b" />)
  expect(screen.getByText('a < b').children).toHaveLength(0)
})

it('draws formulas', async () => {
  show(<HtmlView html='<p>解 <span data-type="inline-math" data-latex="x^2"></span></p>' />)
  await waitFor(() => expect(document.querySelector('.katex')).toBeTruthy())
  expect(document.querySelector('[data-latex]')?.getAttribute('data-latex')).toBe('x^2')
})

it('draws chemistry and units', async () => {
  const formula = (latex: string) => `<span data-type="inline-math" data-latex="${latex}"></span>`
  show(<HtmlView html={`<p>${formula(String.raw`\ce{2H2 + O2 = 2H2O}`)}${formula(String.raw`\pu{25 kJ mol-1}`)}</p>`} />)
  await waitFor(() => expect(document.querySelectorAll('.katex')).toHaveLength(2))
  // the colour of commands that KaTeX does not know
  expect(document.querySelector('[data-latex]')?.parentElement?.innerHTML).not.toContain('cc0000')
})

it('enlarges a picture by click and key, and gives the focus back', async () => {
  show(<HtmlView html='<p><img src="/files/a.png" alt="灭火器"></p>' />)
  const picture = screen.getByRole('button', { name: '放大图片：灭火器' })
  picture.focus()
  fireEvent.keyDown(picture, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '关闭' })).toBeNull())
  expect(document.activeElement).toBe(picture)
})

it('does not enlarge pictures inside a clickable element', () => {
  show(<HtmlView html='<img src="/files/a.png" alt="灭火器">' zoom={false} />)
  expect(screen.getByRole('img', { name: '灭火器' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
