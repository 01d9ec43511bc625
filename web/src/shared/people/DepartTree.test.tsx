import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
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

it('keeps the tree when a later read fails', async () => {
  await signInWith([])
  let isAway = false
  const [path, answer] = Object.entries(departTree)[0]!
  const sent = fakeServer({ [path]: () => (isAway ? new TypeError('offline') : answer) })
  const Again = () => {
    const client = useQueryClient()
    const reading = useIsFetching()
    return <button onClick={() => void client.invalidateQueries()}>{reading > 0 ? 'reading' : 'again'}</button>
  }
  const { mouse } = show(
    <>
      <Again />
      <DepartTree onChange={() => undefined} />
    </>,
  )
  await mouse.type(await screen.findByRole('searchbox'), '总')
  isAway = true
  await mouse.click(screen.getByRole('button', { name: 'again' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(await screen.findByRole('button', { name: 'again' })).toBeTruthy()
  expect(screen.getByDisplayValue('总')).toBeTruthy()
  expect(screen.getByText('总部')).toBeTruthy()
})
