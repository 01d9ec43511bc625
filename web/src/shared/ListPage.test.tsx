import { repo } from '@shuyuan/contract/repo/repo.ts'
import { log } from '@shuyuan/contract/site/log/log.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, refused } from '../../test/answers.ts'
import { bodies, fakeServer, type Sent } from '../../test/fake-server.ts'
import { notices, show, signInWith } from '../../test/render.tsx'
import { useRemove } from '../kernel/list/useRemove.ts'
import { ListPage } from './ListPage.tsx'

const person = (n: number) => ({
  id: String(n),
  userName: `user${n}`,
  realName: `张${n}`,
  state: n % 2,
  deptCode: 'A01',
  deptCode_dictText: '客房部',
})
const people = (total: number) => (sent: Sent) => {
  const { current, size } = sent.body as { current: number; size: number }
  const from = (current - 1) * size
  const records = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, index) => person(from + index + 1))
  return page(records, total, { current, size })
}
const list = (
  <ListPage
    of={user.paging}
    search={['userName', 'state']}
    columns={['userName', { name: 'realName', sortable: true }, 'deptCode', 'state']}
  />
)

beforeEach(async () => {
  localStorage.clear()
  await signInWith(['*'])
})

describe('the total', () => {
  it('is called an estimate where the server says so', async () => {
    fakeServer({ [user.paging.path]: (sent) => ({ data: { ...people(20_400)(sent).data, about: true } }) })
    show(list)
    expect(await screen.findByText('约 20400 条')).toBeTruthy()
    expect(screen.queryByText('共 20400 条')).toBeNull()
  })
})

describe('a list that refreshes itself', () => {
  it('shows the first row that arrives in an empty list', async () => {
    let total = 0
    fakeServer({ [user.paging.path]: (sent) => people(total)(sent) })
    show(<ListPage of={user.paging} columns={['userName']} refreshEvery={20} empty={{ text: '还没有人' }} />)
    expect(await screen.findByText('还没有人')).toBeTruthy()
    total = 1
    expect(await screen.findByText('user1')).toBeTruthy()
  })
})

