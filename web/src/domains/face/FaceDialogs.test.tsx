import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeUpload } from '../../../test/fake-upload.ts'
import { show } from '../../../test/render.tsx'
import { FaceImportDialog } from './FaceDialogs.tsx'

const zip = new File(['x'], 'faces.zip')
const input = () => document.querySelector('input[type=file]') as HTMLInputElement

it('lists the files of an archive that were refused, and offers them as a sheet', async () => {
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:1'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const failed = [{ name: 'nobody.jpg', reason: '没有这个账号，或不在您的管理范围内' }]
  fakeUpload(() => ({ data: { done: 2, failed, wrong: { name: 'faces_有误.xlsx', sheet: 'eA==' } } }))
  const { mouse } = show(<FaceImportDialog onClose={() => undefined} />)
  await mouse.upload(input(), zip)
  expect(await screen.findByText('nobody.jpg')).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: /下载有误的文件/ }))
  await waitFor(() => expect(saved).toEqual(['faces_有误.xlsx']))
})

it('offers no sheet where no file was refused', async () => {
  fakeUpload(() => ({ data: { done: 2, failed: [], wrong: null } }))
  const { mouse } = show(<FaceImportDialog onClose={() => undefined} />)
  await mouse.upload(input(), zip)
  expect(await screen.findByText('已收下 2 张照片')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /下载有误的文件/ })).toBeNull()
})
