// What was sold: by goods, where two kinds may have the same id, and by month.
import { sales } from '@shuyuan/contract/pay/bill/sales.ts'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { page } from '../../../../../test/answers.ts'
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

it('shows money by goods and by month', async () => {
  await signInWith(['pay:sales'])
  const sums = { count: 12, amount: '1188.00', refunded: '99.00', points: 0 }
  fakeServer({
    [sales.paging.path]: page([{ ...sums, goodsId: '3', goodsType: 'course', goodsType_dictText: '课程', goodsTitle: '消防课' }]),
    [sales.months.path]: { data: [{ ...sums, month: '2026-11' }] },
  })
  const { mouse } = show(<SalesPage />)
  const cellsOf = async (text: string) =>
    [...(await screen.findByText(text)).closest('tr')!.querySelectorAll('td')].map((one) => one.textContent)
  expect(await cellsOf('消防课')).toEqual(['消防课', '课程', '12', '¥1,188.00', '¥99.00', '0'])
  await mouse.click(screen.getByText('按月'))
  expect(await cellsOf('2026-11')).toEqual(['2026-11', '12', '¥1,188.00', '¥99.00', '0'])
})
