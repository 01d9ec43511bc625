// A stored question: suggestions of the assistant count once it is saved; a change is lost neither by leaving nor by another person's change.
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { dictionary, page, refused } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import { quTools } from '../qu-tools.ts'
import QuEditPage from './QuEditPage.tsx'

// loading the editor takes long
beforeAll(async () => {
  await import('../../../shared/richtext/Editor.tsx')
  // jsdom has no layout
  const nowhere = new DOMRect()
  Range.prototype.getBoundingClientRect = () => nowhere
  Range.prototype.getClientRects = () => [nowhere] as unknown as DOMRectList
})

const option = (tag: string, isRight = false) => ({ tag, content: `<p>${tag}</p>`, isRight })
const body = QuestionBody.parse({ content: '<p>灭火器 多久检查一次,</p>', options: [option('A', true), option('B')] })
const stored = (version: number) => ({
  id: '5',
  repoId: '3',
  repoId_dictText: '消防',
  chapterId: '',
  quType: QuType.single,
  level: QuLevel.normal,
  tags: [],
  version,
  body,
})

async function opened(save: Parameters<typeof fakeServer>[0][string], version = () => 1) {
  await signInWith(['qu:list', 'qu:update', 'repo:list'])
  localStorage.clear()
  const said = notices()
  const sent = fakeServer({
    [qu.detail.path]: () => ({ data: stored(version()) }),
    [qu.save.path]: save,
    [repo.paging.path]: page([{ id: '3', title: '消防', quCount: 1 }]),
    [repo.detail.path]: { data: { id: '3', title: '消防' } },
    [chapter.list.path]: { data: [] },
    ...dictionary(['普通', '较难', '较易'], 1),
  })
  const ui = (
    <Routes>
      <Route path="/admin/repo/qu/update/:id" element={<QuEditPage />} />
      <Route path="*" element={<p>别处</p>} />
    </Routes>
  )
  const { mouse, router } = show(ui, { path: '/admin/repo/qu/update/5' })
  await screen.findByText('试题保存后不能更改题型')
  return { mouse, router, sent, said, save: async () => mouse.click(screen.getByRole('button', { name: '保存' })) }
}

it('suggestions go into the form one by one, and are stored with it', async () => {
  const before = quTools.get()
  onTestFinished(() => quTools.set(before))
  const stem = { field: 'stem' as const, at: 0, html: '<p>灭火器多久检查一次（ ）。</p>', level: null }
  const second = { field: 'option' as const, at: 1, html: '<p>每年</p>', level: null }
  quTools.set({
    ...before,
    ImproveQuestion: ({ onTake, quId }) => (
      <button type="button" onClick={() => [stem, second].forEach((one) => onTake(one))}>{`采用 ${quId}`}</button>
    ),
  })
  const { mouse, sent, said, save } = await opened(() => ({ data: { id: '5', version: 2 } }))
  await mouse.click(screen.getByRole('button', { name: '采用 5' }))
  expect(bodies(sent, qu.save)).toEqual([])
  await save()
  await expect.poll(() => said).toContain('试题保存成功！')
  expect(bodies(sent, qu.save)).toMatchObject([
    { body: { content: stem.html, options: [{ content: '<p>A</p>', isRight: true }, { content: '<p>每年</p>' }] } },
  ])
})

it('a changed question is left only on purpose, and a colleague’s change is overwritten only on purpose', async () => {
  let version = 1
  const { mouse, router, sent, save } = await opened(
    ({ body }) => ((body as { version: number }).version === version ? { data: { id: '5', version: 3 } } : refused('conflict')),
    () => version,
  )
  const stem = await screen.findByLabelText('题干', { selector: '[contenteditable]' })
  const getData = (type: string) => (type === 'text/plain' ? '我的修改' : '')
  fireEvent.paste(stem, { clipboardData: { files: [], items: [], types: ['text/plain'], getData } })
  void router.navigate('/admin/repo/list')
  await mouse.click(await screen.findByText('继续编辑'))
  expect(router.state.location.pathname).toBe('/admin/repo/qu/update/5')
  version = 2
  await save()
  expect(await screen.findByText('数据已被他人修改，请刷新后重试')).toBeTruthy()
  expect(stem.textContent).toContain('我的修改')
  await mouse.click(screen.getByText('用我的内容覆盖'))
  expect(await screen.findByText('别处')).toBeTruthy()
  expect(router.state.location.pathname + router.state.location.search).toBe('/admin/repo/qu?repoId=3')
  const mine = { content: expect.stringContaining('我的修改') }
  expect(bodies(sent, qu.save)).toMatchObject([
    { version: 1, body: mine },
    { version: 2, body: mine },
  ])
})
