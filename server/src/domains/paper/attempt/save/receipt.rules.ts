// The receipt of a hand-in: a number and a hash of the answers.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { createHash, randomBytes } from 'node:crypto'

// Crockford's base 32: no letters that are easily confused
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A receipt number such as 20261120-7QK3M9T2XA; `day` as yyyy-MM-dd in the site's time zone. */
export const newReceiptNo = (day: string) => `${day.replaceAll('-', '')}-${[...randomBytes(10)].map((byte) => letters[byte & 31]).join('')}`

/** SHA-256 over a line `id=answer` for each answered question, sorted by id, so that the order of the saves does not matter. */
export function hashAnswers(answers: ReadonlyMap<string, Answer | null>): string {
  const lines = [...answers]
    .filter(([, answer]) => answer !== null)
    .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
    .map(([quId, answer]) => `${quId}=${canonical(answer)}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}
