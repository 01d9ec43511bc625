// The builder of a course: what it stores as one goes, what it takes back, and what it says of refusals.
import { courseBuild } from '@shuyuan/contract/course/catalog/build.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile, CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { refused } from '../../../../../test/answers.ts'
import { bodies, fakeServer, type Sent } from '../../../../../test/fake-server.ts'
import { fakeUpload } from '../../../../../test/fake-upload.ts'
import { notices, show, signInWith } from '../../../../../test/render.tsx'
import { fileTools, type LessonDialogProps } from '../../file/file-tools.ts'
import { CourseBuilder } from './CourseBuilder.tsx'

const COURSE = '7'
const row = (fileId: string, sectionId: string | null, more: object = {}) => ({
  fileId,
  sectionId,
  chapter: '',
  title: `课件${fileId}`,
  fileType: CourseFileType.pdf,
  fileType_dictText: 'PDF 文档',
  duration: 0,
  fileSize: 1_000,
  enabled: true,
  required: true,
  minSec: 0,
  openTime: null,
  dueTime: null,
  state: CourseFileState.ready,
  stops: [],
  ...more,
})
const stored = (more: object = {}) => ({
  id: COURSE,
  title: '消防安全',
  version: 3,
  sections: [
    { id: '11', title: '基础' },
    { id: '12', title: '实践' },
  ],
  files: [row('1', '11'), row('2', '11'), row('3', '12')],
  ...more,
})

let version = 3
const stepped = (more: object = {}) => ({ data: { version: ++version, ...more } })
const saved = ({ body }: Sent) => {
  const { items } = body as { items: { fileId: string; sectionId?: string | null }[] }
  return stepped({ files: items.map((one) => row(one.fileId, one.sectionId ?? null, one)) })
}

function open(answers: Parameters<typeof fakeServer>[0] = {}, detail: object = stored()) {
  version = 3
  const sent = fakeServer({
    [course['admin/detail'].path]: { data: detail },
    [courseBuild['section-save'].path]: () => stepped({ id: '13' }),
    [courseBuild['section-sort'].path]: () => stepped(),
    [courseBuild['item-save'].path]: saved,
    [courseBuild['item-sort'].path]: () => stepped(),
    [courseBuild['item-delete'].path]: () => stepped(),
    ...answers,
  })
  return { sent, ...show(<CourseBuilder courseId={COURSE} />) }
}
const list = () => screen.findByRole('list', { name: '章节和课件' })
const names = () => screen.getAllByRole('button', { name: /^移动“/ }).map((one) => one.getAttribute('aria-label')?.slice(3, -1))

beforeEach(async () => {
  await signInWith(['course:list', 'course:update', 'course:file:add', 'course:file:update', 'course:file:list', 'qu:list'])
})

