// Converts the interactions of a QTI item to question parts: choices, blanks and texts with their keys.
import { type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import { type BodyInput, optionsOf } from '../exchange.rules.ts'
import { type Element, htmlOf, named, type Replace, textOf, within } from './qti-tree.format.ts'

export type Responses = {
  declarations: ReadonlyMap<string, Element>
  /** partial points by mapping, not all or nothing, for the response at hand */ isMapped: boolean
  /** the item has no rules, so that a mapping is not said to count */ isUnsaid: boolean
  /** identifiers of the responses that are mapped */ mapped: ReadonlySet<string> | 'all'
  /** tolerance of a number, by response identifier */
  tolerances: ReadonlyMap<string, Tolerance>
}
/** `isRelative`: in percent of the number. */
export type Tolerance = { value: number; isRelative: boolean }
/** A question body without its stem. */
export type Part = { quType: number; body: Omit<BodyInput, 'content'>; notes: Message[] }

export const declared = (interaction: Element, { declarations }: Responses) =>
  declarations.get(interaction.attributes.responseIdentifier ?? '')
export const correct = (declaration: Element | undefined): string[] =>
  named(named(declaration, 'correctResponse')[0], 'value').map((one) => textOf(one).trim())
export const mapped = (declaration: Element | undefined): { key: string; points: number; isExact: boolean }[] =>
  within(declaration, new Set(['mapEntry'])).map(({ attributes }) => ({
    key: attributes.mapKey ?? '',
    points: Number(attributes.mappedValue ?? '0'),
    isExact: attributes.caseSensitive === 'true',
  }))
const paragraph = (html: string) => (/^<(?:p|div|ul|ol|table|h\d|pre|blockquote)\b/.test(html) ? html : `<p>${html}</p>`)
export const contentOf = (choice: Element) =>
  paragraph(htmlOf(choice, (one) => (one.name === 'feedbackInline' || one.name === 'feedbackBlock' ? '' : undefined)).trim())

/** A choice or inline choice. Two options 正确/错误 or true/false make a true/false question. */
export function choiceOf(interaction: Element, responses: Responses): Part | Message {
  const choices = within(interaction, new Set(['simpleChoice', 'inlineChoice', 'hottext']))
  if (choices.length > 26) return say('optionsOver26')
  const declaration = declared(interaction, responses)
  const keys = correct(declaration)
  const points = mapped(declaration)
  const isMany = declaration?.attributes.cardinality === 'multiple'
  const shares = points.filter((one) => one.points > 0)
  const best = Math.max(...shares.map((one) => one.points), 0)
  const rights = new Set(keys.length > 0 ? keys : shares.filter((one) => isMany || one.points === best).map((one) => one.key))
  const notes: Message[] = []
  if (within(interaction, new Set(['feedbackInline', 'feedbackBlock'])).length > 0) notes.push(say('feedbackSkipped'))
  const textsOf = (one: Element, i: number) => (one.name === 'hottext' ? paragraph(hottextOf(one, i)) : contentOf(one))
  const read = choices.map((one, i) => ({ content: textsOf(one, i), isRight: rights.has(one.attributes.identifier ?? '') }))
  if (interaction.name === 'hottextInteraction') notes.push(say('asChoice', { from: 'hottext' }))
  const options = optionsOf(read).map((one, i) =>
    choices[i]?.attributes.fixed === 'true' || choices[i]?.name === 'hottext' ? { ...one, pinned: true } : one,
  )
  if (isMany) {
    if ((responses.isMapped || responses.isUnsaid) && new Set(shares.map((one) => one.points)).size > 1)
      notes.push(say('qtiSharesLevelled'))
    return { quType: QuType.multiple, body: { options, rule: responses.isMapped ? { multiple: 'share' } : {} }, notes }
  }
  if ((responses.isMapped || responses.isUnsaid) && shares.some((one) => one.points < best)) notes.push(say('partialOptionsWrong'))
  const labels = options.map((one) => plainText(one.content).toLowerCase()).join()
  const type = ['正确,错误', '对,错', 'true,false'].includes(labels) ? QuType.trueFalse : QuType.single
  return { quType: type, body: { options }, notes }
}

/** A text that can be chosen in a passage, with the number by which the options name it. */
export const hottextOf = (hottext: Element, index: number) => `（${index + 1}）${htmlOf(hottext).trim()}`

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

/** The text entries of a block as blanks of its text; `replace` handles the other elements. */
export function blanksOf(
  block: Element,
  responses: Responses,
  replace: Replace = () => undefined,
): { quType: number; body: BodyInput; notes: Message[] } {
  const blanks: NonNullable<BodyInput['blanks']> = []
  const notes: Message[] = []
  const content = htmlOf(block, (one) => {
    if (one.name !== 'textEntryInteraction') return replace(one)
    const declaration = declared(one, responses)
    const points = mapped(declaration)
    const best = Math.max(...points.map((entry) => entry.points), 0)
    const full = points.filter((entry) => entry.points > 0 && entry.points === best)
    if (points.some((entry) => entry.points > 0 && entry.points < best) && notes.length === 0) notes.push(say('partialAnswersSkipped'))
    const answers = [...new Set([...correct(declaration), ...full.map((entry) => entry.key)])].filter((answer) => answer !== '')
    const base = declaration?.attributes.baseType ?? 'string'
    const isNumber = (base === 'float' || base === 'integer') && answers.length > 0 && answers.every((one) => Number.isFinite(Number(one)))
    if (isNumber && answers.some((answer) => toleranceOf(one, answer, responses) !== toleranceOf(one, answers[0] ?? '', responses)))
      notes.push(say('numberMarginsLevelled'))
    blanks.push({
      answer: answers.map((answer) => answer.replaceAll('||', String.raw`\||`)).join('||'),
      ...(isNumber ? { compare: 'number' as const, tolerance: toleranceOf(one, answers[0] ?? '', responses) } : {}),
      ...(full.some((entry) => entry.isExact) ? { caseSensitive: true } : {}),
    })
    return '____'
  }).trim()
  return { quType: QuType.fillIn, body: { content, blanks }, notes }
}
