import { courseFile, CourseFileType, CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import { dicValue } from '@shuyuan/contract/site/setting/dic-value.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import { CourseFilePicker, type PickedFile } from './CourseFilePicker.tsx'

const file = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  catId: '',
  catId_dictText: '',
  fileUrl: `/files/${id}.mp4`,
  viewUrl: '',
  fileName: `${title}.mp4`,
  fileSize: 1_048_576,
  duration: 0,
  fileType: CourseFileType.video,
  fileType_dictText: '视频',
  state: CourseFileState.ready,
  state_dictText: '正常',
  enabled: true,
  createTime: '2026-11-20 09:00:00',
  ...more,
})
const records = [
  file('1', '消防安全', { duration: 245 }),
  file('2', '后厨规范', { fileType: CourseFileType.pdf, fileType_dictText: 'PDF 文档' }),
  file('3', '正在转码的', { state: CourseFileState.converting }),
  file('4', '停用的', { enabled: false }),
]
const answers = {
  [courseFile.paging.path]: page(records),
  [dicValue.tree.path]: {
    data: [{ id: 'a', parentId: '0', value: '10', title: '安全管理', children: [] }],
  },
}
const box = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) })).getByRole('checkbox')
const none = () => undefined
const picker = (onPick: (files: PickedFile[]) => void = none, most = 10) => (
  <CourseFilePicker open onClose={none} onPick={onPick} excludes={['9']} most={most} />
)

afterEach(() => localStorage.clear())
beforeEach(async () => {
  localStorage.clear()
  await signInWith(['course:list'])
})

it('shows an instruction, then the number of chosen files', async () => {
  const sent = fakeServer(answers)
  const picked: string[][] = []
  const { mouse } = show(picker((files) => picked.push(files.map((one) => one.id))))
  await screen.findByText('消防安全')
  expect(screen.getByRole('button', { name: '请勾选课件' })).toHaveProperty('disabled', true)
  await mouse.click(box('消防安全'))
  await mouse.click(box('后厨规范'))
  await mouse.click(screen.getByRole('button', { name: '确认2项' }))
  expect(picked).toEqual([['1', '2']])
  expect(bodies(sent, courseFile.paging)[0]).toMatchObject({ params: { excludes: ['9'] } })
})

it('offers only files that are ready and enabled, and shows no length for documents', async () => {
  fakeServer(answers)
  show(picker())
  await screen.findByText('消防安全')
  expect(box('正在转码的')).toHaveProperty('disabled', true)
  expect(box('停用的')).toHaveProperty('disabled', true)
  expect(box('后厨规范')).toHaveProperty('disabled', false)
  const cells = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) })).getAllByRole('cell')
  expect(cells('消防安全').map((one) => one.textContent)).toEqual(['', '消防安全', '1 MB', '4:05', '视频'])
  expect(cells('后厨规范').map((one) => one.textContent)).toEqual(['', '后厨规范', '1 MB', '', 'PDF 文档'])
})

it('requests the files of a category, and all files when it is clicked again', async () => {
  const sent = fakeServer(answers)
  const { mouse } = show(picker())
  const last = () => bodies(sent, courseFile.paging).at(-1)
  await mouse.click(await screen.findByText('安全管理'))
  await waitFor(() => expect(last()).toMatchObject({ params: { catId: '10' } }))
  await mouse.click(screen.getByText('安全管理'))
  await waitFor(() => expect(last()).not.toHaveProperty('params.catId'))
})

it('limits the choice to the maximum', async () => {
  const shownNotices = notices()
  fakeServer(answers)
  const picked: unknown[] = []
  const { mouse } = show(picker((files) => picked.push(files), 1))
  await screen.findByText('消防安全')
  await mouse.click(box('消防安全'))
  await mouse.click(box('后厨规范'))
  await mouse.click(screen.getByRole('button', { name: '确认2项' }))
  expect(shownNotices).toEqual(['最多还能选择1个课件'])
  expect(picked).toEqual([])
})
