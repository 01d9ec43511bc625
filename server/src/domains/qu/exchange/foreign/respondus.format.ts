// Parses the text format of Respondus, and of text2qti, which is like it: `1. stem`, `a) wrong`, `*b) right`, `[*] one of several`.
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { optionsOf, type Reading, type ReadQuestion, unreadable, warn } from '../exchange.rules.ts'
import { inlineOf } from './markdown.format.ts'

const start = /^\s*\d{1,4}\s*[.)]\s+(.*)$/
const option = /^\s*(\*)?\s*([a-zA-Z])\s*[.)]\s+(.*)$/
const boxed = /^\s*\[([ *xX]?)\]\s*(.*)$/
const typed = /^\s*\*\s+(.*)$/
const number = /^\s*=\s*(-?[\d.]+(?:[eE][-+]?\d+)?)\s*(?:\+-\s*([\d.]+)(%?))?\s*$/
const range = /^\s*=\s*\[\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*\]\s*$/
const feedback = /^\s*(?:@|\.\.\.)\s+(.*)$/
const wrongFeedback = /^\s*[~+-]\s+(.*)$/
const fact = /^\s*(Title|Type|Points|ID|Quiz title|Quiz description|Text title)\s*:\s*(.*)$/i
const keyEntry = /^\s*(\d{1,4})\s*[.)]\s*([A-Za-z](?:\s*,\s*[A-Za-z])*|True|False|T|F)\s*$/

/** Whether a text marks right options by a star before their letter, or by boxes. */
export const isRespondus = (text: string): boolean =>
  /^\s*\d{1,4}\s*[.)]\s+\S/m.test(text) && (/^\s*\*[a-zA-Z]\s*[.)]\s+\S/m.test(text) || /^\s*\[\*\]\s+\S/m.test(text))

type Own = {
  line: number
  number: number
  type: string
  stem: string[]
  options: { text: string; isRight: boolean }[]
  typed: string[]
  value: { answer: string; tolerance: number } | undefined
  isBoxed: boolean
  isEssay: boolean
  isFile: boolean
  analysis: string[]
  skipped: boolean
}

export function parseRespondus(given: string): Omit<Reading, 'files'> {
  const found: Own[] = []
  let own: Own | undefined
  let into: string[] | undefined
  let type = ''
  let isKey = false
  for (const [at, line] of given.split(/\r?\n/).entries()) {
    const [facts, begin] = [fact.exec(line), start.exec(line)]
    const entry = isKey ? keyEntry.exec(line) : null
    if (/^\s*Answers?\s*:\s*$/i.test(line)) isKey = true
    else if (entry)
      answered(
        found.find((one) => one.number === Number(entry[1])),
        entry[2] ?? '',
      )
    else if (facts) type = /type/i.test(facts[1] ?? '') ? (facts[2] ?? '').trim().toUpperCase() : type
    else if (begin) {
      own = {
        line: at + 1,
        number: Number(/\d+/.exec(line)?.[0]),
        type,
        stem: [begin[1] ?? ''],
        options: [],
        typed: [],
        value: undefined,
        isBoxed: false,
        isEssay: false,
        isFile: false,
        analysis: [],
        skipped: false,
      }
      type = ''
      found.push(own)
      into = own.stem
    } else if (own) into = take(own, line, into)
  }
  return { questions: found.map((one, at) => questionOf(one, at + 1)), notes: [] }
}

/** Takes a line below the number of a question. @returns what the next lines of text belong to */
function take(own: Own, line: string, into: string[] | undefined): string[] | undefined {
  const [lettered, box, exact, between, right] = [option, boxed, number, range, feedback].map((one) => one.exec(line))
  const words = typed.exec(line)
  if (lettered) own.options.push({ text: lettered[3] ?? '', isRight: lettered[1] === '*' })
  else if (box) {
    own.isBoxed = true
    own.options.push({ text: box[2] ?? '', isRight: (box[1] ?? '').trim() !== '' })
  } else if (exact) {
    const exactly = Number(exact[1])
    const margin = Number(exact[2] ?? 0)
    own.value = { answer: exact[1] ?? '', tolerance: exact[3] === '%' ? Math.abs((exactly * margin) / 100) : margin }
  } else if (between) {
    const [low, high] = [Number(between[1]), Number(between[2])]
    own.value = { answer: String((low + high) / 2), tolerance: (high - low) / 2 }
  } else if (words && own.options.length === 0) own.typed.push(words[1] ?? '')
  else if (right) {
    own.analysis.push(right[1] ?? '')
    return own.analysis
  } else if (/^\s*_{3,}\s*$/.test(line)) own.isEssay = true
  else if (/^\s*\^{3,}\s*$/.test(line)) own.isFile = true
  else if (wrongFeedback.test(line)) own.skipped = true
  else if (line.trim() !== '') {
    const last = own.options.at(-1)
    if (last && into !== own.analysis) last.text += ` ${line.trim()}`
    else into?.push(line)
  }
  return into
}

/** The key of a list at the end: letters of the right options. */
function answered(own: Own | undefined, key: string) {
  if (!own || own.options.some((one) => one.isRight)) return
  const letters = new Set(key.toUpperCase().match(/[A-Z]/g))
  for (const [at, one] of own.options.entries()) one.isRight = letters.has(String.fromCharCode(65 + at))
}

const htmlOf = (lines: string[]) => lines.flatMap((line) => (line.trim() === '' ? [] : [`<p>${inlineOf(line)}</p>`])).join('')

function questionOf(own: Own, row: number): ReadQuestion {
  const content = htmlOf(own.stem)
  if (own.isFile) return { ...unreadable(row, content, say('moodleTypeUnknown', { type: 'file upload' })), line: own.line }
  const base = { row, line: own.line, chapter: '', level: QuLevel.normal, tags: [] }
  const body = { content, analysis: htmlOf(own.analysis) }
  const problems = own.skipped ? [warn(row, '解析', say('feedbackSkipped'))] : []
  if (own.value) return { ...base, quType: QuType.fillIn, body: { ...body, blanks: [{ ...own.value, compare: 'number' }] }, problems }
  // for a fill-in each lettered line is an answer
  const words = own.type.startsWith('F') ? own.options.map((one) => one.text) : own.typed
  if (words.length > 0)
    return { ...base, quType: QuType.fillIn, body: { ...body, blanks: [{ answer: words.map((one) => one.trim()).join('||') }] }, problems }
  if (/^(?:E|SA)/.test(own.type) || own.isEssay || own.options.length === 0) {
    const model = own.options.map((one) => one.text)
    const lost = own.isEssay || own.type !== '' ? [] : [warn(row, '答案', say('answerMissing'))]
    return { ...base, quType: QuType.shortAnswer, body: { ...body, modelAnswer: htmlOf(model) }, problems: [...problems, ...lost] }
  }
  const rights = own.options.filter((one) => one.isRight).length
  const isTruth = own.options.map((one) => one.text.trim().toLowerCase()).join() === 'true,false'
  const isMany = own.isBoxed || /^M[RA]/.test(own.type) || rights > 1
  const options = optionsOf(own.options.map((one) => ({ content: `<p>${inlineOf(one.text)}</p>`, isRight: one.isRight })))
  return { ...base, quType: isMany ? QuType.multiple : isTruth ? QuType.trueFalse : QuType.single, body: { ...body, options }, problems }
}
