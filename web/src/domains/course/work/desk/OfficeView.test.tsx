// Documents of office programs on the marking desk: converted, still at it, or a download.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import type { WorkView } from '@shuyuan/contract/course/work/work-codes.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show } from '../../../../../test/render.tsx'
import { OfficeView } from './OfficeView.tsx'

const file = { title: '方案.docx', fileUrl: '/files/a.docx?e=1&s=x', fileSize: 1_000, fileType: 'application/msword' }
const open = (...states: WorkView[]) => {
  const left = [...states]
  const server = fakeServer({
    [courseWork.view.path]: () => {
      const state = left.length > 1 ? left.shift()! : left[0]!
      return { data: { state, viewUrl: state === 'ready' ? '/files/media/1/document.pdf?e=1&s=y' : '' } }
    },
  })
  show(<OfficeView id="7" file={file} />)
  return server
}

test('the PDF stands in the page once it is made', async () => {
  const server = open('making', 'ready')
  expect(await screen.findByText('正在转换为 PDF，稍后显示在这里')).toBeTruthy()
  const frame = await screen.findByTitle('方案.docx')
  expect(frame.getAttribute('src')).toContain(encodeURIComponent('/files/media/1/document.pdf?e=1&s=y'))
  expect(bodies(server, courseWork.view)).toEqual(Array.from({ length: 2 }, () => ({ id: '7', fileUrl: file.fileUrl })))
})

test.each([
  ['missing', '服务器没有 LibreOffice，请下载后查看'],
  ['refused', '这个文件不能转换为 PDF，请下载后查看'],
] as const)('%s: a sentence says that it is a download', async (state, text) => {
  open(state)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByTitle('方案.docx')).toBeNull()
})
