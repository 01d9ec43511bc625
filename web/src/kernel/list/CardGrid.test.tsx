import { repo } from '@shuyuan/contract/repo/repo.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../test/answers.ts'
import { fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { CardGrid } from './CardGrid.tsx'

const banks = (total: number) =>
  page(
    Array.from({ length: Math.min(total, 30) }, (_, n) => ({ id: String(n), title: `题库${n}` })),
    total,
    { size: 30 },
  )
const grid = <CardGrid of={repo.paging} params={{ isTrain: true }} render={(row) => <h3>{row.title}</h3>} />

it('shows 30 cards a page and turns pages', async () => {
  const sent = fakeServer({ [repo.paging.path]: banks(45) })
  const { mouse } = show(grid)
  expect(await screen.findByRole('heading', { name: '题库0' })).toBeTruthy()
  expect(screen.getAllByRole('heading')).toHaveLength(30)
  await mouse.click(screen.getByRole('listitem', { name: '2' }))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ current: 2, size: 30, params: { isTrain: true } }))
})

it('shows an empty state', async () => {
  fakeServer({ [repo.paging.path]: banks(0) })
  show(grid)
  expect(await screen.findByText('暂无相关数据！')).toBeTruthy()
})
