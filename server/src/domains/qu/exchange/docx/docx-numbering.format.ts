// Replaces Word's automatic list numbers with typed text (ECMA-376 part 1, §17.9).
import { type Element, named, readTree } from '../qti/qti-tree.format.ts'

type Level = { start: number; format: string; text: string; restarts: boolean }
type List = { abstract: string; levels: Map<number, Level>; restarts: Map<number, number> }
type Numbered = { id: string; level: number }

const LEVELS = 9
const value = (node: Element | undefined, name: string) => named(node, name)[0]?.attributes.val
const whole = (text: string | undefined, usual: number) => (text !== undefined && /^-?\d{1,6}$/.test(text) ? Number(text) : usual)

const levelOf = (node: Element): [number, Level] => [
  whole(node.attributes.ilvl, 0),
  {
    start: whole(value(node, 'start'), 0),
    format: value(node, 'numFmt') ?? 'decimal',
    text: value(node, 'lvlText') ?? '',
    restarts: value(node, 'lvlRestart') !== '0',
  },
]

/** The lists of a document by id. */
function listsOf(numbering: Element | undefined): Map<string, List> {
  const abstracts = new Map(named(numbering, 'abstractNum').map((one) => [one.attributes.abstractNumId ?? '', one]))
  const linked = (node: Element | undefined) => {
    const style = value(node, 'numStyleLink')
    return style === undefined ? node : ([...abstracts.values()].find((one) => value(one, 'styleLink') === style) ?? node)
  }
  return new Map(
    named(numbering, 'num').map((num): [string, List] => {
      const abstract = value(num, 'abstractNumId') ?? ''
      const node = linked(abstracts.get(abstract))
      const levels = new Map(named(node, 'lvl').map(levelOf))
      const restarts = new Map<number, number>()
      for (const override of named(num, 'lvlOverride')) {
        const at = whole(override.attributes.ilvl, 0)
        const own = named(override, 'lvl')[0]
        if (own) levels.set(at, levelOf(own)[1])
        const start = value(override, 'startOverride')
        if (start !== undefined) restarts.set(at, whole(start, 1))
      }
      return [num.attributes.numId ?? '', { abstract: node?.attributes.abstractNumId ?? abstract, levels, restarts }]
    }),
  )
}

const numberedBy = (properties: Element | undefined): Numbered | undefined => {
  const [own] = named(properties, 'numPr')
  return own && { id: value(own, 'numId') ?? '', level: whole(value(own, 'ilvl'), 0) }
}

/** Paragraph styles that number their paragraphs, directly or by the style they are based on. */
function stylesOf(styles: Element | undefined): Map<string, Numbered> {
  const all = new Map(named(styles, 'style').map((one) => [one.attributes.styleId ?? '', one]))
  const find = (id: string, depth: number): Numbered | undefined => {
    const style = all.get(id)
    const based = value(style, 'basedOn')
    return numberedBy(named(style, 'pPr')[0]) ?? (based === undefined || depth > LEVELS ? undefined : find(based, depth + 1))
  }
  return new Map([...all.keys()].flatMap((id) => ((found) => (found ? [[id, found] as const] : []))(find(id, 0))))
}

const digits = '〇一二三四五六七八九'
/** 12 → 十二, 120 → 一百二十; above 999 the plain number. */
function chinese(number: number): string {
  if (number <= 0 || number > 999) return String(number)
  const [hundreds, tens, ones] = [Math.floor(number / 100), Math.floor(number / 10) % 10, number % 10]
  const last = ones === 0 ? '' : (digits[ones] ?? '')
  if (hundreds === 0 && tens === 1) return `十${last}`
  const middle = tens === 0 ? (hundreds > 0 && ones > 0 ? '〇' : '') : `${digits[tens]}十`
  return (hundreds === 0 ? '' : `${digits[hundreds]}百`) + middle + last
}
const roman = (number: number) => {
  const signs: [number, string][] = [
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ]
  let left = number
  let text = ''
  for (const [worth, sign] of signs)
    while (left >= worth && text.length < 20) {
      text += sign
      left -= worth
    }
  return text
}
/** After Z, Word continues with AA, BB. */
const letter = (number: number) => String.fromCharCode(65 + ((number - 1) % 26)).repeat(Math.min(Math.ceil(number / 26), 5))

