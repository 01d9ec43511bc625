import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { fakeUpload } from '../../test/fake-upload.ts'
import { notices, show } from '../../test/render.tsx'
import { contentFor } from './richtext/attach.ts'
import { RichText, type RichTextProps } from './RichText.tsx'

// jsdom has no layout, so positions are stubbed. The editor is loaded here, because loading it takes long.
beforeAll(async () => {
  await import('./richtext/Editor.tsx')
  const nowhere = new DOMRect()
  Range.prototype.getBoundingClientRect = () => nowhere
  Range.prototype.getClientRects = () => [nowhere] as unknown as DOMRectList
})

function Page({ start = '', ...props }: RichTextProps & { start?: string }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <RichText label="题干" {...props} value={value} onChange={setValue} />
      <output data-testid="html">{value}</output>
      <button type="button" onClick={() => setValue('<p>另一题</p>')}>
        换题
      </button>
    </>
  )
}
const html = () => screen.getByTestId('html').textContent
const area = () => screen.findByRole('textbox', { name: '题干' })
const pasted = (files: File[], types: string[]) => ({ clipboardData: { files, types, getData: () => '粘贴', items: [] } })

it('preserves the HTML of other editors', async () => {
  const start =
    '<h2 style="text-align: center">题</h2><p>x<sub>1</sub><sup>2</sup> <u>线</u> <img src="data:image/png;base64,AA=="></p><video src="/files/a.mp4" controls="true"></video><p>尾</p>'
  const { mouse } = show(<Page start={start} />)
  await area()
  await mouse.click(screen.getByRole('button', { name: '大标题' }))
  await mouse.click(screen.getByRole('button', { name: '撤销' }))
  for (const part of ['text-align: center', '<sub>1</sub>', '<sup>2</sup>', '<u>线</u>', 'data:image/png;base64,AA==', '/files/a.mp4'])
    expect(html()).toContain(part)
})

it('has one tab stop in the toolbar, which the arrow keys move', async () => {
  const { mouse } = show(<Page start="<p>一</p>" />)
  const text = await area()
  const named = (name: string) => screen.getByRole('button', { name })
  await mouse.tab()
  expect(document.activeElement).toBe(named('粗体'))
  await mouse.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(named('斜体'))
  await mouse.keyboard('{End}{ArrowRight}{ArrowLeft}')
  expect(document.activeElement).toBe(named('音视频或附件'))
  await mouse.tab()
  expect(document.activeElement).toBe(text)
  await mouse.tab({ shift: true })
  expect(document.activeElement).toBe(named('音视频或附件'))
  await mouse.keyboard('{Home}')
  expect(document.activeElement).toBe(named('粗体'))
})

it('inserts a formula in its stored form', async () => {
  const { mouse } = show(<Page />)
  await area()
  await mouse.click(screen.getByRole('button', { name: '公式' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('button', { name: '确定' })).toHaveProperty('disabled', true)
  await mouse.click(within(dialog).getByRole('button', { name: '分式' }))
  await mouse.click(within(dialog).getByRole('button', { name: '确定' }))
  await waitFor(() => expect(html()).toBe('<p><span data-latex="\\frac{a}{b}" data-type="inline-math"></span></p>'))
})

it('says that a formula is LaTeX, and draws the symbols to choose from', async () => {
  const { mouse } = show(<Page />)
  await area()
  await mouse.click(screen.getByRole('button', { name: '公式' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('textbox', { name: 'LaTeX 公式' }).getAttribute('placeholder')).toContain('LaTeX')
  expect(within(dialog).getByRole('button', { name: '根式' }).querySelector('.katex')).not.toBeNull()
})

it('grows with its text, up to most of the window', async () => {
  show(<Page height={200} />)
  const body = (await area()).closest<HTMLElement>('[style]')
  expect(body?.style.height).toBe('')
  expect(body?.style.minHeight).toBe('200px')
})

it('follows a value that changes from outside', async () => {
  const { mouse } = show(<Page start="<p>一</p>" />)
  expect((await area()).textContent).toBe('一')
  await mouse.click(screen.getByRole('button', { name: '换题' }))
  await waitFor(async () => expect((await area()).textContent).toBe('另一题'))
})

it('refuses to paste where pasting is off', async () => {
  const shown = notices()
  show(<Page noPaste />)
  fireEvent.paste(await area(), pasted([], ['text/plain']))
  expect(shown).toEqual(['考试期间不能复制粘贴哦！'])
  expect(html()).toBe('')
})

it('uploads a pasted picture and shows it by its address', async () => {
  const sent = fakeUpload(({ file }) => ({ data: { id: '1', url: '/files/p.png', name: file.name, size: 1, type: 'image/png' } }))
  show(<Page />)
  fireEvent.paste(await area(), pasted([new File(['x'], 'p.png', { type: 'image/png' })], ['Files']))
  await waitFor(() => expect(html()).toBe('<p><img src="/files/p.png" alt="p.png"></p>'))
  expect(sent[0]?.fields).toEqual({ scene: 'editor' })
})

it('has few buttons for an option, and none where it is disabled', async () => {
  show(<Page compact disabled={false} />)
  await area()
  expect(screen.getByRole('button', { name: '粗体' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '表格' })).toBeNull()
})

it('inserts a paragraph after video and audio, so that the next insertion does not replace them', () => {
  expect(contentFor('video/mp4', '/v.mp4', 'v').at(-1)).toEqual({ type: 'paragraph' })
  expect(contentFor('application/pdf', '/a.pdf', 'a.pdf')[0]).toMatchObject({ text: 'a.pdf', marks: [{ attrs: { href: '/a.pdf' } }] })
})

it('takes at most 100 files of one choice', async () => {
  const said = notices()
  const sent = fakeUpload(() => ({ data: { url: '/files/a.pdf', name: 'a.pdf', type: 'application/pdf' } }))
  const { mouse } = show(<Page />)
  await area()
  const input = document.querySelectorAll<HTMLInputElement>('input[type="file"]')
  const files = Array.from({ length: 101 }, (_, at) => new File(['x'], `${at}.pdf`, { type: 'application/pdf' }))
  await mouse.upload(input[input.length - 1]!, files)
  expect(said).toEqual(['每次只能上传 100 个文件'])
  expect(sent).toEqual([])
})
