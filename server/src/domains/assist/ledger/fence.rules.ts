// The line around texts of others in what a model is asked.
import { randomBytes } from 'node:crypto'

/** A line that no text can contain: 64 random bits as the letters a to p. Digits could be taken for a number of a person and scrubbed. */
export function newFence(): string {
  const letters = Array.from(randomBytes(8).toString('hex'), (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 16)))
  return `=====${letters.join('')}=====`
}
