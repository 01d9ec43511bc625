// The page of departments: the leader of one, what stands against its removal, and the way to its members.
import { user } from '@shuyuan/contract/account/user.ts'
import { depart } from '@shuyuan/contract/people/org/depart.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { page, refused } from '../../../../../test/answers.ts'
import { bodies, fakeServer, type Sent } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import DepartPage from './DepartPage.tsx'

const detail = {
  id: '2',
  parentId: '1',
  deptName: '客房部',
  deptCode: 'A01',
  sort: 1,
  leaderId: '',
  leaderName: '',
  childCount: 3,
  userCount: 2,
  branchUserCount: 9,
  editable: true,
}
const root = { id: '1', parentId: '0', deptName: '总部', deptCode: 'A', sort: 1 }
const person = { id: '43', userName: 'learner43', realName: '蒋一鸣', deptCode: 'A01', mobile: '' }
const blocked = '部门“客房部”下还有 3 个下级部门，不能删除'

function open() {
  let stored = detail
  const rows = () => [{ ...root, children: [{ ...stored, children: [] }] }]
  const sent = fakeServer({
    [depart['tree-select'].path]: () => ({ data: rows() }),
    [depart.tree.path]: () => ({ data: rows() }),
    [depart.detail.path]: ({ body }: Sent) => ({ data: (body as { id: string }).id === stored.id ? stored : { ...stored, ...root } }),
    [depart.save.path]: ({ body }) => {
      stored = { ...stored, ...(body as object), leaderName: person.realName }
      return { data: { id: stored.id } }
    },
    [depart.delete.path]: () => refused('badInput', { msg: blocked }),
    [user.paging.path]: page([person]),
  })
  return { sent, ...show(<DepartPage />) }
}
const tree = () => screen.findByRole('tree', { name: '部门' })

beforeEach(() => signInWith(['sys:depart:update', 'sys:depart:delete', 'sys:user:list']))

it('a leader is chosen among the people, stored, and shown in the tree', async () => {
  const { sent, mouse } = open()
  await mouse.click(within(await tree()).getByText('客房部'))
  await mouse.click(await screen.findByRole('button', { name: '选择负责人' }))
  const picker = within(await screen.findByRole('dialog'))
  await mouse.click(within(await picker.findByRole('row', { name: /learner43/ })).getByRole('radio'))
  await mouse.click(picker.getByRole('button', { name: '确定' }))
  await mouse.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(bodies(sent, depart.save)).toMatchObject([{ id: '2', deptName: '客房部', leaderId: '43' }]))
  expect(await within(await tree()).findByText('蒋一鸣')).toBeTruthy()
})

it('says what stands against a removal, and leads to the members of the branch', async () => {
  const { sent, mouse } = open()
  await mouse.click(within(await tree()).getByText('客房部'))
  expect((await screen.findByRole('link', { name: '9' })).getAttribute('href')).toBe('/admin/user/list?deptCode=A01')
  await mouse.click(screen.getByRole('button', { name: /删除$/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(blocked)).toBeTruthy()
  expect(dialog.getByRole('button', { name: '确定' })).toHaveProperty('disabled', true)
  await mouse.click(dialog.getByRole('button', { name: '取消' }))
  expect(bodies(sent, depart.delete)).toEqual([])
})
