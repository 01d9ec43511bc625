// What a coupon takes off a price.
import type { CouponKind } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { randomInt } from 'node:crypto'

/** The price with a coupon, hundredths, never below 0. A percentage is rounded up in the seller's favour. */
export function priceWith(price: number, { kind, value }: { kind: string; value: number }): number {
  const prices: Record<CouponKind, number> = { off: Math.max(0, price - value), percent: Math.ceil((price * value) / 100), free: 0 }
  return prices[kind as CouponKind]
}

/** What it does, for lists. */
export function effectOf({ kind, value }: { kind: string; value: number }): string {
  const texts: Record<CouponKind, string> = { off: `减 ¥${(value / 100).toFixed(2)}`, percent: `按 ${value}% 付款`, free: '免费兑换' }
  return texts[kind as CouponKind]
}

// without letters and digits that are mistaken for each other
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 12
/** A code of 60 random bits. */
export const newCode = (): string => Array.from({ length: LENGTH }, () => alphabet[randomInt(alphabet.length)]).join('')
/** A code as typed. */
export const readCode = (text: string): string => text.toUpperCase().replaceAll(/[\s-]/g, '')
