// The list of questions: a previewed question leads to its editor, which comes back to the list as it was.
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { bodies, fakeServer, type Sent } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import QuEditPage from './QuEditPage.tsx'
import QuListPage from './QuListPage.tsx'
import { QuPreview } from '../QuPreview.tsx'

const row = {
  id: '41',
  title: '如何灭火？',
  quType: QuType.trueFalse,
  level: QuLevel.normal,
  repoId: '7',
  repoId_dictText: '消防',
  chapterId: '',
  chapterId_dictText: '',
  tags: [],
  version: 1,
  updateTime: '2026-11-20 10:00:00',
}
const options = ['正确', '错误'].map((content, at) => ({ tag: 'AB'[at], content, isRight: at === 0 }))
const detail = { ...row, body: { content: '<p>如何灭火？</p>', analysis: '', options } }

beforeEach(() => signInWith(['qu:list', 'qu:update']))

it('the editor of a previewed question returns to the page and the filters of the list', async () => {
  const list = '/admin/repo/qu?q.page=2&q.content=%E7%81%AB'
  const sent = fakeServer({
    [qu.paging.path]: ({ body }: Sent) => page([row], 30, body as { current: number; size: number }),
    [qu.detail.path]: { data: detail },
    [repo.paging.path]: page([{ id: '7', title: '消防', quCount: 30 }]),
  })
  const { mouse, router } = show(
    <Routes>
      <Route path="/admin/repo/qu" element={<QuListPage />} />
      <Route path="/admin/repo/qu/update/:id" element={<QuEditPage />} />
    </Routes>,
    { path: list },
  )
  await mouse.click(await screen.findByText('如何灭火？', { selector: 'button *' }))
  await mouse.click(await within(await screen.findByRole('dialog')).findByRole('link', { name: '编辑' }))
  expect(await screen.findByRole('textbox', { name: /^题干/ })).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: '取消' }))
  expect(await screen.findByText('如何灭火？', { selector: 'button *' })).toBeTruthy()
  expect(router.state.location.pathname + router.state.location.search).toBe(list)
  expect(bodies(sent, qu.paging).at(-1)).toMatchObject({ current: 2, params: { content: '火' } })
})

it('the preview of a matching names its pairs', async () => {
  const items = (...tags: string[]) => tags.map((tag) => ({ tag, content: `<p>${tag}</p>` }))
  const pairs = [
    ['A', 'a'],
    ['B', 'b'],
  ]
  const body = { content: '<p>配对</p>', analysis: '', left: items('A', 'B'), right: items('a', 'b', 'c'), pairs }
  fakeServer({ [qu.detail.path]: { data: { ...row, quType: QuType.matching, body } } })
  show(<QuPreview id="41" onClose={() => undefined} />)
  expect(await screen.findByText('A — a，B — b')).toBeTruthy()
})

it('an import that waits is led back to; where a question may be drawn is shown', async () => {
  await signInWith(['qu:list', 'qu:import'])
  fakeServer({
    [qu.paging.path]: page([row]),
    [quImport.waiting.path]: { data: [{ id: '8', fileName: '消防.txt', total: 4 }] },
    [qu['where-used'].path]: { data: { answers: 0, rights: 0, tmpls: [], exams: [], drawn: [{ id: '2', title: '月考' }] } },
    [repo.paging.path]: page([{ id: '7', title: '消防', quCount: 30 }]),
  })
  const { mouse } = show(<QuListPage />, { path: '/admin/repo/qu' })
  expect(await screen.findByText('有 1 次导入待确认')).toBeTruthy()
  expect(screen.getByText('消防.txt（4题）').getAttribute('href')).toBe('/admin/repo/qu/import/8')
  await mouse.click(await screen.findByText('使用情况'))
  expect(await screen.findByText('可能抽到它的模板')).toBeTruthy()
  expect(screen.getByText('月考')).toBeTruthy()
})

it('without an import that waits there is no line of it', async () => {
  const sent = fakeServer({ [quImport.waiting.path]: { data: [] }, [qu.paging.path]: page([row]) })
  await signInWith(['qu:list', 'qu:import'])
  show(<QuListPage />, { path: '/admin/repo/qu' })
  expect(await screen.findByText('如何灭火？')).toBeTruthy()
  expect(bodies(sent, quImport.waiting)).toHaveLength(1)
  expect(screen.queryByText(/次导入待确认/)).toBeNull()
})
