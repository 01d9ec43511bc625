import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noCategories, refused } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { fakeUpload } from '../../../../test/fake-upload.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import { UploadDialog } from './UploadDialog.tsx'

const pdf = (name: string) => new File(['%PDF-'], name, { type: 'application/pdf' })
const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement

/** The dialog with a server that refuses every file named `unwanted`. */
function opened(unwanted = '', notes: string[] = []) {
  const calls = { saved: 0, closed: 0 }
  const sent = fakeServer({
    ...noCategories,
    [courseFile.save.path]: ({ body }) => {
      const msg = '文件不存在，请重新上传课件文件'
      const fields = [{ field: 'fileUrl', msg }]
      return (body as { title: string }).title === unwanted
        ? refused('badInput', { msg: '', data: { fields } })
        : { data: { id: '1', notes } }
    },
  })
  fakeUpload(({ file }) => ({ data: { id: '1', url: `/files/${file.name}`, name: file.name, size: file.size, type: file.type } }))
  const { mouse } = show(<UploadDialog catId="10" onSaved={() => calls.saved++} onClose={() => calls.closed++} />)
  const saves = () => bodies(sent, courseFile.save)
  return { mouse, calls, saves }
}

afterEach(() => localStorage.clear())
/** The button that saves `count` files, after all uploads have finished. */
async function ready(count: number) {
  const button = await screen.findByRole('button', { name: `保存${count}个课件` })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  return button
}

beforeEach(async () => {
  localStorage.clear()
  await signInWith(['course:file:add'])
})

it('creates a course file of each file; an empty title becomes the file name', async () => {
  const shownNotices = notices()
  const { mouse, calls, saves } = opened()
  expect(screen.getByRole('button', { name: '请上传课件文件' })).toHaveProperty('disabled', true)
  await mouse.upload(chooser(), [pdf('消防 v1.2.pdf'), pdf('后厨.pdf')])
  await ready(2)
  await mouse.type(screen.getByRole('textbox', { name: '“后厨.pdf”的课件名称' }), '后厨规范')
  await mouse.click(await ready(2))
  await waitFor(() => expect(calls).toEqual({ saved: 1, closed: 1 }))
  expect(saves()).toEqual([
    { title: '消防 v1.2', catId: '10', fileUrl: '/files/消防 v1.2.pdf', duration: 0 },
    { title: '后厨规范', catId: '10', fileUrl: '/files/后厨.pdf', duration: 0 },
  ])
  expect(shownNotices).toEqual(['已保存2个课件'])
})

it('says what a package asks for and does not get, until it is closed', async () => {
  const shownNotices = notices()
  const { mouse, calls } = opened('', ['xapi'])
  await mouse.upload(chooser(), [pdf('急救.pdf')])
  await mouse.click(await ready(1))
  await waitFor(() => expect(calls).toEqual({ saved: 1, closed: 1 }))
  expect(shownNotices).toEqual(['急救：这是 xAPI（Tin Can）课件，不能播放，只能下载；请改为发布 SCORM 1.2 或 2004', '已保存1个课件'])
})

it('refused files stay in the list with the reason, for another try', async () => {
  const { mouse, calls, saves } = opened('后厨')
  await mouse.upload(chooser(), [pdf('消防.pdf'), pdf('后厨.pdf')])
  await mouse.click(await ready(2))
  expect((await screen.findByRole('alert')).textContent).toBe('文件不存在，请重新上传课件文件')
  await ready(1)
  expect(screen.queryByRole('textbox', { name: '“消防.pdf”的课件名称' })).toBeNull()
  expect(calls).toEqual({ saved: 1, closed: 0 })
  expect(saves()).toHaveLength(2)
})

it('asks for confirmation before uploaded files are discarded', async () => {
  const { mouse, calls } = opened()
  await mouse.upload(chooser(), pdf('消防.pdf'))
  await ready(1)
  await mouse.click(screen.getByRole('button', { name: '取消' }))
  expect(await screen.findByText('内容还没有保存，确定要关闭吗？')).toBeTruthy()
  expect(calls.closed).toBe(0)
})
