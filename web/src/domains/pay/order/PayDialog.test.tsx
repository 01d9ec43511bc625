import { coupon } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { payTrade } from '@shuyuan/contract/pay/order/trade.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openOrder, refused } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import { PayDialog } from './PayDialog.tsx'

/** Holds back what loads the page again 1.5 s after a payment, which jsdom cannot. @returns how often it was asked for */
function holdReload() {
  const real = globalThis.setTimeout
  const plan = vi.spyOn(globalThis, 'setTimeout')
  plan.mockImplementation(((run: () => void, ms?: number) => (ms === 1_500 ? 0 : real(run, ms))) as typeof setTimeout)
  onTestFinished(() => plan.mockRestore())
  return () => plan.mock.calls.filter(([, ms]) => ms === 1_500).length
}

it('a refused coupon is said below its field, and by no notice', async () => {
  await signInWith([])
  const said = notices()
  fakeServer({
    [payOrder.detail.path]: { data: openOrder },
    [payConfig.list.path]: { data: [] },
    [coupon.use.path]: refused('couponWrong'),
  })
  const { mouse } = show(<PayDialog orderId="5" onClose={() => undefined} />)
  const field = await screen.findByRole('textbox', { name: '优惠码', hidden: true })
  await mouse.type(field, 'NONE')
  await mouse.click(screen.getByRole('button', { name: '使用', hidden: true }))
  const problem = await screen.findByText('优惠码不正确，或不适用于该商品')
  expect(field.compareDocumentPosition(problem)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByRole('dialog', { hidden: true }).contains(problem)).toBe(true)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(said).toEqual([])
})

it('the test channel says that nothing is charged, can be left for another way, and pays at once', async () => {
  const reloads = holdReload()
  await signInWith([])
  const said = notices()
  const sent = fakeServer({
    [payOrder.detail.path]: { data: { ...openOrder, methods: ['local', 'paypal'] } },
    [payConfig.list.path]: { data: [] },
    [payTrade['local/trade'].path]: { data: { orderState: OrderState.paid } },
  })
  const { mouse } = show(<PayDialog orderId="5" onClose={() => undefined} />)
  const choose = async () => mouse.click(await screen.findByText('测试支付'))
  await choose()
  expect(screen.getByText('这是演示网站的测试支付，不会真实扣款')).toBeTruthy()
  await mouse.click(screen.getByText('更换支付方式'))
  expect(screen.queryByText('模拟支付成功')).toBeNull()
  await choose()
  await mouse.click(screen.getByText('模拟支付成功'))
  await waitFor(() => expect(screen.getByRole('status', { hidden: true }).textContent).toBe('支付成功！'))
  expect(bodies(sent, payTrade['local/trade'])).toEqual([{ id: '5' }])
  expect(said).toEqual(['支付成功！'])
  expect(reloads()).toBe(1)
})

it('a code that pays the whole price ends the payment', async () => {
  const reloads = holdReload()
  await signInWith([])
  const sent = fakeServer({
    [payOrder.detail.path]: { data: openOrder },
    [payConfig.list.path]: { data: [] },
    [coupon.use.path]: { data: { paid: true, price: '0.00' } },
  })
  const { mouse } = show(<PayDialog orderId="5" onClose={() => undefined} />)
  await mouse.type(await screen.findByLabelText('优惠码'), 'free2026')
  await mouse.click(screen.getByText('使用'))
  await waitFor(() => expect(screen.getByRole('status', { hidden: true }).textContent).toBe('支付成功！'))
  expect(bodies(sent, coupon.use)).toEqual([{ orderId: '5', code: 'free2026' }])
  expect(reloads()).toBe(1)
})
