import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { departs, departTree } from '../../../test/answers.ts'
import { fakeServer } from '../../../test/fake-server.ts'
import { show, signInWith } from '../../../test/render.tsx'
import { DepartTree, withName } from './DepartTree.tsx'

it('finds departments by a part of their name, with their ancestors and descendants', () => {
  expect(withName(departs, '餐').map((one) => one.children.map((child) => child.deptName))).toEqual([['餐饮部']])
  expect(withName(departs, '中餐')[0]?.children[0]?.children.map((one) => one.deptName)).toEqual(['中餐厅'])
  expect(withName(departs, '无')).toEqual([])
})

it('returns the code of the selected department', async () => {
  await signInWith([])
  fakeServer(departTree)
  const chosen: unknown[] = []
  const { mouse } = show(<DepartTree value={undefined} onChange={(code) => chosen.push(code)} />)
  await mouse.click(await screen.findByText('总部'))
  expect(chosen).toEqual(['A'])
})
