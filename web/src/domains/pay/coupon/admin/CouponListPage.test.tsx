// The list of coupons: for what each is, and how often it was used.
import { coupon } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../../../test/answers.ts'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import CouponListPage from './CouponListPage.tsx'

it('names the goods and the uses of each code', async () => {
  await signInWith(['pay:coupon:list'])
  const row = { code: 'SY2026', title: '员工兑换', kind: 'free', effect: '免费兑换', mostUses: 1, used: 1, enabled: true, expireTime: null }
  const course = { ...row, id: '1', goodsType: 'course', goodsId: '3', goodsTitle: '消防课' }
  const any = { ...row, id: '2', code: 'ALL', title: '通用', used: 0, goodsType: null, goodsId: null, goodsTitle: '' }
  fakeServer({ [coupon.paging.path]: page([course, any]) })
  show(<CouponListPage />)
  const textOf = async (code: string) => (await screen.findByText(code)).closest('tr')!.textContent
  expect(await textOf('SY2026')).toContain('员工兑换免费兑换课程 消防课1 / 1')
  expect(await textOf('ALL')).toContain('全部商品0 / 1')
})