describe('each change is stored against the version of the last one', () => {
  it('sections are added with their name open, renamed, folded and moved', async () => {
    const { sent, mouse } = open()
    await list()
    await mouse.click(screen.getByRole('button', { name: '新建章节' }))
    const name = await screen.findByRole('textbox', { name: '第3个章节的名称' })
    expect(name).toHaveProperty('value', '第3章')
    await mouse.type(name, '考核{Enter}', { initialSelectionStart: 0, initialSelectionEnd: 3 })
    await waitFor(() =>
      expect(bodies(sent, courseBuild['section-save'])).toEqual([
        { courseId: COURSE, version: 3, title: '第3章' },
        { courseId: COURSE, version: 4, id: '13', title: '考核' },
      ]),
    )
    await mouse.click(screen.getByRole('button', { name: '收起“基础”' }))
    expect(names()).toEqual(['基础', '实践', '课件3', '考核'])
    await mouse.click(screen.getByRole('button', { name: '章节“实践”的操作' }))
    await mouse.click(await screen.findByText('上移'))
    await waitFor(() =>
      expect(bodies(sent, courseBuild['section-sort'])).toEqual([{ courseId: COURSE, version: 5, ids: ['12', '11', '13'] }]),
    )
    expect(await screen.findByText('已保存')).toBeTruthy()
  })

  it('a file is renamed in place, and set in its drawer', async () => {
    const { sent, mouse } = open()
    await list()
    await mouse.click(screen.getByRole('button', { name: '课件1' }))
    const name = screen.getByRole('textbox', { name: '“课件1”的课件名称' })
    await mouse.clear(name)
    await mouse.type(name, '疏散须知{Enter}')
    await waitFor(() =>
      expect(bodies(sent, courseBuild['item-save'])).toEqual([
        { courseId: COURSE, version: 3, items: [{ fileId: '1', title: '疏散须知' }] },
      ]),
    )
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '疏散须知' }))
    await mouse.click(screen.getByRole('checkbox', { name: '“课件2”必学' }))
    await mouse.click(screen.getByRole('button', { name: '设置“课件2”' }))
    const drawer = await screen.findByRole('dialog', { name: '课件2' })
    const minutes = within(drawer).getByRole('spinbutton', { name: '最少学习时长（分）' })
    await mouse.clear(minutes)
    await mouse.type(minutes, '2')
    await waitFor(() => {
      const items = (bodies(sent, courseBuild['item-save']) as { items: object[] }[]).flatMap((one) => one.items)
      expect(items).toContainEqual({ fileId: '2', required: false })
      expect(items.at(-1)).toEqual({ fileId: '2', minSec: 120 })
    })
  })

  it('a file opens and is due at times that fit each other', async () => {
    const { sent, mouse } = open()
    await list()
    await mouse.click(screen.getByRole('button', { name: '设置“课件2”' }))
    const drawer = await screen.findByRole('dialog', { name: '课件2' })
    const items = () => (bodies(sent, courseBuild['item-save']) as { items: object[] }[]).flatMap((one) => one.items)
    const type = async (label: string, text: string) => {
      const field = within(drawer).getByLabelText(label)
      await mouse.clear(field)
      await mouse.type(field, `${text}{Enter}`)
    }
    await type('应学完时间', '2027-01-04 09:00')
    await waitFor(() => expect(items().at(-1)).toEqual({ fileId: '2', dueTime: '2027-01-04 09:00:00' }))
    const known = items().length
    await type('开放时间', '2027-01-05 09:00')
    expect(await within(drawer).findByText('应学完时间须晚于开放时间')).toBeDefined()
    expect(items()).toHaveLength(known)
    await type('应学完时间', '2027-01-08 18:00')
    await waitFor(() => expect(items().at(-1)).toEqual({ fileId: '2', openTime: '2027-01-05 09:00:00', dueTime: '2027-01-08 18:00:00' }))
    await mouse.click(within(drawer).getByRole('button', { name: '关闭' }))
    expect(screen.getByText(/2027-01-05 09:00 开放 · 2027-01-08 18:00 前学完/)).toBeDefined()
  })

  it('a file is moved by the keyboard from section to section, and each place is announced', async () => {
    const { sent, mouse } = open()
    const rows = within(await list()).getAllByRole('listitem')
    // jsdom has no layout: rows of 40 px one below the other
    for (const [at, one] of rows.entries()) one.getBoundingClientRect = () => new DOMRect(0, at * 40, 600, 40)
    screen.getByRole('button', { name: '移动“课件2”' }).focus()
    await mouse.keyboard(' ')
    await waitFor(() => expect(screen.getByText('已拿起“课件2”')).toBeTruthy())
    await mouse.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.getByText('移到章节“实践”第1个')).toBeTruthy())
    await mouse.keyboard(' ')
    await waitFor(() =>
      expect(bodies(sent, courseBuild['item-sort'])).toEqual([
        {
          courseId: COURSE,
          version: 3,
          items: [
            { fileId: '1', sectionId: '11' },
            { fileId: '2', sectionId: '12' },
            { fileId: '3', sectionId: '12' },
          ],
        },
      ]),
    )
    expect(names()).toEqual(['基础', '课件1', '实践', '课件2', '课件3'])
  })
})

it('undo takes steps back, also a removed section with its files', async () => {
  const said = notices()
  const { sent, mouse } = open()
  await list()
  await mouse.click(screen.getByRole('button', { name: '移出“课件3”' }))
  await waitFor(() => expect(bodies(sent, courseBuild['item-delete'])).toHaveLength(1))
  await mouse.click(screen.getByRole('button', { name: '章节“基础”的操作' }))
  await mouse.click(await screen.findByText('删除章节，移出其中的课件'))
  await waitFor(() => expect(bodies(sent, courseBuild['section-sort'])).toEqual([{ courseId: COURSE, version: 5, ids: ['12'] }]))
  expect(said).toEqual(['课件已移出，可从回收站恢复，学习记录保留', '章节已删除'])
  await mouse.click(screen.getByRole('button', { name: /撤销/ }))
  await waitFor(() => expect(names()).toEqual(['基础', '课件1', '课件2', '实践']))
  // the section comes back with another id, and its files with it
  await waitFor(() =>
    expect(bodies(sent, courseBuild['item-save'])).toMatchObject([
      {
        items: [
          { fileId: '1', sectionId: '13', required: true, stops: [] },
          { fileId: '2', sectionId: '13' },
        ],
      },
    ]),
  )
  await waitFor(() => expect(bodies(sent, courseBuild['section-sort']).at(-1)).toMatchObject({ ids: ['13', '12'] }))
  await mouse.keyboard('{Control>}z{/Control}')
  screen.getByRole('button', { name: '移动“课件1”' }).focus()
  await mouse.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(names()).toEqual(['基础', '课件1', '课件2', '实践', '课件3']))
})

