// Compares typed decimal numbers exactly: 0.1 + 0.2 must equal 0.3.

/** units · 10^-scale */
export type Decimal = { units: bigint; scale: number }

const typed = /^([+\-\u2212]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/

/** Parses `-1,234.50`; commas are allowed only between groups of thousands. Returns null if the text is not a plain decimal number. */
export function parseDecimal(text: string): Decimal | null {
  const [, sign = '', whole = '', part = ''] = typed.exec(text) ?? []
  const digits = whole.replaceAll(',', '') + part
  if (digits === '') return null
  const units = BigInt(digits)
  return { units: sign === '' || sign === '+' ? units : -units, scale: part.length }
}

/** Whether |a − b| ≤ tolerance, computed without rounding. */
export function isWithin(a: Decimal, b: Decimal, tolerance: number): boolean {
  const margin = parseDecimal(spelledOut(tolerance)) ?? { units: 0n, scale: 0 }
  const scale = Math.max(a.scale, b.scale, margin.scale)
  const at = (one: Decimal) => one.units * 10n ** BigInt(scale - one.scale)
  const distance = at(a) - at(b)
  return (distance < 0n ? -distance : distance) <= at(margin)
}

/** The number as text without an exponent. */
function spelledOut(value: number): string {
  const short = String(value)
  if (!short.includes('e')) return short
  return value < 1 ? value.toFixed(20) : BigInt(value).toString()
}
