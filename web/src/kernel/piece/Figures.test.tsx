import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Figures } from './Figures.tsx'

const items = (many: number) => Array.from({ length: many }, (_, at) => ({ label: `数 ${at}`, value: at }))
const perRow = () => (document.querySelector('[data-figures]') as HTMLElement).style.getPropertyValue('--figures')

it('up to six figures stand in one row, more in rows of four', () => {
  const { rerender } = render(<Figures items={items(5)} />)
  expect(perRow()).toBe('5')
  rerender(<Figures items={items(8)} />)
  expect(perRow()).toBe('4')
})

it('says what the number is compared with, and links to what was counted', () => {
  render(
    <MemoryRouter>
      <Figures label="合计" items={[{ label: '订单数', value: 12, hint: '昨日 9', to: '/admin/pay/order' }]} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('group', { name: '合计' }).textContent).toBe('订单数12昨日 9')
  expect(screen.getByRole('link', { name: '12' }).getAttribute('href')).toBe('/admin/pay/order')
})
