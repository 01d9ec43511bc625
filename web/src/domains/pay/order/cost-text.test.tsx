// A price names only the ways in which the site can be paid.
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { useOfferedCost } from './cost-text.ts'

const both = { price: '99.00', costPoints: 50 }
const Price = (goods: typeof both) => <p>{useOfferedCost(goods)}</p>

it.each([
  [['paypal'], '¥99.00'],
  [['points'], '50 积分'],
  [['paypal', 'points'], '¥99.00 或 50 积分'],
  [[], '¥99.00'],
])('with %s a course of ¥99.00 or 50 points costs %s', async (ways, text) => {
  const names = ['paypal', 'points']
  fakeServer({ [payConfig.list.path]: { data: names.map((name) => ({ name, enabled: ways.includes(name) })) } })
  show(<Price {...both} />)
  await screen.findByText(text)
})

it('asks for the ways only where there is a choice', () => {
  const sent = fakeServer({ [payConfig.list.path]: { data: [] } })
  show(<Price {...both} costPoints={0} />)
  expect(screen.getByText('¥99.00')).toBeDefined()
  expect(bodies(sent, payConfig.list)).toEqual([])
})
