// The chapters of a bank: renamed, given sections, and put below another. How one is moved: e2e/bank.spec.ts.
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { heldPermissions } from '../../kernel/access/permission.ts'
import { ChapterDrawer } from './ChapterDrawer.tsx'

const stored = (id: string, title: string) => ({ id, repoId: '3', parentId: '', title, sort: 0, quCount: 0 })

function opened() {
  heldPermissions.set(['repo:update'])
  onTestFinished(() => heldPermissions.set([]))
  let all = [stored('1', '总则'), stored('2', '疏散'), stored('3', '灭火')]
  const sent = fakeServer({
    [chapter.list.path]: () => ({ data: all }),
    [chapter.save.path]: ({ body }) => {
      const one = { ...stored(String(all.length + 1), ''), ...(body as object) }
      const isNew = all.every((each) => each.id !== one.id)
      all = isNew ? [...all, one] : all.map((each) => (each.id === one.id ? one : each))
      return { data: { id: one.id } }
    },
  })
  const titles = () => screen.getAllByTestId('chapter-title').map((one) => one.textContent)
  return { sent, titles, ...show(<ChapterDrawer open repoId="3" title="消防" onClose={() => undefined} />) }
}

it('a chapter is renamed and has a section; another becomes a section, which has none of its own', async () => {
  const { mouse, sent, titles } = opened()
  await mouse.click(await screen.findByLabelText('修改总则'))
  await mouse.clear(screen.getByLabelText('章节名称'))
  await mouse.type(screen.getByLabelText('章节名称'), '基本规定{Enter}')
  await waitFor(() => expect(titles()).toEqual(['基本规定', '疏散', '灭火']))
  await mouse.click(screen.getByLabelText('在“基本规定”中添加小节'))
  await mouse.type(screen.getByLabelText('“基本规定”的新小节'), '术语{Enter}')
  await waitFor(() => expect(titles()).toEqual(['基本规定', '术语', '疏散', '灭火']))
  await mouse.click(screen.getByLabelText('修改灭火'))
  await mouse.click(screen.getByLabelText('上级章节'))
  await mouse.click((await screen.findAllByText('疏散', { selector: '.ant-select-item-option-content' })).at(-1)!)
  await mouse.click(screen.getByLabelText('保存'))
  await waitFor(() => expect(screen.queryByLabelText('在“灭火”中添加小节')).toBeNull())
  expect(titles()).toEqual(['基本规定', '术语', '疏散', '灭火'])
  expect(bodies(sent, chapter.save)).toEqual([
    { id: '1', repoId: '3', title: '基本规定', parentId: '' },
    { repoId: '3', title: '术语', parentId: '1' },
    { id: '3', repoId: '3', title: '灭火', parentId: '2' },
  ])
})
