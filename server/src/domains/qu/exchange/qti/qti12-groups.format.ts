// Items of QTI 1.2 that belong to one text: parts of a composite as this product writes them, and sections with a text of their own.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import type { BodyInput, ReadQuestion } from '../exchange.rules.ts'
import { type Element, elements, named, textOf, within } from './qti-tree.format.ts'
import { materialOf } from './qti12-answer.format.ts'
import { DIVIDER, FACTS } from './qti12-parts.format.ts'

/** Items in the order of the file; `passage`: the text that several share, undefined where each of them has it before its stem. */
export type Unit = { items: Element[]; passage?: string }

/** Fields of an item by their labels. */
export const fieldsOf = (item: Element) =>
  within(item, new Set(['qtimetadatafield'])).map((field): [string, string] => [
    textOf(named(field, 'fieldlabel')[0]).trim(),
    textOf(named(field, 'fieldentry')[0]).trim(),
  ])
const fieldOf = (item: Element, name: string) => fieldsOf(item).find(([label]) => label === name)?.[1]

/** Most parts of a composite question. */
const PARTS = 50

/** The items of a file, those of one text together. */
export function unitsOf(node: Element): Unit[] {
  const found = elements(node).flatMap((one): Unit[] => {
    if (one.name === 'item') return [{ items: [one] }]
    if (one.name !== 'section') return unitsOf(one)
    const passage = named(one, 'presentation_material').map(materialOf).join('')
    const items = within(one, new Set(['item']))
    const hasText = plainText(passage).trim() !== '' || passage.includes('<img')
    return hasText && items.length > 0 ? [{ items, passage }] : unitsOf(one)
  })
  return joined(found)
}

/** Parts of a composite stand one behind another and name it, their number and how many there are. */
function joined(units: Unit[]): Unit[] {
  const names = units.map(({ items, passage }) =>
    passage === undefined && items.length === 1 ? (fieldOf(items[0]!, FACTS.part) ?? '').split('/') : [],
  )
  const isWhole = (at: number, count: number) =>
    Array.from({ length: count }, (_one, i) => names[at + i]?.join('/')).every((one, i) => one === `${names[at]![0]}/${i + 1}/${count}`)
  const result: Unit[] = []
  for (let at = 0; at < units.length; at += 1) {
    const count = Number(names[at]?.[2])
    if (count >= 1 && count <= PARTS && isWhole(at, count)) {
      result.push({ items: units.slice(at, at + count).flatMap((one) => one.items) })
      at += count - 1
    } else result.push(units[at]!)
  }
  return result
}

/** Whether the items are one question. */
export const isComposite = ({ items, passage }: Unit): boolean =>
  passage === undefined ? fieldOf(items[0]!, FACTS.part)?.endsWith(`/${items.length}`) === true : items.length > 1 && items.length <= PARTS

const divided = (html = ''): [before: string, behind: string] => {
  const at = html.indexOf(DIVIDER)
  return at === -1 ? ['', html] : [html.slice(0, at), html.slice(at + DIVIDER.length)]
}
/** The texts of a part, and what all parts repeat. */
function withoutShared({ content, analysis, ...body }: BodyInput) {
  const [passage, own] = divided(content)
  const isRepeated = analysis?.includes(DIVIDER) === true
  const [before, behind] = divided(analysis)
  return { body: { ...body, content: own, analysis: isRepeated ? before : behind }, passage, analysis: isRepeated ? behind : '' }
}

const weightOf = (item: Element) => {
  const points = Number(fieldOf(item, 'points_possible'))
  return Number.isInteger(points) && points >= 1 ? points : 1
}

/** The question whose parts these are; undefined where one of them cannot be a part. `parts`: as they are read, one for each item. */
export function compositeOf({ items, passage }: Unit, parts: readonly ReadQuestion[]): ReadQuestion | undefined {
  const [first] = parts
  const isPart = (one: ReadQuestion) => one.quType !== QuType.composite && !one.problems.some((problem) => problem.level !== 'warn')
  if (!first || !parts.every(isPart)) return undefined
  const read = parts.map((one) => withoutShared(one.body))
  const subs = read.map(({ body }, at) => {
    const { subs: _none, ...own } = body
    return { ...own, id: '', weight: weightOf(items[at]!), quType: parts[at]!.quType }
  })
  const content = passage ?? read[0]!.passage
  return {
    ...first,
    quType: QuType.composite,
    body: { content, analysis: passage === undefined ? read[0]!.analysis : '', subs },
    problems: parts.flatMap((one) => one.problems),
  }
}

/** A part as a question of its own, its text before its stem. */
export function aloneOf(question: ReadQuestion, passage = ''): ReadQuestion {
  const { content, analysis = '' } = question.body
  const plain = { content: passage + content.replace(DIVIDER, ''), ...(analysis === '' ? {} : { analysis: analysis.replace(DIVIDER, '') }) }
  return { ...question, body: { ...question.body, ...plain } }
}
