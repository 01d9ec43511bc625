// Facts in an identity number (GB 11643): birthday, age, sex and place of issue; and the masked number.
import { isIdCard } from '@shuyuan/contract/kernel/rule.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { areaOf } from './region.data.ts'

export type IdFacts = { age: number; birthday: string; area: string; sex: string }

/** @returns the facts at a moment; undefined for a number that is wrong, of an unknown province, or with a birthday in the future */
export function readIdCard(idCard: string, now: Date): IdFacts | undefined {
  const area = areaOf(idCard)
  if (!isIdCard(idCard) || area === '') return undefined
  const digits = idCard.length === 15 ? `19${idCard.slice(6, 12)}` : idCard.slice(6, 14)
  const birthday = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  const today = toWallClock(now).slice(0, 10)
  if (birthday > today) return undefined
  const age = Number(today.slice(0, 4)) - Number(digits.slice(0, 4)) - (today.slice(5) < birthday.slice(5) ? 1 : 0)
  const order = Number(idCard.length === 15 ? idCard[14] : idCard[16])
  return { age, birthday, area, sex: order % 2 === 1 ? '男' : '女' }
}

/** The first three and the last four characters; 7 or fewer are masked completely. */
export const maskIdCard = (idCard: string) =>
  idCard.length <= 7 ? '*'.repeat(idCard.length) : `${idCard.slice(0, 3)}${'*'.repeat(idCard.length - 7)}${idCard.slice(-4)}`
