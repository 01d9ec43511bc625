// Converts Moodle's question types with words to choose, to drag and to order (gapselect, ddwtos, ordering).
import { type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { type BodyInput, letterOf, optionsOf, orderingOf, reusableIfFewer } from '../exchange.rules.ts'
import { toHtml } from '../sheet/sheet-text.format.ts'
import { attribute, child, children, content, type EmbeddedFiles, type XmlNode } from './moodle-xml.format.ts'

type Read = { quType: number; body: BodyInput; notes: Message[] }
type Common = { content: string; analysis: string }
type Word = { html: string; group: string; isReusable: boolean }
const gap = /\[\[(\d+)\]\]/g

const wordsOf = (node: XmlNode, name: string): Word[] =>
  children(node, name).map((one) => ({
    html: toHtml(content(child(one, 'text'))),
    group: content(child(one, 'group')).trim() || '1',
    isReusable: child(one, 'infinite') !== undefined,
  }))
/** The index of the right word of each gap. */
const gapsOf = (stem: string) => [...stem.matchAll(gap)].map(([, number]) => Number(number) - 1)

/** Gaps with a list of words each: one single choice a gap, among the words of its group. */
export const readGapSelect = (node: XmlNode, common: Common): Read | Message =>
  asComposite('gapselect', wordsOf(node, 'selectoption'), common)

/** Words dragged into gaps: a matching, or with several groups of words one single choice a gap. */
export function readDragWords(node: XmlNode, common: Common): Read | Message {
  const words = wordsOf(node, 'dragbox')
  const gaps = gapsOf(common.content)
  if (new Set(words.map((one) => one.group)).size > 1) return asComposite('ddwtos', words, common)
  if (gaps.length === 0) return say('clozeNoBlank')
  if (gaps.some((at) => words[at] === undefined)) return say('gapWordUnknown')
  if (words.length > 26 || gaps.length > 26) return say('matchOver26')
  let number = 0
  const stem = common.content.replaceAll(gap, () => `【空 ${++number}】`)
  const isReused = (at: number) => gaps.filter((one) => one === at).length > 1
  const right = words.map((one, i) => ({
    tag: letterOf(i).toLowerCase(),
    content: one.html,
    ...(one.isReusable || isReused(i) ? { reusable: true } : {}),
  }))
  const left = gaps.map((_, i) => ({ tag: letterOf(i), content: `<p>空 ${i + 1}</p>` }))
  const pairs = gaps.map((at, i): [string, string] => [letterOf(i), letterOf(at).toLowerCase()])
  return {
    quType: QuType.matching,
    body: { ...common, content: stem, left, right: reusableIfFewer(right, left.length), pairs },
    notes: [say('asMatching', { from: 'ddwtos' })],
  }
}

function asComposite(from: string, words: Word[], common: Common): Read | Message {
  const gaps = gapsOf(common.content)
  if (gaps.length === 0) return say('clozeNoBlank')
  if (gaps.some((at) => words[at] === undefined)) return say('gapWordUnknown')
  let number = 0
  const stem = common.content.replaceAll(gap, () => `（${++number}）____`)
  const choicesOf = (at: number) => words.filter((one) => one.group === words[at]?.group)
  if (gaps.some((at) => choicesOf(at).length > 26)) return say('optionsOver26')
  const subs = gaps.map((at, i) => {
    const choices = choicesOf(at)
    const options = optionsOf(choices.map((one) => ({ content: one.html, isRight: one === words[at] })))
    return { id: '', weight: 1, quType: QuType.single, content: `<p>第（${i + 1}）空</p>`, options }
  })
  return {
    quType: QuType.composite,
    body: { ...common, content: stem, subs },
    notes: [say('asComposite', { from })],
  }
}

const ALL_OR_NOTHING = '-1'
const ALL_ITEMS = '0'

/** Things in their right order; Moodle numbers them by `fraction`. */
export function readMoodleOrdering(node: XmlNode, common: Common, embedded: EmbeddedFiles): Read | Message {
  const place = (one: XmlNode) => Number(attribute(one, 'fraction') || '0')
  const answers = children(node, 'answer').toSorted((a, b) => place(a) - place(b))
  if (answers.length < 2) return say('optionsUnderTwo')
  if (answers.length > 26) return say('matchOver26')
  const setting = (name: string) => content(child(node, name)).trim()
  const shown = Number(setting('selectcount') || '0')
  const isPart = setting('selecttype') !== ALL_ITEMS && shown > 1 && shown < answers.length
  const items = answers.map((one) => embedded.html(one))
  const order = items.map((_, at) => at)
  return {
    quType: QuType.matching,
    body: { ...common, ...orderingOf(items, order), rule: setting('gradingtype') === ALL_OR_NOTHING ? { matching: 'strict' } : {} },
    notes: [say('asMatching', { from: 'ordering' }), ...(isPart ? [say('orderPart', { n: shown, all: answers.length })] : [])],
  }
}
