// The wordings of the specification about payments that a page says; those about invoices are in e2e/finance.spec.ts.
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { payTrade } from '@shuyuan/contract/pay/order/trade.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openOrder } from '../../test/answers.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { notices, show, signInWith } from '../../test/render.tsx'
import { PayDialog } from '../domains/pay/order/PayDialog.tsx'

let state: OrderState
let given: Partial<typeof openOrder>
beforeEach(async () => {
  // the page's reload after the success ends with the test
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  state = OrderState.paying
  given = {}
  await signInWith([])
  fakeServer({
    [payOrder.detail.path]: () => ({ data: { ...openOrder, ...given, orderState: state } }),
    [payConfig.list.path]: { data: [] },
    [payTrade['paypal/trade'].path]: { data: { url: 'https://pay.example.com/' } },
  })
})

test('订单尚未支付成功，请稍后刷新.. and 支付成功！', async () => {
  const said = notices()
  show(<PayDialog orderId="5" onClose={() => undefined} />)
  fireEvent.click(await screen.findByRole('button', { name: /PayPal/, hidden: true }))
  const check = await screen.findByRole('button', { name: '我已支付', hidden: true })
  fireEvent.click(check)
  await waitFor(() => expect(said).toEqual(['订单尚未支付成功，请稍后刷新..']))
  state = OrderState.paid
  fireEvent.click(check)
  await waitFor(() => expect(said).toEqual(['订单尚未支付成功，请稍后刷新..', '支付成功！']))
  expect(screen.getByRole('status', { hidden: true }).textContent).toBe('支付成功！')
})

test.each([
  [['paypal'], '¥99.00'],
  [['points'], '30 积分'],
  [['paypal', 'points'], '¥99.00 或 30 积分'],
])('the price names the ways that are offered: %s', async (methods, text) => {
  given = { costPoints: 30, methods }
  show(<PayDialog orderId="5" onClose={() => undefined} />)
  await screen.findByText('消防安全')
  expect(screen.getByText(text, { selector: 'p' })).toBeDefined()
})
