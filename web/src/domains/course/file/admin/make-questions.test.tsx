// 出题 on the rows of course files: where the assistant makes questions, for files that have text.
import { courseFile, CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { dicValue } from '@shuyuan/contract/site/setting/dic-value.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page } from '../../../../../test/answers.ts'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import { fileTools, type MakeFromFileProps } from '../file-tools.ts'
import CourseFileListPage from './CourseFileListPage.tsx'

const file = (id: string, title: string, fileName: string, fileType: CourseFileType) => ({
  id,
  title,
  fileName,
  fileType,
  fileType_dictText: '',
  catId: '',
  catId_dictText: '',
  fileUrl: '/files/a',
  viewUrl: '',
  fileSize: 10,
  duration: 0,
  state: CourseFileState.ready,
  state_dictText: '正常',
  enabled: true,
  createTime: '2026-11-20 09:00:00',
})
const records = [
  file('1', '后厨规范', '后厨规范.pdf', CourseFileType.pdf),
  file('2', '培训幻灯', '培训.PPTX', CourseFileType.other),
  file('3', '消防视频', '消防.mp4', CourseFileType.video),
]

function shown(makes: boolean) {
  const before = fileTools.get()
  const MakeFrom = ({ source, title, onClose }: MakeFromFileProps) => (
    <button type="button" onClick={onClose}>{`${title} ${source.fileId}`}</button>
  )
  fileTools.set({ ...before, WithMakes: ({ children }) => children(makes), MakeFrom })
  onTestFinished(() => fileTools.set(before))
  fakeServer({ [courseFile.paging.path]: page(records), [dicValue.tree.path]: { data: [] } })
  return show(<CourseFileListPage />, { styled: true })
}
const more = async (title: string) =>
  within(await screen.findByRole('row', { name: new RegExp(title) })).getByRole('button', { name: /更多/ })

beforeEach(() => signInWith(['course:file:list', 'course:file:update', 'course:file:delete']))

it('opens the questions of a file that has text', async () => {
  const { mouse } = shown(true)
  for (const [title, id] of [
    ['后厨规范', '1'],
    ['培训幻灯', '2'],
  ] as const) {
    await mouse.click(await more(title))
    await mouse.click(await screen.findByRole('menuitem', { name: '出题' }))
    await mouse.click(await screen.findByRole('button', { name: `${title} ${id}` }))
    expect(screen.queryByRole('button', { name: `${title} ${id}` })).toBeNull()
  }
})

it('is not offered for a video, nor where no questions can be made', async () => {
  const { mouse } = shown(true)
  await mouse.click(await more('消防视频'))
  await screen.findByRole('menuitem', { name: '删除' })
  expect(screen.queryByRole('menuitem', { name: '出题' })).toBeNull()
})

it('is not offered where the switch is off', async () => {
  const { mouse } = shown(false)
  await mouse.click(await more('后厨规范'))
  await screen.findByRole('menuitem', { name: '删除' })
  expect(screen.queryByRole('menuitem', { name: '出题' })).toBeNull()
})
