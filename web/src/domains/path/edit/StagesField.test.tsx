// The stages of a path in its form: moved by keyboard and menus, taken back, sent in one go, and refused at their place.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { path } from '@shuyuan/contract/path/path.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import type { Values } from '../../../kernel/form/form-values.ts'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { type EditedItem, type EditedStage, sentStages } from './new-stage.ts'
import { StagesField } from './StagesField.tsx'

const Field = fieldOf(path.save)
const item = (refId: string, title: string, more: Partial<EditedItem> = {}): EditedItem => ({
  kind: 'course',
  refId,
  title,
  required: true,
  amount: 20,
  ...more,
})
const stage = (id: string, title: string, items: EditedItem[]): EditedStage => ({ id, title, need: 0, days: 0, items })
const start = () => [stage('a', '认识酒店', [item('1', '入职须知'), item('2', '消防安全')]), stage('b', '上手', [item('3', '前台接待')])]
const prepare = (values: Values): Values => ({ ...values, stages: sentStages(values['stages'] as EditedStage[]) })

function open(stages = start()) {
  const sent = fakeServer({
    [path.save.path]: { data: { id: '7' } },
    [course.paging.path]: page([
      { id: '9', title: '投诉处理' },
      { id: '3', title: '前台接待' },
    ]),
  })
  const initial = { title: '新人', openType: OpenType.all, stages }
  const { mouse } = show(
    <SchemaForm of={path.save} initial={initial} prepare={prepare}>
      <Field name="stages" label={false}>
        <StagesField />
      </Field>
    </SchemaForm>,
  )
  const saved = async () => {
    await mouse.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(bodies(sent, path.save)).toHaveLength(1))
    const [{ stages: all }] = bodies(sent, path.save) as [{ stages: { title: string; items: { refId: string }[] }[] }]
    return all.map((one) => `${one.title}:${one.items.map((each) => each.refId).join()}`)
  }
  return { sent, mouse, saved }
}

const cards = (no: number) => screen.getByRole('list', { name: `第 ${no} 阶段的内容` })
const titles = (no: number) =>
  within(cards(no))
    .queryAllByRole('button', { name: /^移动“/ })
    .map((one) => one.getAttribute('aria-label')?.slice(3, -1))

/** jsdom has no layout: columns of 300 px, cards of 100 px below each other. */
function layOut() {
  for (const [at, column] of screen.getAllByRole('region', { name: /^第 \d 阶段$/ }).entries()) {
    const left = at * 300
    column.parentElement!.getBoundingClientRect = () => new DOMRect(left, 0, 290, 900)
    const inside = within(column).getAllByRole('listitem')
    for (const [row, one] of inside.entries()) one.getBoundingClientRect = () => new DOMRect(left, 100 + row * 100, 290, 90)
    const end = within(column).getByRole('list').nextElementSibling!
    end.getBoundingClientRect = () => new DOMRect(left, 100 + inside.length * 100, 290, 200)
  }
}

beforeEach(() => signInWith(['path:add', 'path:update', 'course:list']))

it('a card goes to another stage by the keyboard, each place is announced, and undo brings it back', async () => {
  const { mouse, saved } = open()
  layOut()
  screen.getByRole('button', { name: '移动“消防安全”' }).focus()
  await mouse.keyboard(' ')
  await screen.findByText('已拿起“消防安全”')
  await mouse.keyboard('{ArrowRight}')
  await screen.findByText('移到“上手”的第 2 项')
  await mouse.keyboard('{ArrowUp}')
  await screen.findByText('移到“上手”的第 1 项')
  await mouse.keyboard(' ')
  await waitFor(() => expect(titles(2)).toEqual(['消防安全', '前台接待']))
  expect(titles(1)).toEqual(['入职须知'])
  await mouse.click(screen.getByRole('button', { name: /撤销/ }))
  expect([titles(1), titles(2)]).toEqual([['入职须知', '消防安全'], ['前台接待']])
  expect(screen.getByRole('button', { name: /撤销/ })).toHaveProperty('disabled', true)
  expect(await saved()).toEqual(['认识酒店:1,2', '上手:3'])
})