function shown(number: number, format: string): string {
  if (number < 1) return String(number)
  if (/^(?:bullet|none)$/.test(format)) return ''
  if (format === 'upperLetter') return letter(number)
  if (format === 'lowerLetter') return letter(number).toLowerCase()
  if (format === 'upperRoman') return roman(number)
  if (format === 'lowerRoman') return roman(number).toLowerCase()
  if (/^(?:chinese|taiwanese|japanese)Counting|^ideographDigital|^chineseLegal/.test(format)) return chinese(number)
  if (format.startsWith('decimalEnclosedCircle') && number <= 20) return String.fromCharCode(0x2460 + number - 1)
  return String(number)
}

/** Counts the paragraphs of a document in order. @returns a function giving the label of the next paragraph of a list and level */
function counter(lists: Map<string, List>) {
  const counts = new Map<string, (number | undefined)[]>()
  const begun = new Set<string>()
  return ({ id, level }: Numbered): string => {
    const list = lists.get(id)
    const own = list?.levels.get(level)
    if (!list || !own || level >= LEVELS) return ''
    const numbers = counts.get(list.abstract) ?? []
    counts.set(list.abstract, numbers)
    const restart = begun.has(`${id} ${level}`) ? undefined : list.restarts.get(level)
    begun.add(`${id} ${level}`)
    const before = numbers[level]
    numbers[level] = restart ?? (before === undefined ? own.start : before + 1)
    for (let at = level + 1; at < LEVELS; at++) if (list.levels.get(at)?.restarts !== false) numbers[at] = undefined
    if (own.format === 'bullet' || own.format === 'none') return ''
    const text = own.text.replaceAll(/%([1-9])/g, (_all, place: string) => {
      const at = Number(place) - 1
      return shown(numbers[at] ?? list.levels.get(at)?.start ?? 1, list.levels.get(at)?.format ?? 'decimal')
    })
    // a bare number would merge with the text after it
    return /\d$/.test(text) ? `${text}.` : text
  }
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const changed = /<w:pPrChange\b[\s\S]*?<\/w:pPrChange>/g
const paragraph = /(<w:p(?:\s[^>]*)?(?<!\/)>\s*)(<w:pPr>[\s\S]*?<\/w:pPr>)([\s\S]*?)(?=<\/w:p>)/g
const shows = /<w:(?:t|drawing|pict|object)[\s>]|<m:/
const properties = (xml: string) => readTree(xml.replaceAll(/<w:rPr>[\s\S]*?<\/w:rPr>/g, '')) ?? undefined

/**
 * The document with each automatic number as text at the start of its paragraph, without bullets. An empty paragraph is counted but gets no text.
 * @param numbering word/numbering.xml, '' if missing; @param styles word/styles.xml, likewise
 */
export function withNumbers(document: string, numbering: string, styles: string): string {
  const lists = listsOf(readTree(numbering) ?? undefined)
  if (lists.size === 0) return document
  const byStyle = stylesOf(readTree(styles) ?? undefined)
  const next = counter(lists)
  return document.replaceAll(changed, '').replaceAll(paragraph, (all, open: string, given: string, rest: string) => {
    if (!given.includes('<w:numPr') && !given.includes('<w:pStyle')) return all
    const own = properties(given)
    const styled = byStyle.get(value(own, 'pStyle') ?? '')
    const numbered = numberedBy(own) ?? styled
    if (!numbered) return all
    const label = next(numbered)
    const run = label === '' || !shows.test(rest) ? '' : `<w:r><w:t xml:space="preserve">${escape(label)} </w:t></w:r>`
    return open + given + run + rest
  })
}

/** A numbering part without lists, so that mammoth does not number the paragraphs again. */
export const noLists = '<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>'
