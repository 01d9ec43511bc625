import { tmpl, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { tmplGroup } from '@shuyuan/contract/tmpl/group.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused } from '../../../../../test/answers.ts'
import { bodies, fakeServer, type Sent } from '../../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../../test/render.tsx'
import { firstForm } from './tmpl-form.ts'
import { TmplEditor } from './TmplEditor.tsx'

const group = {
  key: '1',
  title: '一',
  mode: 'fixed' as const,
  draws: [],
  quList: [{ quId: '1', score: 2, quType: QuType.single, title: '题', level: QuLevel.normal }],
}

it.each([TmplState.draft, TmplState.published])('is saved on the way out in the state %s that it has', async (state) => {
  const sent = fakeServer({
    [tmpl.save.path]: { data: { id: '1', version: 2 } },
    [tmplGroup.stock.path]: { data: [] },
    [repo.paging.path]: page([]),
  })
  const { mouse, router } = show(<TmplEditor start={{ ...firstForm(), id: '1', version: 1, state, title: '月考', groups: [group] }} />)
  await mouse.type(screen.getByRole('textbox', { name: '备注' }), '改')
  void router.navigate('/elsewhere')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('继续编辑'))
  await mouse.click(screen.getByRole('button', { name: '保存并离开' }))
  expect(await screen.findByText('elsewhere')).toBeTruthy()
  expect(bodies(sent, tmpl.save)).toMatchObject([{ remark: '改', publish: state === TmplState.published }])
})

it('scales the points of all questions to a total', async () => {
  const sent = fakeServer({
    [tmpl.save.path]: { data: { id: '1', version: 2, state: TmplState.draft } },
    [tmplGroup.stock.path]: { data: [] },
    [repo.paging.path]: page([]),
  })
  const second = { ...group, key: '2', quList: [{ ...group.quList[0]!, quId: '2', score: 3 }] }
  const { mouse } = show(<TmplEditor start={{ ...firstForm(), id: '1', version: 1, title: '月考', groups: [group, second] }} />)
  await mouse.click(screen.getByRole('button', { name: '折算总分' }))
  await mouse.click(await screen.findByRole('button', { name: /^折\s?算$/ }))
  expect(screen.getByTestId('template-totals').textContent).toContain('100')
  await mouse.click(screen.getByRole('button', { name: '保存草稿' }))
  await waitFor(() =>
    expect(bodies(sent, tmpl.save)).toMatchObject([{ groups: [{ quList: [{ score: 40 }] }, { quList: [{ score: 60 }] }] }]),
  )
})

it('is published, and goes on with an exam of it', async () => {
  const sent = fakeServer({
    [tmpl.save.path]: { data: { id: '4', version: 1, state: TmplState.published } },
    [tmplGroup.stock.path]: { data: [] },
    [repo.paging.path]: page([]),
  })
  await signInWith(['exam:add'])
  const { mouse, router } = show(<TmplEditor start={{ ...firstForm(), title: '月考', groups: [group] }} />)
  await mouse.click(screen.getByRole('button', { name: '发布并创建考试' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/exam/add/4'))
  expect(bodies(sent, tmpl.save)).toMatchObject([{ publish: true }])
})

/** A server with three questions of each kind in one bank, which publishes nothing beyond them. */
function bankOfThree() {
  const bank = { id: '7', title: '消防题库', quCount: 3 }
  const question = { id: '41', title: '如何灭火？', quType: QuType.single, level: QuLevel.normal, chapterId_dictText: '', repoId: '7' }
  return fakeServer({
    [repo.paging.path]: page([bank]),
    [repo.detail.path]: { data: bank },
    [tmplGroup.stock.path]: ({ body }: Sent) => ({ data: (body as { rows: object[] }).rows.map(() => 3) }),
    [qu.paging.path]: page([question]),
    [tmpl.save.path]: ({ body }) => {
      const { groups, publish } = body as { groups: { draws: { count: number }[] }[]; publish: boolean }
      const lack = groups.flatMap((one) => one.draws).reduce((sum, one) => sum + Math.max(0, one.count - 3), 0)
      const msg = `题库存量不足，还差 ${lack} 题`
      if (publish && lack > 0) return refused('tmplStock', { msg, data: { fields: [{ field: 'groups.0.draws.0.count', msg }] } })
      return { data: { id: '1', version: 2, state: publish ? TmplState.published : TmplState.draft } }
    },
  })
}

it('beyond the stock stays a draft; within the stock it is published with a chosen question', async () => {
  const said = notices()
  const sent = bankOfThree()
  const { mouse, router } = show(<TmplEditor start={{ ...firstForm(), title: '月考' }} />, { styled: true })
  // some have an icon before their words
  const press = (name: string) => mouse.click(screen.getByRole('button', { name: new RegExp(`(^| )${name}$`) }))
  const write = async (name: string, text: string) => {
    const input = screen.getByRole('spinbutton', { name })
    await mouse.clear(input)
    await mouse.type(input, text)
    await mouse.tab()
  }
  await press('发布')
  expect((await screen.findAllByText('请选择题库')).length).toBeGreaterThan(1)
  expect(bodies(sent, tmpl.save)).toEqual([])
  await mouse.click(screen.getByRole('combobox', { name: '第1行的题库' }))
  await mouse.click(await screen.findByTitle('消防题库'))
  expect(await screen.findByText('差7题')).toBeTruthy()
  expect(screen.getByRole('spinbutton', { name: '第1行的抽题数' }).getAttribute('aria-invalid')).toBe('true')
  await press('发布')
  expect(await screen.findByText('题库存量不足，还差 7 题')).toBeTruthy()
  await press('保存草稿')
  await waitFor(() => expect(said).toContain('草稿已保存'))
  expect(router.state.location.pathname).toBe('/')

  await write('第1行的抽题数', '2')
  await write('第1行的每题分数', '2.5')
  await waitFor(() => expect(screen.queryByText('差7题')).toBeNull())
  await press('添加大题')
  await mouse.click(within(screen.getByRole('radiogroup', { name: '第2大题的组题方式' })).getByText('固定选题'))
  await press('选择试题')
  const picker = within(await screen.findByRole('dialog'))
  await mouse.click(within(await picker.findByRole('row', { name: /如何灭火/ })).getByRole('checkbox'))
  await mouse.click(picker.getByRole('button', { name: '确认1项' }))
  await write('第1题的分数', '10')
  expect(screen.getByTestId('template-totals').textContent).toContain('15')
  await press('发布')
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/exam/tmpl'))
  expect(bodies(sent, tmpl.save).at(-1)).toMatchObject({
    publish: true,
    groups: [
      { mode: 'draw', draws: [{ repoId: '7', count: 2, perScore: 2.5 }] },
      { mode: 'fixed', quList: [{ quId: '41', score: 10 }] },
    ],
  })
})
