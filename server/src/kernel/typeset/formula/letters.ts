// Letters of formulas: the characters of KaTeX's names, and the mathematical alphabets of Unicode.
import katex from 'katex'
import { Unset } from './piece.ts'
import type { Mode } from './parse-node.ts'

/** The first letter of each alphabet: A, a, 0, Α, α; 0 where there is none. */
const alphabets: Record<string, [upper: number, lower: number, digit: number, upperGreek: number, lowerGreek: number]> = {
  bold: [0x1_d4_00, 0x1_d4_1a, 0x1_d7_ce, 0x1_d6_a8, 0x1_d6_c2],
  italic: [0x1_d4_34, 0x1_d4_4e, 0, 0x1_d6_e2, 0x1_d6_fc],
  'bold-italic': [0x1_d4_68, 0x1_d4_82, 0x1_d7_ce, 0x1_d7_1c, 0x1_d7_36],
  script: [0x1_d4_9c, 0x1_d4_b6, 0, 0, 0],
  fraktur: [0x1_d5_04, 0x1_d5_1e, 0, 0, 0],
  'double-struck': [0x1_d5_38, 0x1_d5_52, 0x1_d7_d8, 0, 0],
  'sans-serif': [0x1_d5_a0, 0x1_d5_ba, 0x1_d7_e2, 0, 0],
  'bold-sans-serif': [0x1_d5_d4, 0x1_d5_ee, 0x1_d7_ec, 0, 0],
  'sans-serif-italic': [0x1_d6_08, 0x1_d6_22, 0, 0, 0],
  'sans-serif-bold-italic': [0x1_d6_3c, 0x1_d6_56, 0x1_d7_ec, 0, 0],
  monospace: [0x1_d6_70, 0x1_d6_8a, 0x1_d7_f6, 0, 0],
}
/** Letters that Unicode had before its mathematical alphabets. */
const older: Record<string, string> = {
  italic: 'hℎı𝚤ȷ𝚥',
  script: 'BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ',
  fraktur: 'CℭHℌIℑRℜZℨ',
  'double-struck': 'CℂHℍNℕPℙQℚRℝZℤ',
}
const starts = [0x41, 0x61, 0x30, 0x3_91, 0x3_b1]
const lengths = [26, 26, 10, 25, 25]

/** The letter or digit in a mathematical alphabet, named as `mathvariant` of MathML does; others unchanged. */
export function inAlphabet(letter: string, variant: string): string {
  const exceptions = Array.from(older[variant] ?? '')
  const exception = exceptions.indexOf(letter)
  if (exception >= 0) return exceptions[exception + 1] ?? letter
  const alphabet = alphabets[variant]
  const code = letter.codePointAt(0) ?? 0
  const row = starts.findIndex((start, at) => code >= start && code < start + lengths[at]!)
  if (!alphabet || row < 0 || alphabet[row] === 0) return letter
  return String.fromCodePoint(alphabet[row]! + code - starts[row]!)
}

/** Letters of the italic alphabet as plain letters, and signs that look the same as one sign. */
export function plainSign(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  const isItalic = sign === 'ℎ' || italic.some(([first, end]) => code >= first! && code < end!)
  return isItalic ? sign.normalize('NFKC') : (alike[sign] ?? sign)
}
const italic = [
  [0x1_d4_34, 0x1_d4_68],
  [0x1_d6_a4, 0x1_d6_a6],
  [0x1_d6_e2, 0x1_d7_1c],
]
const alike: Record<string, string> = { '∣': '|', '∥': '‖', '⋅': '·', '∙': '·' }

/** How many characters of Unicode a text has. */
export const signCount = (text: string) => Array.from(text).length

const signs = new Map<string, string>()

/** The sign that KaTeX shows for a name (`\alpha`) or character of a formula. Fails Unset where it shows none. */
export function signOf(name: string, mode: Mode): string {
  const key = mode + name
  let sign = signs.get(key)
  if (sign === undefined) {
    sign = drawn(mode === 'text' ? `\\text{${name}}` : name) ?? (signCount(name) === 1 ? name : '')
    signs.set(key, sign)
  }
  if (sign === '') throw new Unset(name)
  return sign
}

function drawn(latex: string): string | undefined {
  try {
    const markup = katex.renderToString(latex, { output: 'mathml', strict: 'ignore' })
    const text = textOf(markup.replace(/<annotation[\s\S]*/, '').replaceAll(/<[^<>]*>/g, ''))
    return signCount(text) === 1 ? text : undefined
  } catch {
    return undefined
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
/** The characters of KaTeX's markup. */
export const textOf = (markup: string) => markup.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_all, name: string) => entities[name] ?? '')
