// Converts the interactions of a QTI item to question parts: choices, blanks, texts and pairs with their keys.
import { type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import { type BodyInput, letterOf, optionsOf } from '../exchange.rules.ts'
import { type Element, htmlOf, named, textOf, within } from './qti-tree.format.ts'

export type Responses = {
  declarations: ReadonlyMap<string, Element>
  /** partial points by mapping, not all or nothing, for the response at hand */ isMapped: boolean
  /** identifiers of the responses that are mapped */ mapped: ReadonlySet<string> | 'all'
  /** tolerance of a number, by response identifier */
  tolerances: ReadonlyMap<string, Tolerance>
}
/** `isRelative`: in percent of the number. */
export type Tolerance = { value: number; isRelative: boolean }
/** A question body without its stem. */
export type Part = { quType: number; body: Omit<BodyInput, 'content'>; notes: Message[] }

const declared = (interaction: Element, { declarations }: Responses) => declarations.get(interaction.attributes.responseIdentifier ?? '')
const correct = (declaration: Element | undefined): string[] =>
  named(named(declaration, 'correctResponse')[0], 'value').map((one) => textOf(one).trim())
const mapped = (declaration: Element | undefined): { key: string; points: number; isExact: boolean }[] =>
  within(declaration, new Set(['mapEntry'])).map(({ attributes }) => ({
    key: attributes.mapKey ?? '',
    points: Number(attributes.mappedValue ?? '0'),
    isExact: attributes.caseSensitive === 'true',
  }))
const paragraph = (html: string) => (/^<(?:p|div|ul|ol|table|h\d|pre|blockquote)\b/.test(html) ? html : `<p>${html}</p>`)
const contentOf = (choice: Element) =>
  paragraph(htmlOf(choice, (one) => (one.name === 'feedbackInline' || one.name === 'feedbackBlock' ? '' : undefined)).trim())

/** A choice or inline choice. Two options 正确/错误 or true/false make a true/false question. */
export function choiceOf(interaction: Element, responses: Responses): Part | Message {
  const choices = within(interaction, new Set(['simpleChoice', 'inlineChoice']))
  if (choices.length > 26) return say('optionsOver26')
  const declaration = declared(interaction, responses)
  const keys = correct(declaration)
  const points = mapped(declaration)
  const rights = new Set(keys.length > 0 ? keys : points.filter((one) => one.points > 0).map((one) => one.key))
  const notes: Message[] = []
  if (within(interaction, new Set(['feedbackInline', 'feedbackBlock'])).length > 0) notes.push(say('feedbackSkipped'))
  const options = optionsOf(choices.map((one) => ({ content: contentOf(one), isRight: rights.has(one.attributes.identifier ?? '') }))).map(
    (one, i) => (choices[i]?.attributes.fixed === 'true' ? { ...one, pinned: true } : one),
  )
  if (declaration?.attributes.cardinality === 'multiple') {
    const shares = points.filter((one) => one.points > 0).map((one) => one.points)
    if (responses.isMapped && new Set(shares).size > 1) notes.push(say('qtiSharesLevelled'))
    return { quType: QuType.multiple, body: { options, rule: responses.isMapped ? { multiple: 'share' } : {} }, notes }
  }
  const labels = options.map((one) => plainText(one.content).toLowerCase()).join()
  const type = ['正确,错误', '对,错', 'true,false'].includes(labels) ? QuType.trueFalse : QuType.single
  return { quType: type, body: { options }, notes }
}

/** An extended text; its correct response, if given, is the model answer. */
export function textOfAnswer(interaction: Element, responses: Responses): Part {
  const answer = correct(declared(interaction, responses)).map((one) => `<p>${one.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
  return { quType: QuType.shortAnswer, body: { modelAnswer: answer.join('') }, notes: [] }
}

function toleranceOf({ attributes }: Element, answer: string, { tolerances }: Responses): number {
  const { value, isRelative } = tolerances.get(attributes.responseIdentifier ?? '') ?? { value: 0, isRelative: false }
  const margin = isRelative ? (Math.abs(Number(answer)) * value) / 100 : value
  return Number.isFinite(margin) ? Number(margin.toPrecision(12)) : 0
}

/** The text entries of a block as blanks of its text. */
export function blanksOf(block: Element, responses: Responses): { quType: number; body: BodyInput; notes: Message[] } {
  const blanks: NonNullable<BodyInput['blanks']> = []
  const content = htmlOf(block, (one) => {
    if (one.name !== 'textEntryInteraction') return undefined
    const declaration = declared(one, responses)
    const points = mapped(declaration)
    const best = Math.max(...points.map((entry) => entry.points), 0)
    const full = points.filter((entry) => entry.points > 0 && entry.points === best)
    const answers = [...new Set([...correct(declaration), ...full.map((entry) => entry.key)])].filter((answer) => answer !== '')
    const base = declaration?.attributes.baseType ?? 'string'
    const isNumber = (base === 'float' || base === 'integer') && answers.length === 1
    blanks.push({
      answer: answers.map((answer) => answer.replaceAll('||', String.raw`\||`)).join('||'),
      ...(isNumber ? { compare: 'number' as const, tolerance: toleranceOf(one, answers[0] ?? '', responses) } : {}),
      ...(full.some((entry) => entry.isExact) ? { caseSensitive: true } : {}),
    })
    return '____'
  }).trim()
  return { quType: QuType.fillIn, body: { content, blanks }, notes: [] }
}

/** Pairs: two matched sets, or gaps in a text to which words are dragged. */
export function pairsOf(interaction: Element, responses: Responses): Part | Message {
  const sets = named(interaction, 'simpleMatchSet').map((one) => named(one, 'simpleAssociableChoice'))
  const gaps = within(interaction, new Set(['gap']))
  const gapWords = within(interaction, new Set(['gapText', 'gapImg']))
  const isGapped = interaction.name === 'gapMatchInteraction'
  const [from = [], to = []] = isGapped ? [gaps, gapWords] : sets
  if (from.length === 0 || to.length === 0) return say('matchSideMissing')
  if (from.length > 26 || to.length > 26) return say('matchOver26')
  const left = from.map((one, i) => ({ tag: letterOf(i), content: isGapped ? `<p>空 ${i + 1}</p>` : contentOf(one) }))
  const right = to.map((one, i) => {
    const many = Number(one.attributes.matchMax ?? '1') !== 1
    return { tag: letterOf(i).toLowerCase(), content: contentOf(one), ...(many ? { reusable: true } : {}) }
  })
  const tags = new Map([
    ...from.map((one, i): [string, string] => [one.attributes.identifier ?? '', letterOf(i)]),
    ...to.map((one, i): [string, string] => [one.attributes.identifier ?? '', letterOf(i).toLowerCase()]),
  ])
  const declaration = declared(interaction, responses)
  const keys = correct(declaration)
  const given =
    keys.length > 0
      ? keys
      : mapped(declaration)
          .filter((one) => one.points > 0)
          .map((one) => one.key)
  const pairs: [string, string][] = []
  for (const key of given) {
    const [a = '', b = ''] = key
      .trim()
      .split(/\s+/)
      .map((one) => tags.get(one) ?? '')
    // a gap match pairs word with gap; the gap is our left side
    if (a !== '' && b !== '') pairs.push(isGapped ? [b, a] : [a, b])
  }
  pairs.sort(([a], [b]) => a.localeCompare(b))
  return { quType: QuType.matching, body: { left, right, pairs, rule: responses.isMapped ? {} : { matching: 'strict' } }, notes: [] }
}
