// Numbers of tax payers, as invoices need them.
import { isIdCard } from '../../kernel/rule.ts'

// without I, O, S, V and Z
const digits = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const BASE = 31
const RATIO = 3

/** Whether 18 characters are a unified social credit code: GB 32100-2015, check character by ISO 7064, MOD 31-3. */
export function isCreditCode(value: string): boolean {
  if (!/^[\dA-HJ-NP-RTUW-Y]{2}\d{6}[\dA-HJ-NP-RTUW-Y]{10}$/.test(value)) return false
  let [sum, weight] = [0, 1]
  for (const character of value.slice(0, -1)) {
    sum += digits.indexOf(character) * weight
    weight = (weight * RATIO) % BASE
  }
  return value.endsWith(digits[(BASE - (sum % BASE)) % BASE] ?? '')
}

/**
 * Whether a text, in capitals, can be a tax number: a unified social credit code or the identity number of a person (18 characters),
 * or an older number of 15 to 20 characters.
 */
export const isTaxNumber = (value: string): boolean =>
  value.length === 18 ? isCreditCode(value) || isIdCard(value) : /^(?=.*\d)[\dA-Z]{15,20}$/.test(value)
