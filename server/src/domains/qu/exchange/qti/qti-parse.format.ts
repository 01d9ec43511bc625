// Parses an item of QTI 2.1, 2.2 or 3.0 (1EdTech, *Question and Test Interoperability*).
import { isMessage, type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import { type BodyInput, MessageSet } from '../exchange.rules.ts'
import { blanksOf, choiceOf, hottextOf, type Part, type Responses, textOfAnswer, type Tolerance } from './qti-interaction.format.ts'
import { associateOf, orderOf, pairsOf, passageOf as gapPassage } from './qti-pairs.format.ts'
import { type Element, elements, htmlOf, named, readTree, within } from './qti-tree.format.ts'
import { withRuleKeys } from './qti-rule-keys.format.ts'
import { type Points, pointsOf, weightsOf } from './qti-weights.format.ts'

export type ReadItem = { quType: number; body: BodyInput; notes: Message[] }

const block = ['choiceInteraction', 'extendedTextInteraction', 'matchInteraction', 'gapMatchInteraction']
const arranged = ['hottextInteraction', 'orderInteraction', 'associateInteraction']
const inline = new Set(['textEntryInteraction', 'inlineChoiceInteraction'])
const supported = new Set([...block, ...arranged, ...inline])
const anyInteraction = /Interaction$/
const templates = ['templateDeclaration', 'templateProcessing']
/** Parts of an item that are no part of a question here. */
const asides = ['catalogInfo', 'companionMaterialsInfo']

/**
 * Parses one file; null if it is no item, a message if the item is unreadable.
 * @param passageOf HTML of a shared stimulus by its address; null if the package does not have it
 */
export function parseItem(text: string, passageOf: (href: string) => string | null = () => null): ReadItem | Message | null {
  const root = readTree(text)
  if (root?.name !== 'assessmentItem') return null
  const [body] = named(root, 'itemBody')
  if (!body) return say('qtiStemMissing')
  if (root.attributes.adaptive === 'true') return say('qtiAdaptive')
  if (elements(root).some((one) => templates.includes(one.name))) return say('qtiTemplate')
  const odd = allElements(body).find((one) => anyInteraction.test(one.name) && !supported.has(one.name))
  if (odd) return say('qtiInteractionUnknown', { name: odd.name })
  const found = within(body, supported)
  if (found.length === 0) return say('qtiInteractionNone')
  const { declarations, margins } = withRuleKeys(root)
  const ranges = [...margins].map(([id, value]): [string, Tolerance] => [id, { value, isRelative: false }])
  const responses: Responses = {
    declarations,
    tolerances: new Map([...tolerancesOf(root), ...ranges]),
    isMapped: false,
    isUnsaid: named(root, 'responseProcessing').length === 0,
    mapped: mappedOf(root),
  }
  const points = pointsOf(root, responses.declarations)
  const read = found.every((one) => one.name === 'textEntryInteraction')
    ? blanksOf(body, responses, aside)
    : found.length === 1 && found[0]
      ? single(body, found[0], responses)
      : composite(body, found, responses, points)
  if (isMessage(read)) return read
  const passages = named(root, 'assessmentStimulusRef').map(({ attributes }) => ({
    href: attributes.href ?? '',
    html: passageOf(attributes.href ?? ''),
  }))
  const lost = [
    ...(read.quType === QuType.fillIn ? blankNotes(found, points) : []),
    ...rubricNotes(body, read.quType),
    ...passages.flatMap(({ href, html }) => (html === null ? [say('qtiStimulusMissing', { file: href })] : [])),
    ...asides.flatMap((name) => (named(root, name).length > 0 ? [say('qtiPartSkipped', { name })] : [])),
  ]
  const { html: analysis, notes } = feedbackOf(root, body)
  const content = passages.map(({ html }) => html ?? '').join('') + read.body.content
  return { ...read, notes: distinct([...read.notes, ...notes, ...lost]), body: { ...read.body, content, analysis } }
}

const responseOf = (interaction: Element) => interaction.attributes.responseIdentifier ?? ''
/** Blanks of one question count the same. */
function blankNotes(found: Element[], points: Points): Message[] {
  const { weights, notes } = weightsOf(
    found.map((one) => [responseOf(one)]),
    points,
  )
  return new Set(weights).size > 1 ? [say('qtiWeightsLevelled')] : notes
}

const distinct = (messages: Message[]) => {
  const set = new MessageSet()
  for (const one of messages) set.add(one)
  return [...set]
}

/** The responses that are marked by their mapping; all of them with the template. */
function mappedOf(root: Element): ReadonlySet<string> | 'all' {
  const [processing] = named(root, 'responseProcessing')
  if (/map_?response/i.test(processing?.attributes.template ?? '')) return 'all'
  const rules = processing ? allElements(processing).filter((one) => one.name.startsWith('mapResponse')) : []
  return new Set(rules.map((one) => one.attributes.identifier ?? ''))
}

/** The tolerances in the response processing; the wider of the two margins counts. */
function tolerancesOf(root: Element): Map<string, Tolerance> {
  const equals = within(named(root, 'responseProcessing')[0], new Set(['equal']))
  return new Map(
    equals.flatMap((one) => {
      const { toleranceMode, tolerance = '' } = one.attributes
      const margins = tolerance.trim().split(/\s+/).map(Number)
      const value = Math.max(...margins)
      const id = named(one, 'variable')[0]?.attributes.identifier
      const isSupported = id !== undefined && (toleranceMode === 'absolute' || toleranceMode === 'relative') && value > 0
      return isSupported ? [[id, { value, isRelative: toleranceMode === 'relative' }] as const] : []
    }),
  )
}

const allElements = (node: Element): Element[] => elements(node).flatMap((one) => [one, ...allElements(one)])
const innerOf = (node: Element) => htmlOf(named(node, 'contentBody')[0] ?? node).trim()

const feedbacks = new Set(['feedbackBlock', 'feedbackInline'])
const choices = new Set(['simpleChoice', 'inlineChoice', 'simpleAssociableChoice', 'hottext'])
const feedbackIn = (node: Element): Element[] =>
  elements(node).flatMap((one) => (feedbacks.has(one.name) ? [one] : choices.has(one.name) ? [] : feedbackIn(one)))

/** What is shown after an answer; feedback in the body is hidden before it, so that it may contain the answer. */
function feedbackOf(root: Element, body: Element): { html: string; notes: Message[] } {
  const found = [...named(root, 'modalFeedback'), ...feedbackIn(body)].map(innerOf).filter((html) => html !== '')
  const different = [...new Set(found)]
  const notes = different.length > 1 ? [say('qtiFeedbackJoined', { n: different.length })] : []
  return { html: different.length > 1 ? different.map(paragraph).join('') : (different[0] ?? ''), notes }
}

function partOf(interaction: Element, all: Responses): Part | Message {
  const isMapped = all.mapped === 'all' || all.mapped.has(responseOf(interaction))
  const responses = { ...all, isMapped }
  switch (interaction.name) {
    case 'choiceInteraction':
    case 'inlineChoiceInteraction':
    case 'hottextInteraction':
      return choiceOf(interaction, responses)
    case 'extendedTextInteraction':
      return textOfAnswer(interaction, responses)
    case 'matchInteraction':
    case 'gapMatchInteraction':
      return pairsOf(interaction, responses)
    case 'orderInteraction':
      return orderOf(interaction, responses)
    case 'associateInteraction':
      return associateOf(interaction, responses)
    case 'textEntryInteraction':
      return blanksOf({ name: '', attributes: {}, children: [interaction] }, responses)
    default:
      return say('qtiInteractionUnknown', { name: interaction.name })
  }
}

const promptOf = (interaction: Element) => {
  const [prompt] = named(interaction, 'prompt')
  return prompt ? htmlOf(prompt, aside).trim() : ''
}
const paragraph = (html: string) => (html === '' || /^<(?:p|div|ul|ol|table|h\d|pre|blockquote)\b/.test(html) ? html : `<p>${html}</p>`)

/** The passage inside an interaction, with its gaps or its choosable texts marked; '' if the interaction has none. */
function insideOf(interaction: Element): string {
  if (interaction.name === 'gapMatchInteraction') return gapPassage(interaction)
  if (interaction.name !== 'hottextInteraction') return ''
  const texts = within(interaction, new Set(['hottext']))
  return htmlOf(interaction, (one) =>
    one.name === 'hottext' ? `<u>${hottextOf(one, texts.indexOf(one))}</u>` : one.name === 'prompt' ? '' : undefined,
  ).trim()
}

const isFor = (rubric: Element, view: string) => (rubric.attributes.view ?? 'candidate').split(/\s+/).includes(view)
/** Instructions for candidates belong to the stem, other rubrics and feedback do not. */
const aside = (one: Element) => {
  if (one.name === 'rubricBlock') return isFor(one, 'candidate') ? paragraph(innerOf(one)) : ''
  return feedbacks.has(one.name) ? '' : undefined
}
const rubricsOf = (body: Element) => within(body, new Set(['rubricBlock'])).filter((one) => !isFor(one, 'candidate'))
const isModel = (one: Element) => isFor(one, 'scorer')

/** The rubric for scorers is the model answer of an essay. */
const modelAnswer = (body: Element) => rubricsOf(body).filter(isModel).map(innerOf).join('')
const rubricNotes = (body: Element, type: number) =>
  rubricsOf(body)
    .filter((one) => type !== QuType.shortAnswer || !isModel(one))
    .map((one) => say('qtiRubricSkipped', { view: one.attributes.view ?? '' }))

function single(body: Element, interaction: Element, responses: Responses): ReadItem | Message {
  const part = partOf(interaction, responses)
  if (isMessage(part)) return part
  const inside = interaction.name === 'inlineChoiceInteraction' ? '____' : paragraph(promptOf(interaction)) + insideOf(interaction)
  const own = promptOf(interaction) === '' || insideOf(interaction) !== '' || inline.has(interaction.name)
  const around = htmlOf(body, (one) => (one === interaction ? (own ? inside : '') : aside(one))).trim()
  const stem = [plainText(around) === '' && !around.includes('<img') ? '' : around, own ? '' : inside].join('')
  const answer = part.quType === QuType.shortAnswer ? { modelAnswer: modelAnswer(body) || part.body.modelAnswer || '' } : {}
  return { quType: part.quType, notes: part.notes, body: { ...part.body, ...answer, content: stem } }
}

/**
 * Several interactions: text entries that are alone in a block are one sub-question, each other interaction is one of its own. A
 * sub-question without a prompt is numbered at its place in the stem.
 */
function composite(body: Element, found: Element[], responses: Responses, points: Points): ReadItem | Message {
  const notes: Message[] = []
  const subs: NonNullable<BodyInput['subs']> = []
  const marks = new Map<Element, string>()
  const parts: string[][] = []
  for (const interaction of found) {
    if (marks.has(interaction)) continue
    const at = blockOf(body, interaction)
    const beside = within(at, supported)
    if (at !== interaction && beside.every((one) => one.name === 'textEntryInteraction')) {
      for (const one of [at, ...beside]) marks.set(one, '')
      const read = blanksOf(at, responses, aside)
      notes.push(...read.notes)
      subs.push({ id: '', weight: 1, quType: read.quType, ...read.body, content: paragraph(read.body.content) })
      parts.push(beside.map(responseOf))
      continue
    }
    const part = partOf(interaction, responses)
    if (isMessage(part)) return part
    notes.push(...part.notes)
    const number = subs.length + 1
    const prompt = paragraph(promptOf(interaction)) + insideOf(interaction)
    const isInline = inline.has(interaction.name)
    marks.set(interaction, isInline ? `（${number}）____` : prompt === '' ? `<p>（${number}）</p>` : '')
    const content = prompt || (isInline ? `<p>第（${number}）空</p>` : `<p>第（${number}）题</p>`)
    subs.push({ id: '', weight: 1, quType: part.quType, ...part.body, content })
    parts.push([responseOf(interaction)])
  }
  const { weights, notes: told } = weightsOf(parts, points)
  const content = htmlOf(body, (one) => marks.get(one) ?? aside(one))
    .replaceAll(/<div>\s*<\/div>/g, '')
    .trim()
  const stem = plainText(content) === '' ? '<p>请回答下列问题</p>' : content
  const weighted = subs.map((one, i) => ({ ...one, weight: weights[i] ?? 1 }))
  return { quType: QuType.composite, notes: [...notes, ...told], body: { content: stem, subs: weighted } }
}

/** The child of the body that contains an interaction. */
const blockOf = (body: Element, interaction: Element): Element =>
  elements(body).find((one) => one === interaction || allElements(one).includes(interaction)) ?? body
