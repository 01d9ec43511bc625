// Converts the responses of a QTI 1.2 item to question bodies.
import { isMessage, type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import { type BodyInput, letterOf, optionsOf, reusableIfFewer } from '../exchange.rules.ts'
import { formula, formulasIn, toHtml } from '../sheet/sheet-text.format.ts'
import { type Element, elements, named, textOf, within } from './qti-tree.format.ts'
import type { Key } from './qti12-keys.format.ts'
import { numberOf } from './qti12-number.format.ts'

export const RESPONSES = ['response_lid', 'response_str', 'response_num', 'response_grp', 'response_xy']
export type OldItem = { kind: string; content: string; presentation: Element | undefined; keys: Key[] }
type Read = { quType: number; body: Partial<BodyInput>; notes: Message[] }

const texts = new Set(['mattext', 'mat_formattedtext'])
const pictures = new Set(['matimage'])

/** The texts and pictures of a node as HTML. Canvas stores formulas as pictures with their LaTeX. */
export function materialOf(node: Element): string {
  return within(node, new Set([...texts, ...pictures]))
    .map((one) => {
      if (pictures.has(one.name)) return `<p><img src="${one.attributes.uri ?? ''}" alt=""></p>`
      const text = textOf(one).trim()
      const isHtml =
        /html|smart_text/i.test(one.attributes.texttype ?? one.attributes.type ?? '') || /<\/?(?:p|div|span|img|br)\b/i.test(text)
      const html = isHtml && /<[a-z]/i.test(text) ? text : isHtml ? (text === '' ? '' : `<p>${text}</p>`) : toHtml(text)
      return formulasIn(
        html.replaceAll(/<img\b[^>]*\bdata-equation-content="([^"]*)"[^>]*>/g, (_all, latex: string) => formula(unescape(latex))),
      )
    })
    .join('')
}
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
const unescape = (text: string) => text.replaceAll(/&(lt|gt|quot|amp);/g, (_all, name: string) => entities[name] ?? '')

const idOf = (response: Element) => response.attributes.ident ?? ''
const labelsOf = (response: Element) => within(response, new Set(['response_label']))
const isEmpty = (label: Element) => {
  const html = materialOf(label)
  return plainText(html).trim() === '' && !/<img|data-latex/.test(html)
}
const nameOf = (response: Element) => plainText(named(response, 'material').map(materialOf).join(''))
const unsupported = /file_upload|calculated|hot ?spot|jumbled|quiz bowl|ordering|formula|essay_multi/

/** The body of the item without stem; a message if it is of no supported type. */
export function answerOf(item: OldItem): Read | Message {
  const responses = within(item.presentation, new Set(RESPONSES))
  if (unsupported.test(item.kind)) return say('moodleTypeUnknown', { type: item.kind })
  const [first] = responses
  if (!first) return say('qtiInteractionNone')
  const isLists = responses.every((one) => one.name === 'response_lid')
  if (/fill_in_multiple/.test(item.kind)) return gapsOf(item, responses)
  if (/dropdown/.test(item.kind)) return listsOf(item, responses)
  if (item.kind === '' && responses.length > 1) return unnamed(item, responses)
  if (isLists && (responses.length > 1 || /matching/.test(item.kind))) return pairsOf(item, responses)
  if (responses.length > 1) return say('moodleTypeUnknown', { type: item.kind || first.name })
  if (first.name === 'response_lid') return choiceOf(item, first)
  if (first.name === 'response_str' || first.name === 'response_num') return textOfItem(item)
  return say('moodleTypeUnknown', { type: item.kind || first.name })
}

const labelTexts = (response: Element) => labelsOf(response).map((one) => plainText(materialOf(one)))

/**
 * Several responses of an item that names no type: lists with the same items are a matching, lists whose items are all right are blanks,
 * other lists are gaps to choose from, and texts are blanks.
 */
