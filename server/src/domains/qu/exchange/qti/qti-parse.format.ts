// Parses an item of QTI 2.1, 2.2 or 3.0 (1EdTech, *Question and Test Interoperability*).
import { isMessage, type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import type { BodyInput } from '../exchange.rules.ts'
import { blanksOf, choiceOf, pairsOf, type Part, type Responses, textOfAnswer, type Tolerance } from './qti-interaction.format.ts'
import { type Element, elements, htmlOf, named, readTree, textOf, within } from './qti-tree.format.ts'

export type ReadItem = { quType: number; body: BodyInput; notes: Message[] }

const block = ['choiceInteraction', 'extendedTextInteraction', 'matchInteraction', 'gapMatchInteraction']
const inline = ['textEntryInteraction', 'inlineChoiceInteraction']
const supported = new Set([...block, ...inline])
const anyInteraction = /Interaction$/

/** Parses one file; null if it is no item, a message if the item is unreadable. */
export function parseItem(text: string): ReadItem | Message | null {
  const root = readTree(text)
  if (root?.name !== 'assessmentItem') return null
  const [body] = named(root, 'itemBody')
  if (!body) return say('qtiStemMissing')
  const odd = allElements(body).find((one) => anyInteraction.test(one.name) && !supported.has(one.name))
  if (odd) return say('qtiInteractionUnknown', { name: odd.name })
  const found = within(body, supported)
  if (found.length === 0) return say('qtiInteractionNone')
  const responses: Responses = {
    declarations: new Map(named(root, 'responseDeclaration').map((one) => [one.attributes.identifier ?? '', one])),
    tolerances: tolerancesOf(root),
    isMapped: false,
    mapped: mappedOf(root),
  }
  const read = found.every((one) => one.name === 'textEntryInteraction')
    ? blanksOf(body, responses)
    : found.length === 1 && found[0]
      ? single(body, found[0], responses)
      : composite(body, found, responses)
  if (isMessage(read)) return read
  return { ...read, body: { ...read.body, analysis: analysisOf(root) } }
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

/** The feedback shown after an answer. */
const analysisOf = (root: Element) => {
  const [feedback] = named(root, 'modalFeedback')
  const [content] = named(feedback, 'contentBody')
  return feedback ? htmlOf(content ?? feedback).trim() : ''
}

function partOf(interaction: Element, all: Responses): Part | Message {
  const isMapped = all.mapped === 'all' || all.mapped.has(interaction.attributes.responseIdentifier ?? '')
  const responses = { ...all, isMapped }
  switch (interaction.name) {
    case 'choiceInteraction':
    case 'inlineChoiceInteraction':
      return choiceOf(interaction, responses)
    case 'extendedTextInteraction':
      return textOfAnswer(interaction, responses)
    case 'matchInteraction':
    case 'gapMatchInteraction':
      return pairsOf(interaction, responses)
    default:
      return say('qtiInteractionUnknown', { name: interaction.name })
  }
}

const promptOf = (interaction: Element) => {
  const [prompt] = named(interaction, 'prompt')
  return prompt ? htmlOf(prompt).trim() : ''
}
const paragraph = (html: string) => (html === '' || /^<(?:p|div|ul|ol|table|h\d|pre|blockquote)\b/.test(html) ? html : `<p>${html}</p>`)
const rubric = (one: Element) => (one.name === 'rubricBlock' ? '' : undefined)

/** The rubric for scorers is the model answer of an essay. */
const modelAnswer = (body: Element) => {
  const [found] = within(body, new Set(['rubricBlock']))
  const [content] = named(found, 'contentBody')
  return found ? htmlOf(content ?? found).trim() : ''
}

function single(body: Element, interaction: Element, responses: Responses): ReadItem | Message {
  const part = partOf(interaction, responses)
  if (isMessage(part)) return part
  const gapped = interaction.name === 'inlineChoiceInteraction' ? '____' : ''
  const around = htmlOf(body, (one) => (one === interaction ? gapped : rubric(one))).trim()
  const stem = [plainText(around) === '' && !around.includes('<img') ? '' : around, paragraph(promptOf(interaction))].join('')
  const answer = part.quType === QuType.shortAnswer ? { modelAnswer: modelAnswer(body) || part.body.modelAnswer || '' } : {}
  return { quType: part.quType, notes: part.notes, body: { ...part.body, ...answer, content: stem } }
}

/** Several interactions: text entries in the same block are one sub-question, each other interaction is one of its own. */
function composite(body: Element, found: Element[], responses: Responses): ReadItem | Message {
  const notes: Message[] = []
  const subs: NonNullable<BodyInput['subs']> = []
  const used = new Set<Element>()
  for (const interaction of found) {
    if (used.has(interaction)) continue
    const at = blockOf(body, interaction)
    const entries = within(at, new Set(['textEntryInteraction']))
    if (interaction.name === 'textEntryInteraction') {
      for (const one of entries) used.add(one)
      used.add(at)
      const read = blanksOf(at, responses)
      notes.push(...read.notes)
      subs.push({ id: '', weight: 1, quType: read.quType, ...read.body, content: paragraph(read.body.content) })
      continue
    }
    used.add(interaction)
    const part = partOf(interaction, responses)
    if (isMessage(part)) return part
    notes.push(...part.notes)
    const prompt = paragraph(promptOf(interaction)) || `<p>第（${subs.length + 1}）题</p>`
    subs.push({ id: '', weight: 1, quType: part.quType, ...part.body, content: prompt })
  }
  const content = htmlOf(body, (one) => (used.has(one) ? '' : rubric(one)))
    .replaceAll(/<div>\s*<\/div>/g, '')
    .trim()
  const stem = plainText(content) === '' ? '<p>请回答下列问题</p>' : content
  return { quType: QuType.composite, notes, body: { content: stem, subs } }
}

/** The child of the body that contains an interaction. */
const blockOf = (body: Element, interaction: Element): Element =>
  elements(body).find((one) => one === interaction || allElements(one).includes(interaction)) ?? body

/** An item's metadata in the manifest of a package. */
export type ItemFacts = { chapter: string; level: number; tags: string[] }
const textsOf = (node: Element | undefined, name: string) =>
  within(node, new Set([name]))
    .map((one) => textOf(one).trim())
    .filter((word) => word !== '')

/** Item metadata by file path; empty if the text is no manifest. */
export function parseManifest(text: string): Map<string, ItemFacts> {
  const root = readTree(text)
  const facts = new Map<string, ItemFacts>()
  for (const resource of within(root ?? undefined, new Set(['resource']))) {
    const path = resource.attributes.href
    if (path === undefined) continue
    const difficulty = textsOf(within(resource, new Set(['difficulty']))[0], 'value')[0] ?? ''
    facts.set(path, {
      tags: textsOf(resource, 'keyword'),
      chapter: textsOf(within(resource, new Set(['taxon']))[0], 'entry')[0] ?? '',
      level: /difficult/i.test(difficulty) ? QuLevel.hard : QuLevel.normal,
    })
  }
  return facts
}
