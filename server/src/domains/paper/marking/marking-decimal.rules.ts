// Decimal numbers as typed, compared exactly: 0.1 + 0.2 must be 0.3 for whoever sits the exam.

/** units · 10^-scale */
export type Decimal = { units: bigint; scale: number }

const typed = /^([+\-\u2212]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/

/** Reads `-1,234.50`; commas only where thousands end. Null for anything that is not a plain decimal number. */
export function parseDecimal(text: string): Decimal | null {
  const [, sign = '', whole = '', part = ''] = typed.exec(text) ?? []
  const digits = whole.replaceAll(',', '') + part
  if (digits === '') return null
  const units = BigInt(digits)
  return { units: sign === '' || sign === '+' ? units : -units, scale: part.length }
}

/** True where |a − b| ≤ tolerance, without rounding anywhere. */
export function isWithin(a: Decimal, b: Decimal, tolerance: number): boolean {
  const margin = parseDecimal(spelledOut(tolerance)) ?? { units: 0n, scale: 0 }
  const scale = Math.max(a.scale, b.scale, margin.scale)
  const at = (one: Decimal) => one.units * 10n ** BigInt(scale - one.scale)
  const distance = at(a) - at(b)
  return (distance < 0n ? -distance : distance) <= at(margin)
}

/** A number without exponent. */
function spelledOut(value: number): string {
  const short = String(value)
  if (!short.includes('e')) return short
  return value < 1 ? value.toFixed(20) : BigInt(value).toString()
}