it('a file comes back from the recycle bin at its place, and undo takes it out again', async () => {
  let detail: object = stored({ files: [row('1', '11'), row('3', '12')] })
  const gone = { id: '81', title: '课件2', fileType: CourseFileType.pdf, fileType_dictText: 'PDF 文档', realName: '田老师' }
  const times = { createTime: '2026-12-01 09:00:00', endTime: '2026-12-31 09:00:00' }
  let removed = [{ ...gone, ...times }]
  const { sent, mouse } = open({
    [course['admin/detail'].path]: () => ({ data: detail }),
    [courseBuild['item-removed'].path]: () => ({ data: removed }),
    [courseBuild['item-restore'].path]: () => {
      removed = []
      const answer = stepped()
      detail = stored({ version })
      return answer
    },
  })
  await list()
  await mouse.click(screen.getByRole('button', { name: /回收站/ }))
  const drawer = within(await screen.findByRole('dialog', { name: '移出的课件' }))
  expect(await drawer.findByText('PDF 文档 · 田老师 2026-12-01 09:00 移出 · 保留至 2026-12-31 09:00')).toBeTruthy()
  await mouse.click(drawer.getByRole('button', { name: '恢复“课件2”' }))
  expect(await drawer.findByText('没有移出的课件')).toBeTruthy()
  expect(bodies(sent, courseBuild['item-restore'])).toEqual([{ courseId: COURSE, version: 3, ids: ['81'] }])
  await mouse.click(drawer.getByRole('button', { name: '关闭' }))
  expect(names()).toEqual(['基础', '课件1', '课件2', '实践', '课件3'])
  await mouse.click(screen.getByRole('button', { name: /撤销/ }))
  await waitFor(() => expect(bodies(sent, courseBuild['item-delete'])).toEqual([{ courseId: COURSE, version: 4, fileIds: ['2'] }]))
  expect(names()).toEqual(['基础', '课件1', '实践', '课件3'])
})

describe('what the server refuses', () => {
  it('of a restoration is said, and nothing changes', async () => {
    const said = notices()
    const gone = { id: '81', title: '课件9', fileType: CourseFileType.pdf, fileType_dictText: 'PDF 文档', realName: '' }
    const { mouse } = open({
      [courseBuild['item-removed'].path]: { data: [{ ...gone, createTime: '2026-12-01 09:00:00', endTime: '2026-12-31 09:00:00' }] },
      [courseBuild['item-restore'].path]: refused('binPartGone'),
    })
    await list()
    await mouse.click(screen.getByRole('button', { name: /回收站/ }))
    await mouse.click(await screen.findByRole('button', { name: '恢复“课件9”' }))
    await waitFor(() => expect(said).toContain(errors.binPartGone[1]))
    expect(await screen.findByText('已保存')).toBeTruthy()
    expect(names()).toEqual(['基础', '课件1', '课件2', '实践', '课件3'])
  })

  it('shows what another window stored', async () => {
    const said = notices()
    let detail = stored()
    const { mouse } = open({
      [course['admin/detail'].path]: () => ({ data: detail }),
      [courseBuild['item-delete'].path]: refused('conflict'),
    })
    await list()
    detail = stored({ version: 9, files: [row('1', '11'), row('5', '12')] })
    await mouse.click(screen.getByRole('button', { name: '移出“课件2”' }))
    await waitFor(() => expect(names()).toEqual(['基础', '课件1', '实践', '课件5']))
    expect(said).toContain('课程已在别处修改，已显示最新内容，请重做刚才的修改')
    expect(screen.getByRole('button', { name: /撤销/ })).toHaveProperty('disabled', true)
  })

  it('is taken back, with the reason', async () => {
    const said = notices()
    const msg = '至少要有一个必学课件'
    const { mouse } = open({
      [courseBuild['item-delete'].path]: refused('badInput', { msg, data: { fields: [{ field: 'fileIds', msg }] } }),
    })
    await list()
    await mouse.click(screen.getByRole('button', { name: '移出“课件2”' }))
    await waitFor(() => expect(said).toContain(msg))
    expect(names()).toEqual(['基础', '课件1', '课件2', '实践', '课件3'])
  })

  it('stays in the page while there is no connection, and is stored once there is one', async () => {
    let isOff = true
    const { sent, mouse } = open({ [courseBuild['item-delete'].path]: () => (isOff ? new TypeError('offline') : stepped()) })
    await list()
    await mouse.click(screen.getByRole('button', { name: '移出“课件2”' }))
    expect(await screen.findByText('没有保存')).toBeTruthy()
    expect(names()).toEqual(['基础', '课件1', '实践', '课件3'])
    isOff = false
    fireEvent(window, new Event('online'))
    expect(await screen.findByText('已保存')).toBeTruthy()
    expect(bodies(sent, courseBuild['item-delete']).at(-1)).toEqual({ courseId: COURSE, version: 3, fileIds: ['2'] })
  })
})

