import { coupon } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refused } from '../../../../test/answers.ts'
import { fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import { PayDialog } from './PayDialog.tsx'

const order = {
  id: '5',
  goodsType: 'course',
  goodsId: '3',
  goodsTitle: '消防安全',
  orderNo: '20261121000101',
  orderState: OrderState.unpaid,
  price: '99.00',
  fullPrice: '99.00',
  costPoints: 0,
  couponCode: '',
  payMethod: '',
  expireTime: null,
  payTime: null,
  leftSeconds: 600,
  methods: ['paypal'],
}

it('a refused coupon is said below its field, and by no notice', async () => {
  await signInWith([])
  const said = notices()
  fakeServer({
    [payOrder.detail.path]: { data: order },
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
