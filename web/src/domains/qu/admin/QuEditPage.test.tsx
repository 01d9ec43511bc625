// A stored question: suggestions of the assistant count once it is saved.
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { dictionary, page } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import { quTools } from '../qu-tools.ts'
import QuEditPage from './QuEditPage.tsx'

// loading the editor takes long
beforeAll(async () => void (await import('../../../shared/richtext/Editor.tsx')))

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

async function opened(save: Parameters<typeof fakeServer>[0][string]) {
  await signInWith(['qu:list', 'qu:update', 'repo:list'])
  localStorage.clear()
  const said = notices()
  const sent = fakeServer({
    [qu.detail.path]: { data: stored(1) },
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
  const { mouse } = show(ui, { path: '/admin/repo/qu/update/5' })
  await screen.findByText('试题保存后不能更改题型')
  return { mouse, sent, said, save: async () => mouse.click(screen.getByRole('button', { name: '保存' })) }
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
