// Takes numbers of persons out of what is sent to a model: identity numbers, mobiles, e-mail addresses, bank cards.
import { isIdCard } from '@shuyuan/contract/kernel/rule.ts'

/** Whether the digits pass the check of card numbers (Luhn, ISO/IEC 7812-1). */
function isCard(digits: string): boolean {
  let sum = 0
  for (const [at, sign] of digits.split('').toReversed().entries()) {
    const value = Number(sign) * (at % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** The text with 【身份证号】, 【手机号】, 【邮箱】 and 【卡号】 in the place of such numbers. Numbers of other kinds stay. */
export function scrubbed(text: string): string {
  return text
    .replaceAll(/(?<![\w.+-])[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}/gi, '【邮箱】')
    .replaceAll(/(?<![\dA-Za-z])\d{17}[\dXx](?![\dA-Za-z])/g, (found) => (isIdCard(found.toUpperCase()) ? '【身份证号】' : found))
    .replaceAll(/(?<!\d)(?:\d[ -]?){15,18}\d(?![\dXx])/g, (found) => (isCard(found.replaceAll(/\D/g, '')) ? '【卡号】' : found))
    .replaceAll(/(?<!\d)(?:\+?86[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}(?!\d)/g, '【手机号】')
}
