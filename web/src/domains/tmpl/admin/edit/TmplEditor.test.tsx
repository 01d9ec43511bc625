import { tmpl, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { tmplGroup } from '@shuyuan/contract/tmpl/group.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
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
