import { file as files } from '@shuyuan/contract/common/file.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { refused } from '../../test/answers.ts'
import { fakeUpload } from '../../test/fake-upload.ts'
import { notices, show } from '../../test/render.tsx'
import { fit, isTransparent, recompress, squeeze } from './upload/recompress.ts'
import { Upload, type UploadProps } from './Upload.tsx'

const stored = (name: string) => ({ data: { id: '1', url: `/files/${name}`, name, size: 1, type: 'image/png' } })
const picture = (name: string) => new File(['x'], name, { type: 'image/png' })
const input = () => document.querySelector('input[type=file]') as HTMLInputElement

function Form({ start, ...props }: UploadProps & { start: string | string[] }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <Upload {...props} value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  )
}
const value = () => JSON.parse(screen.getByText(/^["[]/).textContent) as unknown

it('replaces a single file, and sends it with its scene', async () => {
  const sent = fakeUpload(({ file }) => stored(file.name))
  const { mouse } = show(<Form kind="image" scene="avatar" start="/files/old.png" />)
  await mouse.upload(input(), picture('new.png'))
  await waitFor(() => expect(value()).toBe('/files/new.png'))
  expect(sent).toMatchObject([{ path: files.upload.path, fields: { scene: 'avatar' } }])
})

it('collects several files up to the limit', async () => {
  const shown = notices()
  const sent = fakeUpload(({ file }) => stored(file.name))
  const { mouse } = show(<Form kind="image" limit={3} start={['/files/a.png']} />)
  await mouse.upload(input(), [picture('b.png'), picture('c.png'), picture('d.png')])
  expect(shown).toEqual(['每次只能上传 3 个文件'])
  await mouse.upload(input(), [picture('b.png'), picture('c.png')])
  await waitFor(() => expect(value()).toEqual(['/files/a.png', '/files/b.png', '/files/c.png']))
  expect(sent).toHaveLength(2)
})

it('refuses other kinds of files before they are sent', async () => {
  const shown = notices()
  const sent = fakeUpload(() => ({}))
  const { mouse } = show(<Form kind="file" accept={['pdf']} start="" />)
  const lenient = mouse
  input().removeAttribute('accept')
  await lenient.upload(input(), new File(['x'], 'run.exe'))
  await waitFor(() => expect(shown).toEqual(['不支持的文件类型']))
  expect(sent).toEqual([])
})

it('refuses another file than a picture without opening the window to crop it', async () => {
  const shown = notices()
  const sent = fakeUpload(() => ({}))
  const { mouse } = show(<Form kind="image" scene="avatar" crop start="" />)
  await waitFor(() => expect(input().disabled).toBe(false))
  input().removeAttribute('accept')
  await mouse.upload(input(), new File(['x'], 'notes.txt', { type: 'text/plain' }))
  await waitFor(() => expect(shown).toEqual(['不支持的文件类型']))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([])
})

it('shows the message of a refusal and clears the value', async () => {
  const shown = notices()
  fakeUpload(() => refused('fileTooLarge'))
  const { mouse } = show(<Form kind="image" start="/files/old.png" />)
  await mouse.upload(input(), picture('new.png'))
  await waitFor(() => expect(value()).toBe(''))
  expect(shown).toEqual(['文件过大'])
})

it('asks before a file is removed', async () => {
  const { mouse } = show(<Form kind="file" limit={2} start={['/files/a.pdf', '/files/b.pdf']} />)
  const first = screen.getByText('a.pdf').closest<HTMLElement>('.ant-upload-list-item') as HTMLElement
  await mouse.click(within(first).getByRole('button'))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('确定移除文件吗？')
  await mouse.click(within(dialog).getByRole('button', { name: '确定' }))
  await waitFor(() => expect(value()).toEqual(['/files/b.pdf']))
})

it('removes a picture by a button that needs no mouse over it', async () => {
  const { mouse } = show(<Form kind="image" start="/files/logo.png" />)
  await mouse.click(screen.getByRole('button', { name: '移除图片' }))
  await mouse.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '确定' }))
  await waitFor(() => expect(value()).toBe(''))
  expect(screen.queryByRole('button', { name: '移除图片' })).toBeNull()
})

it('makes pictures at most 800 pixels wide and tries qualities until 500 kB are reached', async () => {
  expect(fit({ width: 4_000, height: 3_000 })).toEqual({ width: 800, height: 600 })
  expect(fit({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 })
  const tried: number[] = []
  const made = await squeeze((quality) => {
    tried.push(quality)
    return Promise.resolve({ size: quality * 700 * 1024 })
  })
  expect(made.size).toBeLessThanOrEqual(500 * 1024)
  expect(tried).toEqual([0.9, 0.8, 0.7])
})

it('knows a transparent picture by the opacity of its pixels', () => {
  expect(isTransparent(new Uint8ClampedArray([0, 0, 0, 255, 9, 9, 9, 255]))).toBe(false)
  expect(isTransparent(new Uint8ClampedArray([0, 0, 0, 255, 9, 9, 9, 254]))).toBe(true)
})

it('does not change small pictures and other files', async () => {
  const small = picture('a.png')
  expect(await recompress(small, 3_000)).toBe(small)
  const sheet = new File(['x'.repeat(5_000)], 'a.xlsx')
  expect(await recompress(sheet, 1)).toBe(sheet)
})
