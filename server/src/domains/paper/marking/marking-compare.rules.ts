// Compares the text of a blank with its key (exam-rules.md, *Marking*, 5 fill-in, compare).
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import type { Blank } from '@shuyuan/contract/qu/content.ts'
import { hasText, zeroWidth } from '@shuyuan/contract/qu/rich-content.ts'
import { isWithin, parseDecimal } from './marking-decimal.rules.ts'

const punctuation: Record<string, string> = { '。': '.', '、': ',', '“': '"', '”': '"', '‘': "'", '’': "'", '\u3000': ' ' }
const fullWidth = /[\u3000\uFF01-\uFF5E。、“”‘’]/g
const toHalfWidth = (char: string) => punctuation[char] ?? String.fromCharCode(char.charCodeAt(0) - 0xfee0)
const betweenHan = /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu

/**
 * Normalises a text for comparison: NFC, half width, no zero-width characters, single spaces, no spaces between Han characters.
 * Not NFKC, which turns 10² into 102.
 */
export function normalise(text: string, ignoreCase: boolean): string {
  const plain = text
    .replace(zeroWidth, '')
    .normalize('NFC')
    .replace(fullWidth, toHalfWidth)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(betweenHan, '')
  return ignoreCase ? plain.toLowerCase() : plain
}

/** Returns a function that tests a typed text against a blank's key; the key is parsed once. An empty text never passes. */
export function acceptor(blank: Blank, ignoreCaseByDefault: boolean): (given: string) => boolean {
  const accepts = comparison(blank, blank.caseSensitive === undefined ? ignoreCaseByDefault : !blank.caseSensitive)
  return (given) => hasText(given) && accepts(given)
}

function comparison(blank: Blank, ignoreCase: boolean): (given: string) => boolean {
  const alternatives = splitAlternatives(blank.answer)
  if (blank.compare === 'exact') return (given) => alternatives.includes(given.trim())
  const wanted = alternatives.map((one) => normalise(one, ignoreCase))
  if (blank.compare === 'contains') {
    return (given) => {
      const text = normalise(given, ignoreCase)
      return wanted.some((one) => text.includes(one))
    }
  }
  if (blank.compare !== 'number') return (given) => wanted.includes(normalise(given, ignoreCase))
  const numbers = wanted.map(parseDecimal)
  return (given) => {
    const text = normalise(given, ignoreCase)
    const number = parseDecimal(text)
    return wanted.some((one, i) => {
      const target = numbers[i] ?? null
      return number && target ? isWithin(number, target, blank.tolerance ?? 0) : text === one
    })
  }
}
