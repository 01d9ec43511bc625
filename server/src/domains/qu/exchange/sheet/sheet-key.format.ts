// The key of a choice as sheets write it: letters, in brackets or behind a word, numbers of options, or the texts of options.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { withoutMarks } from '../../../../kernel/sheet/xlsx-text.ts'
import { narrow } from './sheet-text.format.ts'

const around = [
  /^\((.*)\)$/,
  /^\[(.*)\]$/,
  /^【(.*)】$/,
  /^(?:答案|正确答案|选项|OPTION|ANSWER|CHOICE)[:.]?(?=[A-Z\d(])(.*)$/,
  /^(.*?)(?:选项|项)$/,
]
const letterAt = (index: number) => String.fromCharCode(65 + index)

/** Letters without what stands around them: `(A)`, `A.`, `选项A`, `A和C`. */
function bareLetters(key: string): string {
  const inner = around.reduce((text, one) => one.exec(text)?.[1] ?? text, key).replace(/[.。]$/, '')
  const parts = inner.split(/[,、;/|&+]|和|及|AND/).map((one) => around.reduce((text, each) => each.exec(text)?.[1] ?? text, one))
  const letters = parts.map((one) => one.replace(/[.。]$/, ''))
  return letters.every((one) => /^[A-Z]{1,26}$/.test(one)) ? letters.join('') : ''
}

const bare = (text: string) =>
  narrow(withoutMarks(text))
    .toUpperCase()
    .replace(/[.。]$/, '')
const unlettered = (text: string) => text.replace(/^(?:\([A-Z]\)|[A-Z][.、:)])/, '')

/** The letters of the options with these texts; '' where a text is none or several of them. */
function byText(parts: string[], texts: string[]): string {
  const letters = parts.map((part) => {
    const [at, second] = texts.flatMap((text, i) => (text === part ? [i] : []))
    return at === undefined || second !== undefined ? '' : letterAt(at)
  })
  return letters.includes('') ? '' : letters.join('')
}

/** `B、《史记》`: the letter, where it and the text say the same option. */
function byBoth(key: string, texts: string[]): string {
  const letter = /^\(?([A-Z])[.、:)]/.exec(key)?.[1]
  return letter !== undefined && byText([unlettered(key)], texts) === letter ? letter : ''
}

/** The letters of the options with these numbers, counted from 1; '' for anything else. */
function byNumber(key: string, count: number): string {
  const parts = key.split(/[,、;/|]/)
  const digits = parts.length === 1 && Number(key) > count && /^[1-9]{2,}$/.test(key) ? key.split('') : parts
  return digits.every((one) => /^[1-9]\d?$/.test(one) && Number(one) <= count)
    ? digits.map((one) => letterAt(Number(one) - 1)).join('')
    : ''
}

/**
 * The right letters that a key names, such as `AC`; the key itself where it names none. The message tells what was understood and could be
 * meant otherwise. A number that is also the text of another option is not read.
 */
export function lettersOfKey(given: string, options: string[]): { key: string; told?: Message } {
  const key = narrow(given).toUpperCase()
  if (/^[A-Z]{1,26}$/.test(key) && !/^(?:OPTION|ANSWER|CHOICE)/.test(key)) return { key }
  const letters = bareLetters(key)
  if (letters !== '') return { key: letters }
  const texts = options.map(bare)
  const separate = key.split(/[,、;|\n]/).map(bare)
  const named = byText([bare(key)], texts) || byBoth(key, texts) || byText(separate.map(unlettered), texts)
  const numbered = byNumber(key, options.length)
  if (named !== '' && numbered !== '' && named !== numbered) return { key }
  if (named !== '') return { key: named }
  return numbered === '' ? { key } : { key: numbered, told: say('keyByNumber', { key: given.trim().slice(0, 20), letters: numbered }) }
}
