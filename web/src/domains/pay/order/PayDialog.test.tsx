import { coupon } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openOrder, refused } from '../../../../test/answers.ts'
import { fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import { PayDialog } from './PayDialog.tsx'

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
