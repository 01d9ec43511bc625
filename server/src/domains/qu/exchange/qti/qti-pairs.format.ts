// Converts the interactions of a QTI item that pair or order things to matching questions.
import { type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { letterOf, orderingOf, reusableIfFewer } from '../exchange.rules.ts'
import { contentOf, correct, declared, mapped, type Part, type Responses } from './qti-interaction.format.ts'
import { type Element, htmlOf, named, within } from './qti-tree.format.ts'

const rightLetter = (index: number) => letterOf(index).toLowerCase()
const converted = (from: string) => say('asMatching', { from })

/** The passage of a gap match, its gaps numbered as the left items are; without prompt and words. */
export function passageOf(interaction: Element): string {
  const gaps = within(interaction, new Set(['gap']))
  const dropped = new Set(['prompt', 'gapText', 'gapImg'])
  const mark = (one: Element) => (one.name === 'gap' ? `【空 ${gaps.indexOf(one) + 1}】` : dropped.has(one.name) ? '' : undefined)
  return htmlOf(interaction, mark).trim()
}

/** The key: pairs of identifiers in the order of the file, and a message if they have different points. */
function keyOf(interaction: Element, responses: Responses): { keys: string[][]; notes: Message[] } {
  const declaration = declared(interaction, responses)
  const given = correct(declaration)
  const points = mapped(declaration).filter((one) => one.points > 0)
  const keys = (given.length > 0 ? given : points.map((one) => one.key)).map((one) => one.trim().split(/\s+/))
  const isUneven = (responses.isMapped || responses.isUnsaid) && new Set(points.map((one) => one.points)).size > 1
  return { keys, notes: isUneven ? [say('pairSharesLevelled')] : [] }
}

const ruleOf = (responses: Responses) => (responses.isMapped ? {} : { matching: 'strict' as const })

/** Pairs: two matched sets, or gaps in a text to which words are dragged. */
export function pairsOf(interaction: Element, responses: Responses): Part | Message {
  const sets = named(interaction, 'simpleMatchSet').map((one) => named(one, 'simpleAssociableChoice'))
  const isGapped = interaction.name === 'gapMatchInteraction'
  const gaps = within(interaction, new Set(['gap']))
  const [from = [], to = []] = isGapped ? [gaps, within(interaction, new Set(['gapText', 'gapImg']))] : sets
  if (from.length === 0 || to.length === 0) return say('matchSideMissing')
  if (from.length > 26 || to.length > 26) return say('matchOver26')
  const { keys, notes } = keyOf(interaction, responses)
  if (isGapped) notes.push(converted('gapMatch'))
  const left = from.map((one, i) => ({ tag: letterOf(i), content: isGapped ? `<p>空 ${i + 1}</p>` : contentOf(one) }))
  const items = to.map((one, i) => {
    const many = Number(one.attributes.matchMax ?? '1') !== 1
    return { tag: rightLetter(i), content: contentOf(one), ...(many ? { reusable: true } : {}) }
  })
  const right = reusableIfFewer(items, left.length)
  if (right.some((one, i) => one.reusable !== items[i]?.reusable)) notes.push(say('rightsReusable'))
  const tags = new Map([
    ...from.map((one, i): [string, string] => [one.attributes.identifier ?? '', letterOf(i)]),
    ...to.map((one, i): [string, string] => [one.attributes.identifier ?? '', rightLetter(i)]),
  ])
  const pairs: [string, string][] = []
  for (const [a = '', b = ''] of keys.map((key) => key.map((one) => tags.get(one) ?? ''))) {
    // a gap match pairs word with gap; the gap is our left side
    if (a !== '' && b !== '') pairs.push(isGapped ? [b, a] : [a, b])
  }
  pairs.sort(([a], [b]) => a.localeCompare(b))
  return { quType: QuType.matching, body: { left, right, pairs, rule: ruleOf(responses) }, notes }
}

/** Things to put in order, matched with their places. */
export function orderOf(interaction: Element, responses: Responses): Part | Message {
  const choices = within(interaction, new Set(['simpleChoice']))
  if (choices.length > 26) return say('matchOver26')
  const order = correct(declared(interaction, responses))
  const places = order.map((id) => choices.findIndex((one) => one.attributes.identifier === id))
  if (places.length === 0) return say('answerMissing')
  if (places.includes(-1)) return say('orderingUnknown')
  return {
    quType: QuType.matching,
    body: { ...orderingOf(choices.map(contentOf), places), rule: ruleOf(responses) },
    notes: [converted('order')],
  }
}

/** Pairs within one set. The first of each pair is a left item; a choice used by several pairs is a right item. */
export function associateOf(interaction: Element, responses: Responses): Part | Message {
  const choices = within(interaction, new Set(['simpleAssociableChoice']))
  if (choices.length > 26) return say('matchOver26')
  const { keys, notes } = keyOf(interaction, responses)
  if (keys.length === 0) return say('answerMissing')
  const uses = new Map<string, number>()
  for (const id of keys.flat()) uses.set(id, (uses.get(id) ?? 0) + 1)
  const often = (id: string) => (uses.get(id) ?? 0) > 1
  const sided = keys.map(([a = '', b = '']): [string, string] => (often(a) ? [b, a] : [a, b]))
  const known = new Set(choices.map((one) => one.attributes.identifier ?? ''))
  if (sided.some(([a, b]) => often(a) || !known.has(a) || !known.has(b))) return say('associateUnfit')
  const lefts = choices.filter((one) => sided.some(([a]) => a === one.attributes.identifier))
  const rights = choices.filter((one) => !lefts.includes(one))
  const tagOf = (side: Element[], id: string) => letterOf(side.findIndex((one) => one.attributes.identifier === id))
  const left = lefts.map((one, i) => ({ tag: letterOf(i), content: contentOf(one) }))
  const right = rights.map((one, i) => ({
    tag: rightLetter(i),
    content: contentOf(one),
    ...(often(one.attributes.identifier ?? '') ? { reusable: true } : {}),
  }))
  const pairs = sided.map(([a, b]): [string, string] => [tagOf(lefts, a), tagOf(rights, b).toLowerCase()])
  return {
    quType: QuType.matching,
    body: {
      left,
      right: reusableIfFewer(right, left.length),
      pairs: pairs.sort(([a], [b]) => a.localeCompare(b)),
      rule: ruleOf(responses),
    },
    notes: [...notes, converted('associate')],
  }
}