function unnamed(item: OldItem, responses: Element[]): Read | Message {
  if (responses.every((one) => one.name === 'response_str')) return gapsOf(item, responses)
  if (responses.some((one) => one.name !== 'response_lid')) return say('moodleTypeUnknown', { type: say('typeUnsaid') })
  const lists = responses.map((one) => labelTexts(one).join('\n'))
  if (lists.every((one) => one === lists[0])) return pairsOf(item, responses)
  const isRight = (one: Element) => item.keys.some((key) => key.value === idOf(one))
  return responses.every((one) => labelsOf(one).every(isRight)) ? gapsOf(item, responses) : listsOf(item, responses)
}

function choiceOf({ keys, kind }: OldItem, response: Element): Read | Message {
  const given = labelsOf(response)
  const isKey = (one: Element) => keys.some((key) => key.value === idOf(one))
  // Canvas keeps the fields for answers that were left empty
  const labels = given.filter((one) => !isEmpty(one) || isKey(one))
  if (labels.length > 26) return say('optionsOver26')
  const isMany = response.attributes.rcardinality?.toLowerCase() === 'multiple' || /multiple_answers|multiple answer/.test(kind)
  const best = Math.max(0, ...keys.map((one) => one.points))
  const isRight = (id: string) => keys.some((one) => one.value === id && (isMany || one.points === best))
  const isFixed = (one: Element) => one.attributes.rshuffle?.toLowerCase() === 'no'
  // where all are fixed, the file says nothing of a single one
  const isPinned = (one: Element) => isFixed(one) && !labels.every(isFixed)
  const options = optionsOf(
    labels.map((one) => ({
      content: materialOf(one) || `<p>${idOf(one)}</p>`,
      isRight: isRight(idOf(one)),
      ...(isPinned(one) ? { pinned: true } : {}),
    })),
  )
  const isUneven = keys.some((one) => one.points < best)
  const left = labels.length < given.length ? [say('optionsEmptyLeftOut')] : []
  if (isMany) return { quType: QuType.multiple, body: { options }, notes: isUneven ? [...left, say('qtiSharesLevelled')] : left }
  const words = options.map((one) => plainText(one.content).toLowerCase()).join()
  const isTruth = /true/.test(kind) || ['true,false', '正确,错误', '对,错'].includes(words)
  return {
    quType: isTruth ? QuType.trueFalse : QuType.single,
    body: { options },
    notes: isUneven ? [...left, say('partialOptionsWrong')] : left,
  }
}

const answersOf = (values: string[]) => [...new Set(values)].map((one) => one.replaceAll('||', String.raw`\||`)).join('||')
function textOfItem({ keys, kind }: OldItem): Read | Message {
  const isRange = keys.some((one) => one.bound === 'low') && keys.some((one) => one.bound === 'high')
  if (/numer/.test(kind) || isRange) return numberOf(keys)
  const exact = keys.filter((one) => one.bound === 'equal')
  // only a word for it makes an essay of a response without a key
  if (exact.length === 0)
    return { quType: QuType.shortAnswer, body: {}, notes: /essay|short response/.test(kind) ? [] : [say('shortAnswerGuessed')] }
  const best = Math.max(...exact.map((one) => one.points))
  const full = exact.filter((one) => one.points === best)
  const notes = full.length < exact.length ? [say('partialAnswersSkipped')] : []
  const isCase = full.every((one) => one.isCase)
  const blank = { answer: answersOf(full.map((one) => one.value)), ...(isCase ? { caseSensitive: true } : {}) }
  return { quType: QuType.fillIn, body: { blanks: [blank] }, notes }
}

/** Replaces `[name]` in the stem, in the order of the responses; those that the stem does not name follow it. */
function marked(content: string, responses: Element[], mark: (index: number) => string): string {
  return responses.reduce((html, response, at) => {
    const place = `[${nameOf(response)}]`
    return html.includes(place) ? html.replace(place, () => mark(at)) : `${html}<p>${mark(at)}</p>`
  }, content)
}

