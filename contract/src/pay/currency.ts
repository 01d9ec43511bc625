// Amounts in the smallest unit of a currency, and their texts.
const withoutDecimals = new Set(['JPY', 'TWD', 'HUF', 'KRW', 'VND', 'CLP'])

/** Decimal digits of a currency: 2 for CNY, 0 for JPY. */
export const digitsOf = (currency: string): number => (withoutDecimals.has(currency) ? 0 : 2)

/** The text of an amount in the smallest unit of its currency: 9900 CNY is 99.00, 9900 JPY is 9900. */
export function amountText(amount: number, currency: string): string {
  if (digitsOf(currency) === 0) return String(amount)
  const sign = amount < 0 ? '-' : ''
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
