// A file in review: what is wrong is mended, what is repeated is chosen or not, then the rest enters the bank.
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { dictionary, page } from '../../../../test/answers.ts'
import { bodies, fakeServer, type Sent } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import QuImportPage from './QuImportPage.tsx'

// loading the editor takes long
beforeAll(async () => void (await import('../../../shared/richtext/Editor.tsx')))

const option = (tag: string, isRight = false) => ({ tag, content: `<p>${tag}</p>`, isRight })
const staged = (row: number, title: string, more: object = {}) => ({
  row,
  quType: QuType.single as number,
  level: QuLevel.normal,
  chapter: '消防',
  tags: [],
  title,
  problems: [] as object[],
  hasError: false,
  duplicateOf: '',
  duplicateRow: null as number | null,
  chosen: true,
  origin: null,
  body: QuestionBody.parse({ content: `<p>${title}</p>`, options: [option('A', true), option('B')] }),
  ...more,
})
const wrong = {
  quType: QuType.multiple,
  hasError: true,
  chosen: false,
  problems: [{ field: '答案', msg: '缺少答案', level: 'error' }],
  body: QuestionBody.parse({ content: '<p>灭火器过期后</p>', options: [option('A'), option('B')] }),
}

/** A file of four questions: the second is wrong, the fourth is the first once more. */
function fileInReview() {
  let rows = [
    staged(1, '火警电话'),
    staged(2, '灭火器过期后', wrong),
    staged(3, '乘坐电梯'),
    staged(4, '火警电话', { duplicateRow: 1, chosen: false }),
  ]
  const kinds = {
    all: () => true,
    wrong: (one: { hasError: boolean }) => one.hasError,
    duplicated: (one: { duplicateRow: number | null }) => one.duplicateRow !== null,
    chosen: (one: { chosen: boolean }) => one.chosen,
  }
  const count = (kind: keyof typeof kinds) => rows.filter(kinds[kind]).length
  const change = (numbers: number[], more: object) => {
    rows = rows.map((one) => (numbers.includes(one.row) ? { ...one, ...more } : one))
  }
  const head = { id: '1', repoId: '3', repoId_dictText: '消防', fileName: '消防.txt', format: 'gift', state: 'waiting', createTime: '' }
  return fakeServer({
    [quImport.detail.path]: () => ({
      data: { ...head, notes: [], total: 4, wrong: count('wrong'), duplicated: count('duplicated'), chosen: count('chosen') },
    }),
    [quImport.paging.path]: ({ body }: Sent) => page(rows.filter(kinds[(body as { params: { kind: keyof typeof kinds } }).params.kind])),
    [quImport.row.path]: ({ body }) => ({ data: rows.find((one) => one.row === (body as { row: number }).row) }),
    [quImport['save-row'].path]: ({ body }) => {
      change([2], { ...(body as object), hasError: false, chosen: true, problems: [] })
      return { data: rows[1] }
    },
    [quImport.choose.path]: ({ body }) => {
      const { rows: numbers, chosen } = body as { rows: number[]; chosen: boolean }
      change(numbers, { chosen })
      return { data: true }
    },
    [quImport.commit.path]: { data: { inserted: 3 } },
    [chapter.list.path]: { data: [] },
    ...dictionary(['普通', '较难', '较易'], 1),
  })
}

it('a wrong question is mended, a repeated one is chosen and left again, and three enter the bank', async () => {
  await signInWith(['qu:import'])
  const said = notices()
  const sent = fileInReview()
  const ui = (
    <Routes>
      <Route path="/admin/repo/qu/import/:id" element={<QuImportPage />} />
      <Route path="*" element={<p>题库</p>} />
    </Routes>
  )
  const { mouse, router } = show(ui, { path: '/admin/repo/qu/import/1' })
  expect(await screen.findByText('导入 2 题')).toBeTruthy()
  expect((await screen.findByLabelText<HTMLInputElement>('导入第2题')).disabled).toBe(true)
  expect(screen.getByText('与第1题的试题相同')).toBeTruthy()
  expect(screen.getByText('以后再处理').getAttribute('href')).toBe('/admin/repo/qu?repoId=3')

  await mouse.click(screen.getByText('有误 1'))
  await mouse.click(screen.getByLabelText('修改第2题'))
  const drawer = within(await screen.findByRole('dialog'))
  await mouse.click(within(await drawer.findByLabelText('题型')).getByText('单选题'))
  await mouse.click(drawer.getByLabelText('B是正确答案'))
  await mouse.click(drawer.getByText('保存'))
  expect(await screen.findByText('没有有误的试题')).toBeTruthy()
  expect(bodies(sent, quImport['save-row'])).toMatchObject([
    { importId: '1', row: 2, quType: QuType.single, body: { options: [{ isRight: false }, { isRight: true }] } },
  ])

  await mouse.click(screen.getByText('重复 1'))
  await mouse.click(await screen.findByLabelText('导入第4题'))
  expect(await screen.findByText('导入 4 题')).toBeTruthy()
  await mouse.click(screen.getByLabelText('导入第4题'))
  await mouse.click(await screen.findByText('导入 3 题'))
  await expect.poll(() => said).toContain('数据导入成功！')
  expect(bodies(sent, quImport.commit)).toMatchObject([{ id: '1' }])
  await expect.poll(() => router.state.location.pathname + router.state.location.search).toBe('/admin/repo/qu?repoId=3')
})