it('files are dropped on a section: each goes its own way, and one that cannot be used says why', async () => {
  const library = new Map<string, string>()
  const { sent, mouse } = open({
    [courseFile.save.path]: ({ body }) => {
      const { title } = body as { title: string }
      if (title === '坏的') return refused('badInput', { data: { fields: [{ field: 'fileUrl', msg: '压缩包已损坏或已加密，无法读取' }] } })
      library.set(title, `9${library.size + 1}`)
      return { data: { id: library.get(title), notes: [] } }
    },
    [courseBuild['item-save'].path]: (one) => {
      const { items } = one.body as { items: { fileId: string }[] }
      const at = items.findIndex(({ fileId }) => fileId === library.get('乙'))
      if (at < 0) return saved(one)
      return refused('badInput', { data: { fields: [{ field: `items.${at}.fileId`, msg: '课件“乙”已停用，不能选用' }] } })
    },
  })
  fakeUpload(({ file }) => ({ data: { id: '1', url: `/files/${file.name}`, name: file.name, size: file.size, type: file.type } }))
  await list()
  const given = ['甲.pdf', '坏的.zip', '乙.pdf', '程序.exe'].map((name) => new File(['x'], name))
  const dataTransfer = { types: ['Files'], files: given, dropEffect: '' }
  const head = screen.getByRole('button', { name: '移动“基础”' })
  fireEvent.dragEnter(head, { dataTransfer })
  fireEvent.drop(head, { dataTransfer })
  const waiting = await screen.findByRole('list', { name: '正在添加的文件' })
  expect(await within(waiting).findByText(/不支持这种文件/)).toBeTruthy()
  expect(await within(waiting).findByText('压缩包已损坏或已加密，无法读取')).toBeTruthy()
  // another attempt does not change the kind of a file
  expect(within(waiting).getAllByRole('button', { name: '重试' })).toHaveLength(1)
  expect(await within(waiting).findByText('课件“乙”已停用，不能选用')).toBeTruthy()
  expect(await screen.findByText('已保存')).toBeTruthy()
  expect(names()).toEqual(['基础', '课件1', '课件2', `课件${library.get('甲')}`, '实践', '课件3'])
  expect(bodies(sent, courseFile.save)).toContainEqual({ title: '甲', catId: '', fileUrl: '/files/甲.pdf', duration: 0 })
  for (const name of ['程序.exe', '坏的.zip', '乙']) await mouse.click(within(waiting).getByRole('button', { name: `移除${name}` }))
  expect(screen.queryByRole('list', { name: '正在添加的文件' })).toBeNull()
})

it('kinds of lessons with a form of their own are made in place', async () => {
  const Dialog = ({ onSaved, onClose }: LessonDialogProps) => (
    <button
      type="button"
      onClick={() => {
        onSaved('21', '交一份方案')
        onClose()
      }}
    >
      save it
    </button>
  )
  const before = fileTools.get()
  fileTools.set({ ...before, lessonDialogs: [{ fileType: CourseFileType.work, Dialog }] })
  const { sent, mouse } = open()
  await list()
  await mouse.click(screen.getByRole('button', { name: '新建作业' }))
  await mouse.click(await screen.findByText('save it'))
  await waitFor(() =>
    expect(bodies(sent, courseBuild['item-save'])).toMatchObject([{ items: [{ fileId: '21', sectionId: '12', required: true }] }]),
  )
  fileTools.set(before)
})

it('says what is wrong with a course that is gone', async () => {
  open({ [course['admin/detail'].path]: refused('notFound') })
  expect(await screen.findByText(errors.notFound[1])).toBeTruthy()
})
