// Goods of two kinds may have the same id: each keeps its own row.
import { sales } from '@shuyuan/contract/pay/bill/sales.ts'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import SalesPage from './SalesPage.tsx'

it('shows a course and an exam of the same id', async () => {
  const said = vi.spyOn(console, 'error')
  await signInWith(['pay:sales'])
  const sold = { goodsId: '3', count: 1, amount: '9.00', refunded: '0.00', points: 0 }
  const records = [
    { ...sold, goodsType: 'course', goodsType_dictText: '课程', goodsTitle: '消防课' },
    { ...sold, goodsType: 'exam', goodsType_dictText: '考试', goodsTitle: '消防考试' },
  ]
  fakeServer({ [sales.paging.path]: { data: { records, total: 2, current: 1, size: 10, pages: 1 } } })
  show(<SalesPage />)
  expect(await screen.findByText('消防课')).toBeDefined()
  expect(screen.getByText('消防考试')).toBeDefined()
  const keys = [...document.querySelectorAll('tr[data-row-key]')].map((row) => row.getAttribute('data-row-key'))
  expect(new Set(keys).size).toBe(2)
  expect(said).not.toHaveBeenCalled()
})