it('a stage moves by the keyboard with its cards', async () => {
  const { mouse, saved } = open()
  layOut()
  screen.getByRole('button', { name: '移动“认识酒店”' }).focus()
  await mouse.keyboard(' ')
  await screen.findByText('已拿起“认识酒店”')
  await mouse.keyboard('{ArrowRight}')
  await screen.findByText('移到第 2 个阶段')
  await mouse.keyboard(' ')
  expect(await saved()).toEqual(['上手:3', '认识酒店:1,2'])
})

it('menus move, remove and bring back, for who cannot drag', async () => {
  const said = notices()
  const { mouse, saved } = open()
  const choose = async (title: string, entry: string) => {
    await mouse.click(screen.getByRole('button', { name: `“${title}”的更多操作` }))
    const entries = await screen.findAllByRole('menuitem', { name: entry })
    await mouse.click(entries.at(-1)!)
  }
  await choose('入职须知', '移到第 2 阶段 上手')
  expect([titles(1), titles(2)]).toEqual([['消防安全'], ['前台接待', '入职须知']])
  await choose('入职须知', '上移')
  expect(titles(2)).toEqual(['入职须知', '前台接待'])
  await choose('前台接待', '移出方案')
  await choose('认识酒店', '删除第 1 阶段')
  expect(said).toEqual(['已移出方案', '阶段已删除'])
  expect(screen.getAllByRole('region')).toHaveLength(1)
  await mouse.click(screen.getByRole('button', { name: /撤销/ }))
  screen.getByRole('button', { name: '移动“上手”' }).focus()
  await mouse.keyboard('{Control>}z{/Control}')
  expect(await saved()).toEqual(['认识酒店:2', '上手:1,3'])
})

it('a search result is dragged into a stage by the keyboard', async () => {
  const { mouse, saved } = open()
  await mouse.click(screen.getByRole('button', { name: /搜索内容/ }))
  const handle = await screen.findByRole('button', { name: '拖入“投诉处理”' })
  // the third course stands in the path already
  expect(screen.queryByRole('button', { name: '拖入“前台接待”' })).toBeNull()
  layOut()
  handle.focus()
  await mouse.keyboard(' ')
  await screen.findByText('已拿起“投诉处理”')
  await mouse.keyboard('{ArrowDown}')
  await screen.findByText('移到“认识酒店”的第 1 项')
  await mouse.keyboard('{ArrowRight}')
  await screen.findByText('移到“上手”的第 1 项')
  await mouse.keyboard(' ')
  await waitFor(() => expect(titles(2)).toEqual(['投诉处理', '前台接待']))
  expect(screen.queryByRole('button', { name: '拖入“投诉处理”' })).toBeNull()
  expect(await saved()).toEqual(['认识酒店:1,2', '上手:9,3'])
})

it('letters of a name are taken back together, and a new stage has its name open', async () => {
  const { mouse } = open()
  await mouse.click(screen.getByRole('button', { name: /添加阶段/ }))
  const name = screen.getByRole('textbox', { name: '第 3 阶段的名称' })
  expect(document.activeElement).toBe(name)
  await mouse.clear(name)
  await mouse.type(name, '独立')
  await mouse.click(screen.getByRole('button', { name: /撤销/ }))
  expect(screen.getByRole('textbox', { name: '第 3 阶段的名称' })).toHaveProperty('value', '第 3 阶段')
  await mouse.click(screen.getByRole('button', { name: /撤销/ }))
  expect(screen.getAllByRole('region')).toHaveLength(2)
})

it('what is wrong is said at the stage, and nothing is lost', async () => {
  const { sent, mouse, saved } = open([...start(), stage('c', '独立', [])])
  await mouse.clear(screen.getByRole('textbox', { name: '第 1 阶段的名称' }))
  await mouse.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('每个阶段至少需要一项内容')).toBeTruthy()
  expect(bodies(sent, path.save)).toEqual([])
  expect(screen.getByRole('textbox', { name: '第 1 阶段的名称' }).className).toContain('error')
  expect(screen.getByRole('textbox', { name: '第 2 阶段的名称' }).className).not.toContain('error')
  await mouse.type(screen.getByRole('textbox', { name: '第 1 阶段的名称' }), '开始')
  await mouse.click(screen.getByRole('button', { name: '“消防安全”的更多操作' }))
  await mouse.click(await screen.findByRole('menuitem', { name: '移到第 3 阶段 独立' }))
  expect(await saved()).toEqual(['开始:1', '上手:3', '独立:2'])
})
