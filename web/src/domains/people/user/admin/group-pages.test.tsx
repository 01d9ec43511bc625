// Groups: a new one, users who join it from the list of users and on its page, and one who leaves.
import { user } from '@shuyuan/contract/account/user.ts'
import { group } from '@shuyuan/contract/people/user/group.ts'
import { groupUser, JoinFlag } from '@shuyuan/contract/people/user/group-user.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { departTree, page } from '../../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../../test/render.tsx'
import GroupListPage from './GroupListPage.tsx'
import GroupUserPage from './GroupUserPage.tsx'
import UserListPage from './UserListPage.tsx'

const night = { id: '5', groupName: '夜班', userCount: 1, remark: '', createTime: '2026-11-20 10:00:00' }
const person = (id: string, realName: string) => ({
  id,
  userName: `learner0${id}`,
  realName,
  mobile: '',
  deptCode: 'A01',
  deptCode_dictText: '客房部',
  state: UserState.active,
  avatar: '',
  createTime: '2026-11-20 10:00:00',
})

beforeEach(() =>
  signInWith(['sys:group:list', 'sys:group:add', 'sys:group:user:join', 'sys:group:user:remove', 'sys:user:list', 'sys:user:update']),
)

it('a new group stands in the list and leads to its members', async () => {
  let rows: object[] = []
  const sent = fakeServer({
    [group.paging.path]: () => page(rows),
    [group.save.path]: () => {
      rows = [night]
      return { data: { id: '5' } }
    },
  })
  const { mouse } = show(<GroupListPage />)
  await mouse.click((await screen.findAllByRole('button', { name: /新建分组/ }))[0]!)
  const dialog = within(await screen.findByRole('dialog'))
  await mouse.type(dialog.getByRole('textbox', { name: '分组名称' }), '夜班')
  await mouse.click(dialog.getByRole('button', { name: '确定' }))
  expect((await screen.findByRole('link', { name: '夜班' })).getAttribute('href')).toBe('/admin/user/group/5')
  expect(bodies(sent, group.save)).toMatchObject([{ groupName: '夜班' }])
})

it('users of a department, which the address names, join a group', async () => {
  const said = notices()
  const sent = fakeServer({
    ...departTree,
    [user.paging.path]: page([person('1', '王秀兰'), person('2', '李海燕')]),
    [group.paging.path]: page([night]),
    [groupUser['batch-join'].path]: { data: true },
  })
  const { mouse } = show(<UserListPage />, { path: '/?deptCode=A01' })
  await mouse.click(within(await screen.findByRole('row', { name: /王秀兰/ })).getByRole('checkbox'))
  await mouse.click(within(screen.getByRole('region', { name: '批量操作' })).getByRole('button', { name: '加入分组' }))
  const dialog = within(await screen.findByRole('dialog'))
  await mouse.click(dialog.getByRole('combobox', { name: '分组' }))
  await mouse.click(await screen.findByTitle('夜班（1人）'))
  await mouse.click(dialog.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(said).toEqual(['批量加入成功！']))
  expect(bodies(sent, user.paging)).toContainEqual(expect.objectContaining({ params: { state: UserState.active, deptCode: 'A01' } }))
  expect(document.querySelector('.ant-tree-treenode-selected')?.textContent).toBe('客房部')
  expect(bodies(sent, groupUser['batch-join'])).toEqual([{ userIds: ['1'], groupIds: ['5'], flag: JoinFlag.join }])
})

it('on the page of a group people who are not in it are offered, and one is removed after a question', async () => {
  let members = [{ ...person('1', '王秀兰'), id: '71' }]
  const sent = fakeServer({
    ...departTree,
    [group.detail.path]: { data: night },
    [groupUser.paging.path]: () => page(members),
    [groupUser['ref-join'].path]: () => {
      members = [...members, { ...person('2', '李海燕'), id: '72' }]
      return { data: true }
    },
    [groupUser.delete.path]: () => {
      members = members.slice(1)
      return { data: true }
    },
    [user.paging.path]: page([person('2', '李海燕')]),
  })
  const { mouse } = show(
    <Routes>
      <Route path="/group/:groupId" element={<GroupUserPage />} />
    </Routes>,
    { path: '/group/5' },
  )
  await screen.findByRole('row', { name: /王秀兰/ })
  await mouse.click(screen.getAllByRole('button', { name: /添加用户/ })[0]!)
  const picker = within(await screen.findByRole('dialog'))
  await mouse.click(within(await picker.findByRole('row', { name: /李海燕/ })).getByRole('checkbox'))
  expect(bodies(sent, user.paging)[0]).toMatchObject({ params: { excludeGroups: ['5'] } })
  await mouse.click(picker.getByRole('button', { name: '确定' }))
  expect(await screen.findByRole('row', { name: /李海燕/ })).toBeTruthy()
  expect(bodies(sent, groupUser['ref-join'])).toEqual([{ refId: '5', ids: ['2'] }])
  await mouse.click(within(screen.getByRole('row', { name: /王秀兰/ })).getByRole('button', { name: '移出' }))
  const question = within((await screen.findAllByRole('dialog')).at(-1)!)
  expect(question.getByText('确认要删除选定的信息吗？')).toBeTruthy()
  await mouse.click(question.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /王秀兰/ })).toBeNull())
  expect(bodies(sent, groupUser.delete)).toEqual([{ ids: ['71'] }])
})
