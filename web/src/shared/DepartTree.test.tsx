import { depart, type DepartNode } from '@shuyuan/contract/sys/org/depart.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { show, signInWith } from '../../test/render.tsx'
import { DepartTree, withName } from './DepartTree.tsx'

const node = (deptCode: string, deptName: string, children: DepartNode[] = []): DepartNode => ({
  id: deptCode,
  parentId: '0',
  deptName,
  deptCode,
  sort: 1,
  children,
})
const departs = [node('A', '总部', [node('A01', '客房部'), node('A02', '餐饮部', [node('A0201', '中餐厅')])])]

it('finds departments by a part of their name, with their ancestors and descendants', () => {
  expect(withName(departs, '餐').map((one) => one.children.map((child) => child.deptName))).toEqual([['餐饮部']])
  expect(withName(departs, '中餐')[0]?.children[0]?.children.map((one) => one.deptName)).toEqual(['中餐厅'])
  expect(withName(departs, '无')).toEqual([])
})

it('returns the code of the selected department', async () => {
  await signInWith([])
  fakeServer({ [depart['tree-select'].path]: { data: departs } })
  const chosen: unknown[] = []
  const { mouse } = show(<DepartTree value={undefined} onChange={(code) => chosen.push(code)} />)
  await mouse.click(await screen.findByText('总部'))
  expect(chosen).toEqual(['A'])
})
