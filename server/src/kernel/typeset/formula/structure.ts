// What a formula says, without how it looks: the same text for its pieces and for KaTeX's MathML of it.
import { inAlphabet, plainSign, textOf } from './letters.ts'
import { accentOfMathml, braceOfMathml } from './marks.ts'
import type { Piece, TableShape } from './piece.ts'

type Parts = string[]

/** The signs of a text; spaces and invisible signs are left out. */
export const signsOf = (text: string, variant = ''): Parts =>
  Array.from(text.normalize('NFC').replaceAll(/[\s\u00A0\u2000-\u200F\u2060-\u2064]/g, ''), (one) => plainSign(inAlphabet(one, variant)))

export const grouped = (parts: Parts) => `{${parts.join(' ')}}`

/** A base with what is below and above it. Digits before the last one stand beside the base. */
export function scripts(base: Parts, lower: Parts | undefined, upper: Parts | undefined): Parts {
  const beside = base.length > 1 && base.every((one) => /^[\d.,]$/.test(one)) ? base.slice(0, -1) : []
  const marks = `${lower ? `_${grouped(lower)}` : ''}^${upper ? grouped(upper) : ''}`
  return [...beside, `${grouped(base.slice(beside.length))}${marks}`]
}
export const over = (name: string, parts: Parts): Parts => [`${name}${grouped(parts)}`]
export const table = (rows: Parts[][], horizontal: number[], vertical: number[]): Parts => {
  const rules = [horizontal, vertical].map((lines) => lines.toSorted((a, b) => a - b).join('.')).join('|')
  // cells that a row leaves out at its end are the same as empty ones
  const lines = rows.map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell.length > 0) + 1))
  return [`table[${rules}](${lines.map((cells) => cells.map(grouped).join('&')).join(';')})`]
}

/** The structure of pieces. */
export function structureOf(piece: Piece): string {
  return partsOf(piece).join(' ')
}

function partsOf(one: Piece): Parts {
  const more = one.with ?? {}
  const inside = one.inside.map(partsOf)
  const { v = '', places = [] } = more
  switch (one.kind) {
    case 'sign':
    case 'text':
    case 'big':
    case 'stretch':
      return signsOf(v)
    case 'fraction':
      return more.bar ? over('frac', [grouped(inside[0]!), grouped(inside[1]!)]) : table([[inside[0]!], [inside[1]!]], [], [])
    case 'root':
      return over('root', inside.map(grouped))
    case 'scripts': {
      const at = (...names: string[]) => inside[1 + places.findIndex((place) => names.includes(place)) || inside.length]
      return scripts(inside[0]!, at('b', 'br'), at('t', 'tr'))
    }
    case 'accent':
    case 'brace':
    case 'strike':
    case 'box':
      return over(v, inside[0]!)
    case 'table':
      return more.table ? tableParts(inside, more.table) : []
    case 'rule':
      return ['rule']
    case 'space':
    case 'hidden':
    case 'number':
      return []
    default:
      return inside.flat()
  }
}

function tableParts(cells: Parts[], { columns, tagged, hlines, vlines }: TableShape): Parts {
  const rows: Parts[][] = []
  for (let at = 0; at < cells.length; at += columns) rows.push(cells.slice(at, at + columns - Number(tagged)))
  return table(rows, hlines, vlines)
}

type Element = { name: string; attributes: Map<string, string>; inside: (Element | string)[] }

/** The elements of KaTeX's MathML, without the source that it carries. */
function elementsOf(markup: string): Element {
  const root: Element = { name: '', attributes: new Map(), inside: [] }
  const open = [root]
  for (const [, closing, name = '', rest = '', alone, text] of markup.matchAll(/<(\/?)([a-z]+)(?![a-z])([^<>]*?)(\/?)>|([^<]+)/g)) {
    if (text !== undefined) open.at(-1)!.inside.push(textOf(text))
    else if (closing) open.pop()
    else {
      const attributes = new Map(
        [...rest.matchAll(/(?<![\w-])([\w-]+) ?="([^"]*)"/g)].map(([, key = '', value = '']) => [key, textOf(value)]),
      )
      const element: Element = { name, attributes, inside: [] }
      if (name !== 'annotation') open.at(-1)!.inside.push(element)
      if (!alone) open.push(element)
    }
  }
  return root
}

/** The structure of the MathML that KaTeX makes of a formula. */
export const structureOfMathml = (markup: string): string => rowParts(elementsOf(markup)).join(' ')