describe('rows and columns', () => {
  it('takes titles from the contract, and texts of codes and dictionaries from the contract and the row', async () => {
    fakeServer({ [user.paging.path]: people(2) })
    show(list)
    expect(await screen.findByRole('cell', { name: 'user1' })).toBeTruthy()
    expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['用户名', '姓名', '部门', '状态'])
    expect(screen.getAllByRole('cell', { name: '客房部' })).toHaveLength(2)
    expect(screen.getByRole('cell', { name: '禁用' })).toBeTruthy()
  })

  it('is a list of cards on a phone', async () => {
    fakeServer({ [user.paging.path]: people(2) })
    show(list, { width: 390 })
    const cards = await screen.findAllByRole('listitem')
    expect(within(cards[0] as HTMLElement).getByText('user1')).toBeTruthy()
    expect(within(cards[0] as HTMLElement).getByText('部门')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('renders only the visible part of 500 rows', async () => {
    fakeServer({ [user.paging.path]: people(500) })
    show(list, { path: '/?size=500' })
    expect(await screen.findByText('user1')).toBeTruthy()
    expect(screen.queryByText('user400')).toBeNull()
  })

  it('hides a column permanently', async () => {
    fakeServer({ [user.paging.path]: people(1) })
    const { mouse } = show(list)
    await screen.findByRole('cell', { name: 'user1' })
    await mouse.click(screen.getByRole('button', { name: '列设置' }))
    await mouse.click(await screen.findByRole('checkbox', { name: '部门' }))
    expect(screen.queryByRole('columnheader', { name: '部门' })).toBeNull()
    show(list)
    await waitFor(() => expect(screen.getAllByRole('cell', { name: 'user1' })).toHaveLength(2))
    expect(screen.queryByRole('columnheader', { name: '部门' })).toBeNull()
  })
})

describe('filters, order and pages', () => {
  it('reads them from the address and writes them there', async () => {
    const sent = fakeServer({ [user.paging.path]: people(45) })
    const { mouse, router } = show(list, { path: '/?page=2&userName=zhang' })
    await screen.findByRole('cell', { name: 'user11' })
    expect(bodies(sent)).toEqual([{ current: 2, size: 10, params: { userName: 'zhang' } }])
    const box = screen.getByRole('textbox', { name: '用户名' })
    await mouse.clear(box)
    await mouse.type(box, '李{Enter}')
    await waitFor(() => expect(router.state.location.search).toBe(`?userName=${encodeURIComponent('李')}`))
    await mouse.click(screen.getByRole('columnheader', { name: '姓名' }))
    await waitFor(() =>
      expect(sent.at(-1)?.body).toEqual({ current: 1, size: 10, params: { userName: '李' }, orders: [{ column: 'realName', asc: true }] }),
    )
    await mouse.click(screen.getByRole('button', { name: /重置/ }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect((box as HTMLInputElement).value).toBe('')
  })

  it('shows the old rows while the next page is loaded', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    fakeServer({
      [user.paging.path]: async (sent) => {
        if ((sent.body as { current: number }).current === 2) await gate
        return people(20)(sent)
      },
    })
    const { mouse } = show(list)
    await screen.findByRole('cell', { name: 'user1' })
    await mouse.click(screen.getByRole('listitem', { name: '2' }))
    expect(screen.getByRole('cell', { name: 'user1' })).toBeTruthy()
    open()
    expect(await screen.findByRole('cell', { name: 'user11' })).toBeTruthy()
  })

  it('goes back to the last existing page', async () => {
    fakeServer({ [user.paging.path]: people(12) })
    const { router } = show(list, { path: '/?page=3' })
    expect(await screen.findByRole('cell', { name: 'user11' })).toBeTruthy()
    expect(router.state.location.search).toBe('?page=2')
  })
})

describe('empty and error states', () => {
  it('shows an empty list with the action that fills it', async () => {
    fakeServer({ [user.paging.path]: people(0) })
    show(<ListPage of={user.paging} columns={['userName']} empty={{ action: <button type="button">新建用户</button> }} />)
    expect(await screen.findByText('暂无相关数据！')).toBeTruthy()
    expect(screen.getByRole('button', { name: '新建用户' })).toBeTruthy()
  })

  it('does not offer that action where filters have emptied the list', async () => {
    fakeServer({ [user.paging.path]: people(0) })
    const { mouse, router } = show(<ListPage of={user.paging} columns={['userName']} empty={{ hint: '先新建用户' }} />, {
      path: '/?userName=zhang',
    })
    expect(await screen.findByText('换个条件再试试。')).toBeTruthy()
    expect(screen.queryByText('先新建用户')).toBeNull()
    await mouse.click(screen.getByRole('button', { name: '重置' }))
    expect(await screen.findByText('先新建用户')).toBeTruthy()
    expect(router.state.location.search).toBe('')
  })

  it('shows an error and tries again', async () => {
    let broken = true
    fakeServer({ [user.paging.path]: (sent) => (broken ? refused('forbidden') : people(1)(sent)) })
    const { mouse } = show(list)
    expect((await screen.findByRole('alert')).textContent).toContain('无相关权限！')
    broken = false
    await mouse.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('cell', { name: 'user1' })).toBeTruthy()
  })
})

describe('selected rows', () => {
  const withBatch = (onRun: (ids: string[]) => unknown, batchAlways = false) => (
    <ListPage
      of={user.paging}
      columns={['userName']}
      batchAlways={batchAlways}
      batch={[
        { label: '停用', permit: 'sys:user:update', confirm: '确实要删除吗?', onRun },
        { label: '导出', permit: 'sys:user:export', onRun },
      ]}
    />
  )

  it('offers permitted actions only with a selection, and asks before they run', async () => {
    await signInWith(['sys:user:update'])
    fakeServer({ [user.paging.path]: people(12) })
    const ran: string[][] = []
    const { mouse } = show(withBatch((ids) => ran.push(ids)))
    await screen.findByRole('cell', { name: 'user1' })
    expect(screen.queryByRole('button', { name: '停用' })).toBeNull()
    await mouse.click(screen.getAllByRole('checkbox', { name: '选择' })[1] as HTMLElement)
    await mouse.click(screen.getByRole('listitem', { name: '2' }))
    await screen.findByRole('cell', { name: 'user11' })
    await mouse.click(screen.getAllByRole('checkbox', { name: '选择' })[0] as HTMLElement)
    expect(screen.getByText('已选2项')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
    await mouse.click(screen.getByRole('button', { name: '停用' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('确实要删除吗?共选中2项')
    await mouse.click(within(dialog).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(ran).toEqual([['2', '11']]))
    await waitFor(() => expect(screen.queryByText('已选2项')).toBeNull())
  })

  it('selects the rows of all pages, with the filters of the list, and runs the action on all of them', async () => {
    await signInWith(['sys:user:update'])
    const sent = fakeServer({ [user.paging.path]: people(63) })
    const ran: string[][] = []
    const { mouse } = show(
      withBatch((ids) => ran.push(ids), true),
      { path: '/?userName=user' },
    )
    await screen.findByRole('cell', { name: 'user1' })
    await mouse.click(screen.getByRole('button', { name: '全选 63 条' }))
    await screen.findByText('已选63项')
    expect(sent.at(-1)?.body).toEqual({ current: 1, size: 5_000, params: { userName: 'user' } })
    expect(screen.queryByRole('button', { name: /^全选/ })).toBeNull()
    await mouse.click(screen.getByRole('button', { name: '停用' }))
    const dialog = await screen.findByRole('dialog')
    await mouse.click(within(dialog).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(ran).toEqual([Array.from({ length: 63 }, (_, at) => String(at + 1))]))
  })

  it.each([9, 5_001])('offers no selection of all where the page or the limit of a command does not fit: %i rows', async (total) => {
    await signInWith(['sys:user:update'])
    fakeServer({ [user.paging.path]: people(total) })
    show(withBatch(() => undefined, true))
    await screen.findByRole('button', { name: '停用' })
    expect(screen.queryByRole('button', { name: /^全选/ })).toBeNull()
  })

  it('shows the actions without a selection, too, where they are much of the work', async () => {
    await signInWith(['sys:user:update'])
    fakeServer({ [user.paging.path]: people(2) })
    const { mouse } = show(withBatch(() => undefined, true))
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: '停用' })
    expect(button.disabled).toBe(true)
    expect(screen.getByText('勾选后可以批量操作')).toBeTruthy()
    await mouse.click(screen.getAllByRole('checkbox', { name: '选择' })[0] as HTMLElement)
    expect(button.disabled).toBe(false)
    expect(screen.getByText('已选1项')).toBeTruthy()
  })

  it('has no checkboxes for a user without permitted actions', async () => {
    await signInWith(['sys:user:list'])
    fakeServer({ [user.paging.path]: people(1) })
    show(withBatch(() => undefined))
    await screen.findByRole('cell', { name: 'user1' })
    expect(screen.queryByRole('checkbox', { name: '选择' })).toBeNull()
  })
})

function Banks() {
  const remove = useRemove(repo.delete, [repo.paging])
  return (
    <ListPage
      of={repo.paging}
      columns={['title']}
      toolbar={
        <button type="button" onClick={() => void remove([])}>
          删除所选
        </button>
      }
      actions={(row) => (
        <button type="button" onClick={() => void remove(row.id)}>
          删除
        </button>
      )}
    />
  )
}

describe('removal', () => {
  it('asks, calls, shows a notice and reads the list again', async () => {
    const shown = notices()
    let banks = [{ id: '7', title: '消防题库' }]
    const sent = fakeServer({
      [repo.paging.path]: () => page(banks),
      [repo.delete.path]: () => {
        banks = []
        return { data: true }
      },
    })
    const { mouse } = show(<Banks />)
    await mouse.click(await screen.findByRole('button', { name: '删除' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('提示')
    expect(dialog.textContent).toContain('确实要删除吗?')
    await mouse.click(within(dialog).getByRole('button', { name: '确定' }))
    expect(await screen.findByText('暂无相关数据！')).toBeTruthy()
    expect(bodies(sent, repo.delete)[0]).toEqual({ ids: ['7'] })
    expect(shown).toEqual(['删除成功!'])
  })

  it('needs a selection', async () => {
    const shown = notices()
    fakeServer({ [repo.paging.path]: page([]) })
    const { mouse } = show(<Banks />)
    await mouse.click(await screen.findByRole('button', { name: '删除所选' }))
    expect(shown).toEqual(['请至少选择一条数据！'])
  })
})

it('asks for a period with one picker, whose ends are two filters', async () => {
  const server = fakeServer({ [log.paging.path]: page([]) })
  const { mouse } = show(<ListPage of={log.paging} search={[{ name: 'from', until: 'to' }]} columns={['title']} />, {
    path: '/?from=2026-11-01%2008%3A00%3A00&to=2026-11-02%2008%3A00%3A00',
  })
  const period = { from: '2026-11-01 08:00:00', to: '2026-11-02 08:00:00' }
  await waitFor(() => expect(bodies(server, log.paging)).toMatchObject([{ params: period }]))
  expect(screen.getByPlaceholderText('开始时间')).toHaveProperty('value', '2026-11-01 08:00')
  expect(screen.getByPlaceholderText('结束时间')).toHaveProperty('value', '2026-11-02 08:00')
  await mouse.click(screen.getByRole('img', { name: 'close-circle', hidden: true }))
  await mouse.click(screen.getByRole('button', { name: /查询/ }))
  await waitFor(() => expect(bodies(server, log.paging)).toHaveLength(2))
  expect(bodies(server, log.paging)[1]).toMatchObject({ params: {} })
  expect(JSON.stringify(bodies(server, log.paging)[1])).not.toContain('2026-11')
})
