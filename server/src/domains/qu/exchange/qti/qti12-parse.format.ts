// Parses QTI 1.2, the format of Canvas classic quizzes and of Blackboard pools (1EdTech, *QTI 1.2 ASI*).
import { isMessage, type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import { type ReadQuestion, unreadable, warn } from '../exchange.rules.ts'
import { type Element, elements, named, readTree, textOf, within } from './qti-tree.format.ts'
import { answerOf, materialOf, type OldItem, RESPONSES } from './qti12-answer.format.ts'
import { keysOf } from './qti12-keys.format.ts'
import { aloneOf, compositeOf, fieldsOf, isComposite, unitsOf } from './qti12-groups.format.ts'
import { FACTS } from './qti12-parts.format.ts'

const plainDoctype = /<!DOCTYPE\s+[\w:]+(?:\s+(?:SYSTEM|PUBLIC)\s[^[>]*)?>/
const end = /<\/(?:\w+:)?questestinterop\s*>(?:\s|<!--[^]*?-->)*$/

type OldReading = { questions: ReadQuestion[]; descriptions: number }

/** Parses a file, its rows counted from `firstRow`; a message if it is unreadable. */
export function parseOldQti(text: string, firstRow: number): OldReading | Message {
  if (!end.test(text) && !/<questestinterop[^>]*\/>/.test(text)) return say('fileIncomplete')
  // a reference to the DTD of the format declares no entities of its own
  const root = readTree(text.replace(plainDoctype, ''))
  if (!root) return say(/<!(?:DOCTYPE|ENTITY)/i.test(text) ? 'fileDoctype' : 'qtiItemBroken')
  const chapter = within(root, new Set(['assessment', 'objectbank']))[0]?.attributes.title ?? ''
  const questions: ReadQuestion[] = []
  let descriptions = 0
  for (const { items: all, passage } of unitsOf(root)) {
    const items = all.filter((item) => kindOf(item) !== 'text_only_question')
    descriptions += all.length - items.length
    const unit = { items, ...(passage === undefined ? {} : { passage }) }
    const row = firstRow + questions.length
    const parts = items.map((item) => questionOf(item, kindOf(item), chapter, row))
    const whole = items.length > 0 && isComposite(unit) ? compositeOf(unit, parts) : undefined
    if (whole) questions.push(whole)
    else
      for (const [at, item] of items.entries())
        questions.push(aloneOf(at === 0 ? parts[0]! : questionOf(item, kindOf(item), chapter, row + at), passage))
  }
  return { questions, descriptions }
}

/** Chapter, level and tags as this product writes them. */
function factsOf(item: Element, title: string): Pick<ReadQuestion, 'chapter' | 'level' | 'tags'> {
  const fields = fieldsOf(item)
  const entry = (name: string) => fields.find(([label]) => label === name)?.[1]
  const level = Object.values(QuLevel).find((one) => String(one) === entry(FACTS.level))
  const tags = fields.flatMap(([label, value]) => (label === FACTS.tag ? [value] : []))
  return { chapter: entry(FACTS.chapter) ?? title, level: level ?? QuLevel.normal, tags }
}

/** The type of question as Canvas (`question_type`) or Blackboard (`bbmd_questiontype`) name it; '' if none is named. */
function kindOf(item: Element): string {
  const fields = fieldsOf(item)
  const blackboard = within(item, new Set(['bbmd_questiontype']))[0]
  const own = fields.find(([label]) => label === 'question_type')?.[1] ?? (blackboard ? textOf(blackboard).trim() : '')
  // a formula has its values beside the responses
  return (own || (within(item, new Set(['calculated'])).length > 0 ? 'calculated' : '')).toLowerCase()
}

const beside = new Set([...RESPONSES, 'render_choice', 'render_fib'])
const isOutside = (one: Element) => !beside.has(one.name) && !/^(?:RIGHT_MATCH|RESPONSE)_BLOCK$/.test(one.attributes.class ?? '')
/** The presentation without its responses. */
const stemOf = (node: Element): Element => ({
  ...node,
  children: node.children.flatMap((one): (Element | string)[] => (typeof one === 'string' ? [one] : isOutside(one) ? [stemOf(one)] : [])),
})

function questionOf(item: Element, kind: string, chapter: string, row: number): ReadQuestion {
  const [presentation] = named(item, 'presentation')
  const content = presentation ? materialOf(stemOf(presentation)) : ''
  const { analysis, modelAnswer, notes } = feedbackOf(item)
  const given: OldItem = { kind, content, presentation, keys: keysOf(item) }
  const read = answerOf(given)
  if (isMessage(read)) return unreadable(row, content, read, chapter)
  return {
    row,
    ...factsOf(item, chapter),
    quType: read.quType,
    body: {
      content,
      ...(read.quType === QuType.shortAnswer ? { analysis, modelAnswer } : { analysis: modelAnswer + analysis }),
      ...read.body,
    },
    problems: [...read.notes, ...notes].map((msg) => warn(row, '答案', msg)),
  }
}

/** General feedback is the analysis, a solution the model answer of essays; feedback of single options cannot be stored. */
function feedbackOf(item: Element): { analysis: string; modelAnswer: string; notes: Message[] } {
  const found = elements(item)
    .filter((one) => one.name === 'itemfeedback')
    .map((one) => ({ name: one.attributes.ident ?? '', html: materialOf(one) }))
    .filter((one) => plainText(one.html) !== '' || one.html.includes('<'))
  const htmls = (ident: RegExp) => [...new Set(found.flatMap((one) => (ident.test(one.name) ? [one.html] : [])))]
  const general = htmls(/^(?:general|correct|incorrect)/i)
  const solutions = htmls(/^solution/i)
  const isOther = found.some((one) => !/^(?:general|correct|incorrect|solution)/i.test(one.name) && plainText(one.html) !== '')
  const notes = isOther ? [say('feedbackSkipped')] : []
  if (general.length > 1) notes.push(say('qtiFeedbackJoined', { n: general.length }))
  return { analysis: general.join(''), modelAnswer: solutions.join(''), notes }
}
