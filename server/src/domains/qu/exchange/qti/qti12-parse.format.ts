// Parses QTI 1.2, the format of Canvas classic quizzes and of Blackboard pools (1EdTech, *QTI 1.2 ASI*).
import { isMessage, type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import { type ReadQuestion, unreadable, warn } from '../exchange.rules.ts'
import { type Element, elements, named, readTree, textOf, within } from './qti-tree.format.ts'
import { answerOf, keysOf, materialOf, type OldItem, RESPONSES } from './qti12-answer.format.ts'

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
  for (const item of within(root, new Set(['item']))) {
    const kind = kindOf(item)
    if (kind === 'text_only_question') descriptions += 1
    else questions.push(questionOf(item, kind, chapter, firstRow + questions.length))
  }
  return { questions, descriptions }
}

/** The type of question as Canvas (`question_type`) or Blackboard (`bbmd_questiontype`) name it; '' if none is named. */
function kindOf(item: Element): string {
  const fields = within(item, new Set(['qtimetadatafield'])).map((field): [string, string] => [
    textOf(named(field, 'fieldlabel')[0]).trim(),
    textOf(named(field, 'fieldentry')[0]).trim(),
  ])
  const blackboard = within(item, new Set(['bbmd_questiontype']))[0]
  return (fields.find(([label]) => label === 'question_type')?.[1] ?? (blackboard ? textOf(blackboard).trim() : '')).toLowerCase()
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
  const { analysis, notes } = feedbackOf(item)
  const given: OldItem = { kind, content, presentation, keys: keysOf(item) }
  const read = answerOf(given)
  if (isMessage(read)) return unreadable(row, content, read, chapter)
  return {
    row,
    chapter,
    quType: read.quType,
    level: QuLevel.normal,
    tags: [],
    body: { content, analysis, ...read.body },
    problems: [...read.notes, ...notes].map((msg) => warn(row, '答案', msg)),
  }
}

/** General feedback is the analysis; feedback of single options cannot be stored. */
function feedbackOf(item: Element): { analysis: string; notes: Message[] } {
  const found = elements(item)
    .filter((one) => one.name === 'itemfeedback')
    .map((one) => ({ isGeneral: /^(?:general|correct|incorrect|solution)/i.test(one.attributes.ident ?? ''), html: materialOf(one) }))
    .filter((one) => plainText(one.html) !== '')
  const general = [...new Set(found.flatMap((one) => (one.isGeneral ? [one.html] : [])))]
  const notes = found.some((one) => !one.isGeneral) ? [say('feedbackSkipped')] : []
  if (general.length > 1) notes.push(say('qtiFeedbackJoined', { n: general.length }))
  return { analysis: general.join(''), notes }
}
