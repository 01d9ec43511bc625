// Formats scores; the server stores them as integers of 1/100 point (exam-rules.md, *Marking*).

/** Takes 1/100 points, returns points without trailing zeros: 250 → '2.5', 200 → '2', -5 → '-0.05'. */
export function formatPoints(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0')
  const part = digits.slice(-2).replace(/(?<!0)0+$/, '')
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}${part === '' ? '' : `.${part}`}`
}
