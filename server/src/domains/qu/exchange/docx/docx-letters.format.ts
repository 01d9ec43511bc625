// Options with small letters or circled numbers, `a.` `b)` `①`, written as the others are: `A.`.
import { cutFront, dividedAt, type Line, option, signsOf } from './docx-lines.format.ts'
import { fieldOf, label } from './docx-labels.format.ts'
import { headingOf, typeOf } from './docx-signs.format.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'

type Style = { signs: string; begins: RegExp; within: RegExp }
const styles: Style[] = [
  {
    signs: 'abcdefghijklmnopqrstuvwxyz',
    begins: /^(?:[（(]\s*([a-z])\s*[)）]|([a-z])\s*[.、．)）])\s*/,
    within: /(?<=^|[\s；;])(?:[（(]\s*[a-z]\s*[)）]|[a-z]\s*[.、．)）])/g,
  },
  { signs: '①②③④⑤⑥⑦⑧⑨⑩', begins: /^([①-⑩])()\s*[.、．]?\s*/, within: /(?<=^|[\s；;。])[①-⑩]/g },
]
const upper = (at: number) => String.fromCharCode(65 + at)
const isType = (type: number | undefined) => type === QuType.single || type === QuType.multiple

/** The key of a question in small letters or circled numbers, in the stem's brackets or behind its label; undefined without one. */
function keyOf(lines: readonly Line[]): string | undefined {
  const named = lines.find((one) => {
    const found = label.exec(one.text)
    return found !== null && fieldOf(found) === 'answer'
  })
  if (named) return named.text.replace(label, '').replaceAll(/[\s、,，;；.。]/g, '')
  return /[（(]\s*([a-z]|[①-⑩]+)\s*[)）][。.?？\s]*$/.exec(lines[0]?.text ?? '')?.[1]
}

function rewritten(lines: readonly Line[], { signs, begins, within }: Style, type: number | undefined): Line[] | undefined {
  const key = keyOf(lines)
  const isKey =
    key !== undefined &&
    key !== '' &&
    key
      .toLowerCase()
      .split('')
      .every((one) => signs.includes(one))
  if (!isKey && !(key === undefined && isType(type))) return undefined
  const end = lines.findIndex((one) => label.test(one.text))
  const before = (end < 0 ? lines : lines.slice(0, end)).flatMap((line, at) => {
    const text = signsOf(line.html)
    const places = line.isBlock || (at > 0 && !begins.test(line.text)) ? [] : [...text.matchAll(within)].map((one) => one.index)
    return places.length < 2 ? [line] : dividedAt(line, at > 0 ? places.slice(1) : places)
  })
  let next = 0
  const done = before.map((line) => {
    const found = line.isBlock ? null : begins.exec(line.text)
    if (!found || (found[1] ?? found[2]) !== signs[next]) return line
    const rest = found[0].length
    const mark = `${upper(next++)}. `
    return { ...line, text: mark + line.text.slice(rest), html: mark + cutFront(line.html, rest) }
  })
  if (
    next < 2 ||
    (isKey &&
      key
        .toLowerCase()
        .split('')
        .some((one) => signs.indexOf(one) >= next))
  )
    return undefined
  const inKey = (text: string) => text.replaceAll(/[a-z①-⑩]/g, (one) => (signs.includes(one) ? upper(signs.indexOf(one)) : one))
  const inStem = (text: string) => text.replace(/[（(]\s*(?:[a-z]|[①-⑩]+)\s*[)）](?=[^（(]*$)/, inKey)
  const [stem, ...options] = done
  const after =
    end < 0 ? [] : lines.slice(end).map((one) => (isAnswer(one) ? { ...one, text: inKey(one.text), html: inTexts(one.html, inKey) } : one))
  return [{ ...stem!, text: inStem(stem!.text), html: inTexts(stem!.html, inStem) }, ...options, ...after]
}
const isAnswer = ({ text }: Line) => {
  const found = label.exec(text)
  return found !== null && fieldOf(found) === 'answer'
}
/** Changes the texts between the tags. */
const inTexts = (html: string, change: (text: string) => string) =>
  html
    .split(/(<[^>]*>)/)
    .map((part, i) => (i % 2 === 1 ? part : change(part)))
    .join('')

/**
 * Rewrites such options, and the key that names them, in questions without options in capital letters. Without a key of that kind only where
 * the heading says that the questions are choices: elsewhere points of a text are written so, too.
 */
export function withCapitals(lines: Line[], start: RegExp): Line[] {
  if (!lines.some((line) => styles.some((one) => line.text.search(one.within) >= 0))) return lines
  const out: Line[] = []
  let type: number | undefined
  let own: Line[] = []
  const close = () => {
    const isPlain = own.length > 1 && start.test(own[0]?.text ?? '') && !own.some((one) => option.test(one.text))
    const found = isPlain ? styles.map((one) => rewritten(own, one, type)).find((one) => one !== undefined) : undefined
    out.push(...(found ?? own))
    own = []
  }
  for (const line of lines) {
    const heading = headingOf(line.text, start)
    if (heading !== undefined || start.test(line.text)) close()
    if (heading !== undefined) type = typeOf(heading) ?? (heading === '' ? type : undefined)
    own.push(line)
  }
  close()
  return out
}