/** Responses in the order in which the stem names them. */
const inOrder = (content: string, responses: Element[]) => {
  const place = (one: Element) => content.indexOf(`[${nameOf(one)}]`) + 1 || Infinity
  return responses.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
}

function gapsOf({ content, keys }: OldItem, given: Element[]): Read {
  const responses = inOrder(content, given)
  const blanks = responses.map((response) => {
    const rights = new Set(keys.filter((one) => one.response === idOf(response)).map((one) => one.value))
    const labels = labelsOf(response).filter((one) => rights.has(idOf(one)))
    const typed = labels.length > 0 ? labels.map((one) => plainText(materialOf(one))) : [...rights]
    return { answer: answersOf(typed) }
  })
  return { quType: QuType.fillIn, body: { content: marked(content, responses, () => '____'), blanks }, notes: [] }
}

function listsOf(item: OldItem, given: Element[]): Read | Message {
  const responses = inOrder(item.content, given)
  const subs: NonNullable<BodyInput['subs']> = []
  for (const [at, response] of responses.entries()) {
    const keys = item.keys.filter((one) => one.response === idOf(response))
    const read = choiceOf({ ...item, kind: '', keys }, response)
    if (isMessage(read)) return read
    subs.push({ id: '', weight: 1, quType: QuType.single, content: `<p>第（${at + 1}）空</p>`, options: read.body.options ?? [] })
  }
  const content = marked(item.content, responses, (at) => `（${at + 1}）____`)
  return { quType: QuType.composite, body: { content, subs }, notes: [say('asComposite', { from: item.kind })] }
}

/** One list for each left item, all with the same labels; Blackboard writes the right items beside them, by position. */
function pairsOf({ keys, presentation }: OldItem, given: Element[]): Read | Message {
  const blocks = within(presentation, new Set(['flow']))
  const all = (nodes: Element[]): Element[] => nodes.flatMap((one) => [one, ...all(elements(one).filter((inner) => inner.name === 'flow'))])
  const flows = all(blocks)
  const rightBlock = flows.find((one) => one.attributes.class === 'RIGHT_MATCH_BLOCK')
  const leftOf = (response: Element) =>
    rightBlock
      ? materialOf(flows.findLast((one) => elements(one).includes(response)) ?? response)
      : named(response, 'material').map(materialOf).join('')
  const keyOf = (response: Element) => keys.find((one) => one.response === idOf(response))?.value
  // Canvas keeps the fields for items that were left empty
  const responses = rightBlock ? given : given.filter((one) => leftOf(one).trim() !== '')
  if (responses.length === 0) return say('matchSideMissing')
  const isUsed = (label: Element) => responses.some((one) => keyOf(one) === idOf(label))
  const shown = (response: Element) => labelsOf(response).filter((one) => rightBlock !== undefined || !isEmpty(one) || isUsed(one))
  const rights = rightBlock ? elements(rightBlock).map(materialOf) : shown(responses[0]!).map(materialOf)
  if (rights.length > 26 || responses.length > 26) return say('matchOver26')
  const isShort = responses.length < given.length || (!rightBlock && rights.length < labelsOf(responses[0]!).length)
  const pairs = responses.flatMap((response, i): [string, string][] => {
    const value = keyOf(response)
    const at = shown(response).findIndex((one) => idOf(one) === value)
    return at === -1 ? [] : [[letterOf(i), letterOf(at).toLowerCase()]]
  })
  const isReused = (tag: string) => pairs.filter(([, right]) => right === tag).length > 1
  const right = rights.map((content, i) => {
    const tag = letterOf(i).toLowerCase()
    return { tag, content, ...(isReused(tag) ? { reusable: true } : {}) }
  })
  const left = responses.map((one, i) => ({ tag: letterOf(i), content: leftOf(one) }))
  const notes = isShort ? [say('pairsEmptyLeftOut')] : []
  return { quType: QuType.matching, body: { left, right: reusableIfFewer(right, left.length), pairs }, notes }
}