const elementsIn = ({ inside }: Element) => inside.filter((one): one is Element => typeof one !== 'string')
/** The parts of a fraction, root or script. KaTeX puts the sign of application beside a base such as `{\\max}`, where it is no part. */
const membersOf = (one: Element) => elementsIn(one).filter((member) => member.name !== 'mo' || signIn(member) !== '\u2061')
const rowParts = (element: Element): Parts =>
  element.inside.flatMap((one) => (typeof one === 'string' ? signsOf(one, element.attributes.get('mathvariant')) : mathmlParts(one)))

/** The only sign of an element. */
const signIn = (element: Element | undefined) =>
  element?.inside.length === 1 && typeof element.inside[0] === 'string' ? element.inside[0] : ''

function mathmlParts(one: Element): Parts {
  const [first, second, third] = membersOf(one)
  const part = (element: Element | undefined) => (element ? mathmlParts(element) : [])
  switch (one.name) {
    case 'mphantom':
      return []
    case 'mspace':
      return one.attributes.has('mathbackground') ? ['rule'] : []
    case 'mfrac':
      return one.attributes.get('linethickness') === '0px'
        ? table([[part(first)], [part(second)]], [], [])
        : over('frac', [grouped(part(first)), grouped(part(second))])
    case 'msqrt':
      return over('root', [grouped(rowParts(one))])
    case 'mroot':
      return over('root', [grouped(part(first)), grouped(part(second))])
    case 'msub':
      return scripts(part(first), part(second), undefined)
    case 'msup':
      return scripts(part(first), undefined, part(second))
    case 'msubsup':
    case 'munderover':
      return scripts(part(first), part(second), part(third))
    case 'mover':
    case 'munder':
      return markParts(one, part)
    case 'mtable':
      return mathmlTable(one, [])
    case 'menclose':
      return enclosedParts(one)
    case 'mo':
      return rowParts(one).map((sign) => (one.attributes.get('fence') === 'true' ? ({ '<': '⟨', '>': '⟩' }[sign] ?? sign) : sign))
    default:
      return rowParts(one)
  }
}

function markParts(one: Element, part: (element: Element | undefined) => Parts): Parts {
  const [base, mark] = membersOf(one)
  const isOver = one.name === 'mover'
  const brace = mark?.attributes.get('stretchy') === 'true' ? braceOfMathml(signIn(mark), isOver) : undefined
  if (brace !== undefined) return over(brace, part(base))
  const accent = one.attributes.get('accent') === 'true' ? accentOfMathml(signIn(mark)) : undefined
  if (accent !== undefined) return over(accent, part(base))
  return isOver ? scripts(part(base), undefined, part(mark)) : scripts(part(base), part(mark), undefined)
}

// KaTeX names the outer rules of an array after the other axis
const edges: Record<string, 'top' | 'bottom' | 'left' | 'right'> = { left: 'top', right: 'bottom', top: 'left', bottom: 'right' }

function enclosedParts(one: Element): Parts {
  const notation = one.attributes.get('notation') ?? ''
  const [inner] = elementsIn(one)
  const isTable = inner?.name === 'mtable' && notation.split(' ').every((name) => name in edges)
  return isTable
    ? mathmlTable(
        inner,
        notation.split(' ').map((name) => edges[name]!),
      )
    : over(notation, rowParts(one))
}

/** Not the glue and number of a numbered line. */
const isCell = ({ attributes }: Element) => !/^m(tr-glue|ml-eqn-num)$/.test(attributes.get('class') ?? '')

function mathmlTable(one: Element, outer: string[]): Parts {
  const rows = elementsIn(one).map((row) => elementsIn(row).filter(isCell).map(rowParts))
  // the middle cell of the table that sets a tagged line, and its tag
  if (one.attributes.has('width')) return rows.flat(2)
  const width = Math.max(1, ...rows.map((row) => row.length))
  const inner = (name: string) =>
    (one.attributes.get(name) ?? '').split(' ').flatMap((line, at) => (line === 'solid' || line === 'dashed' ? [at + 1] : []))
  const horizontal = [...(outer.includes('top') ? [0] : []), ...inner('rowlines'), ...(outer.includes('bottom') ? [rows.length] : [])]
  const columns = (one.attributes.get('columnalign') ?? '').split(' ').length || width
  const vertical = [...(outer.includes('left') ? [0] : []), ...inner('columnlines'), ...(outer.includes('right') ? [columns] : [])]
  return table(rows, horizontal, vertical)
}
