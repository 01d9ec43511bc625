// Saved views over a list: chosen, changed, kept, opened first.
import { user } from '@shuyuan/contract/account/user.ts'
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { listView, type ListViewSettings } from '@shuyuan/contract/operation/list-view.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, teacher } from '../../../test/answers.ts'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { setToken } from '../../kernel/call/token.ts'
import { ListPage } from '../ListPage.tsx'
import { loadSession } from '../session/session.ts'

const listKey = user.paging.path
const settings: ListViewSettings = {
  params: { userName: 'zhang', gone: 'x', state: 'no state' },
  order: { column: 'realName', asc: false },
  size: 20,
  hidden: ['deptCode', 'goneColumn'],
  columns: [],
}
const stored = { id: '3', title: '张', shared: false, first: false, editable: true, settings }
const rows = page([{ id: '1', userName: 'zhang1', realName: '张一', deptCode_dictText: '客房部', deptCode: 'A01' }])
const list = (
  <ListPage of={user.paging} search={['userName', 'state']} columns={['userName', { name: 'realName', sortable: true }, 'deptCode']} />
)
const headers = () => screen.getAllByRole('columnheader').map((one) => one.textContent)
const byView = { current: 1, size: 20, params: { userName: 'zhang' }, orders: [{ column: 'realName', asc: false }] }

let sessions = 0
const signIn = async (more: object = {}) => {
  fakeServer({ [user.info.path]: { data: { ...teacher, ...more } }, [menu.routes.path]: { data: [] } })
  setToken(`views-${++sessions}`)
  await loadSession()
}
const server = (views: object[] = [stored]) =>
  fakeServer({
    [user.paging.path]: rows,
    [listView.list.path]: { data: views },
    [listView.save.path]: { data: { id: '3' } },
    [listView.delete.path]: { data: true },
    [listView['set-first'].path]: { data: true },
    [user.info.path]: { data: teacher },
    [menu.routes.path]: { data: [] },
  })

beforeEach(async () => {
  localStorage.clear()
  await signIn()
})

describe('a list without a chosen view', () => {
  it('asks for no views before the menu opens', async () => {
    const sent = server()
    const { mouse } = show(list)
    await screen.findByText('zhang1')
    expect(sent.map((one) => one.path)).toEqual([user.paging.path])
    await mouse.click(screen.getByRole('button', { name: /视图/ }))
    await mouse.click(await screen.findByRole('button', { name: '张' }))
    await waitFor(() => expect(bodies(sent, user.paging).at(-1)).toEqual(byView))
  })

  it('keeps what is shown under a name', async () => {
    const sent = server([])
    const { mouse, router } = show(list, { path: '/?userName=li&size=50&sort=-realName' })
    await screen.findByText('zhang1')
    await mouse.click(screen.getByRole('button', { name: '列设置' }))
    await mouse.click(await screen.findByRole('checkbox', { name: '部门' }))
    await mouse.click(screen.getByRole('button', { name: /视图/ }))
    await mouse.click(await screen.findByRole('button', { name: '存为新视图' }))
    const dialog = await screen.findByRole('dialog')
    await mouse.type(within(dialog).getByRole('textbox', { name: /视图名称/ }), '李')
    expect(within(dialog).queryByRole('switch')).toBeNull()
    await mouse.click(within(dialog).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(router.state.location.search).toBe('?view=3'))
    expect(bodies(sent, listView.save)).toEqual([
      {
        listKey,
        title: '李',
        shared: false,
        settings: { params: { userName: 'li' }, order: { column: 'realName', asc: false }, size: 50, hidden: ['deptCode'], columns: [] },
      },
    ])
  })
})

describe('a list by a view of the address', () => {
  it('shows what still fits, once, and says nothing of changes', async () => {
    const sent = server()
    show(list, { path: '/?view=3' })
    await screen.findByText('zhang1')
    expect(bodies(sent, user.paging)).toEqual([byView])
    expect(headers()).toEqual(['用户名', '姓名'])
    expect(screen.queryByText('已修改')).toBeNull()
  })

  it('says that filters or columns differ, and goes back', async () => {
    server()
    const { mouse, router } = show(list, { path: '/?view=3' })
    const box = await screen.findByRole('textbox', { name: '用户名' })
    await screen.findByText('zhang1')
    await mouse.clear(box)
    await mouse.type(box, '{Enter}')
    expect(await screen.findByText('已修改')).toBeTruthy()
    expect(router.state.location.search).toBe('?view=3&userName=')
    await mouse.click(screen.getByRole('button', { name: '还原' }))
    await waitFor(() => expect(screen.queryByText('已修改')).toBeNull())
    expect(router.state.location.search).toBe('?view=3')
    await mouse.click(screen.getByRole('button', { name: '列设置' }))
    await mouse.click(await screen.findByRole('checkbox', { name: '姓名' }))
    expect(await screen.findByText('已修改')).toBeTruthy()
    await mouse.click(screen.getByRole('button', { name: '还原' }))
    await waitFor(() => expect(headers()).toEqual(['用户名', '姓名']))
  })

  it('is overwritten by what is shown', async () => {
    const sent = server()
    const { mouse } = show(list, { path: '/?view=3&size=50' })
    await mouse.click(await screen.findByRole('button', { name: '保存到视图' }))
    await waitFor(() => expect(bodies(sent, listView.save)).toHaveLength(1))
    expect(bodies(sent, listView.save)[0]).toMatchObject({
      id: '3',
      title: '张',
      settings: { params: { userName: 'zhang' }, size: 50, hidden: ['deptCode'] },
    })
  })

  it('offers no changes of a shared view without the right', async () => {
    server([{ ...stored, shared: true, editable: false }])
    const { mouse } = show(list, { path: '/?view=3&size=50' })
    expect(await screen.findByText('已修改')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '保存到视图' })).toBeNull()
    await mouse.click(screen.getByRole('button', { name: /张/ }))
    await mouse.click(await screen.findByRole('button', { name: '“张”的更多操作' }))
    expect(await screen.findByRole('menuitem', { name: '打开列表时使用' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: '删除' })).toBeNull()
  })

  it('is the plain list where the view is gone', async () => {
    const sent = server([])
    show(list, { path: '/?view=3' })
    await screen.findByText('zhang1')
    expect(bodies(sent, user.paging)).toEqual([{ current: 1, size: 10, params: {} }])
  })
})

describe('a view that opens first', () => {
  beforeEach(async () => {
    await signIn({ firstViews: { [listKey]: '3' } })
  })

  it('is used without a load of the plain list, and can be left', async () => {
    const sent = server()
    const { mouse, router } = show(list)
    await screen.findByText('zhang1')
    expect(bodies(sent, user.paging)).toEqual([byView])
    expect(router.state.location.search).toBe('?view=3')
    await mouse.click(screen.getByRole('button', { name: /张/ }))
    await mouse.click(await screen.findByRole('button', { name: '全部（不用视图）' }))
    await waitFor(() => expect(bodies(sent, user.paging).at(-1)).toEqual({ current: 1, size: 10, params: {} }))
    expect(router.state.location.search).toBe('?view=none')
  })

  it('leaves links with filters alone', async () => {
    const sent = server()
    show(list, { path: '/?userName=li' })
    await screen.findByText('zhang1')
    expect(bodies(sent)).toEqual([{ current: 1, size: 10, params: { userName: 'li' } }])
  })
})
