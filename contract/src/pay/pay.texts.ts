// What is wrong with an input, by key. English stands beside it in pay.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const payTexts = {
  invoiceTitleEmpty: '单位名称不能为空！',
  taxNoEmpty: '税号不能为空！',
  taxNoForm: '税号不正确，请核对：统一社会信用代码为 18 位，旧税号为 15 至 20 位',
  invoiceEmailEmpty: '收票邮箱不能为空！',
  invoicePhoneEmpty: '收票手机号不能为空！',
  orderUnchosen: '请选择订单',
  couponAmountEmpty: '请填写减免金额',
  couponGoodsKind: '请先选择适用类型',
} as const

export const say = speaker(payTexts)
