// A price that learners cannot pay now says so where it is set.
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { PriceNote } from './PriceNotes.tsx'

const ways = (...enabled: string[]) =>
  fakeServer({
    [payConfig.list.path]: { data: ['wechat', 'points'].map((name) => ({ name, enabled: enabled.includes(name) })) },
  })
const both = (
  <>
    <p data-testid="money">
      <PriceNote kind="money" text="价格" />
    </p>
    <p data-testid="points">
      <PriceNote kind="points" text="积分" />
    </p>
  </>
)
const text = (name: string) => screen.getByTestId(name).textContent

it('names the way that is not enabled, with a link for users with the right to enable it', async () => {
  await signInWith(['pay:config'])
  ways('wechat')
  show(both)
  await screen.findByText(/积分支付没有启用/)
  expect(text('money')).toBe('价格')
  expect(screen.getByRole('link', { name: '去启用' }).getAttribute('href')).toBe('/admin/pay/config')
})

it('says it of money without a link for other users, and nothing where both are enabled', async () => {
  await signInWith([])
  ways('points')
  show(both)
  await screen.findByText(/还没有启用支付方式/)
  expect(text('points')).toBe('积分')
  expect(screen.queryByRole('link')).toBeNull()
})
