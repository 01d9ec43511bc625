// /api/pay/coupon
import { coupon } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { addCoupons, exportCoupons, pageCoupons, setCouponState, useCoupon } from './coupon.service.ts'
import { couponGoods } from './coupon-goods.service.ts'

export default serve(coupon, {
  paging: pageCoupons,
  goods: couponGoods,
  add: addCoupons,
  state: setCouponState,
  export: exportCoupons,
  use: useCoupon,
})
