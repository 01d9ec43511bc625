// Parses tests that ExamView printed as rich text: parts by type, `____ 1. stem`, `a. option`, and an answer section with `1. ANS: B PTS: 1`.
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { judgement, letterOf, optionsOf, type Reading, type ReadQuestion, unreadable, warn } from '../exchange.rules.ts'
import { formulasIn } from '../sheet/sheet-text.format.ts'
import { escape, paragraphs } from './package-media.format.ts'
import { PICTURE } from './rtf.format.ts'

const headings: [RegExp, string][] = [
  [/^(?:Modified )?True\/False$/i, 'truth'],
  [/^Yes\/No$/i, 'choice'],
  [/^(?:Multiple Choice|Bimodal|Multiple Response)$/i, 'choice'],
  [/^Completion$/i, 'blank'],
  [/^Numeric Response$/i, 'number'],
  [/^Matching$/i, 'matching'],
  [/^(?:Short Answer|Essay|Problem|Case|Other)$/i, 'essay'],
]
const headingIn = (line: string) => headings.find(([word]) => word.test(line.trim()))?.[1]
const start = /^(?:_{2,}\s*)?(\d{1,4})\.\s+(.*)$/
const option = /(?:^|\s{2,}|\t)([a-z])\.\s+/g
const key = /^(\d{1,4})\.\s*ANS:\s*(.*?)(?=\s*(?:PTS|DIF|REF|OBJ|NAT|STA|TOP|KEY|MSC|LOC|BLM|NOT):|$)/
const facts = /\b(PTS|DIF|REF|OBJ|NAT|STA|TOP|KEY|MSC|LOC|BLM|NOT):\s*/g
const instructions = /^(?:Identify the|Indicate whether|Complete each|Match each|Match the|Select the|Answer the|Enter the)\b/i

export const isExamView = (text: string): boolean =>
  /^\s*\d{1,4}\.\s*ANS:/m.test(text) && text.split(/\r?\n/).some((line) => headingIn(line))

type Own = {
  number: number
  kind: string
  stem: string[]
  options: string[]
  list: string[]
  answer: string[]
  topic: string
  level: string
}

/** Lettered parts of a line, in the order of their letters; undefined where it begins with none. */
function optionsIn(line: string): { at: number; text: string }[] | undefined {
  const marks = [...line.matchAll(option)]
  if (marks[0]?.index !== 0) return undefined
  return marks.map(({ 0: all, 1: letter = 'a', index }, i) => ({
    at: letter.charCodeAt(0) - 97,
    text: line.slice(index + all.length, marks[i + 1]?.index).trim(),
  }))
}

function readTest(lines: string[]): { found: Own[]; end: number } {
  const found: Own[] = []
  let [kind, own, list]: [string, Own | undefined, string[]] = ['', undefined, []]
  // the title stands above the answers again
  const bare = (line: string) => line.replaceAll(PICTURE, '').trim()
  const title = bare(lines.find((line) => bare(line) !== '') ?? '')
  for (const [at, line] of lines.entries()) {
    if (key.test(line.trim()) || /^Answer Section$/i.test(line.trim())) return { found, end: at }
    const named = headingIn(line)
    const begin = start.exec(line.trim())
    const parts = optionsIn(line.trim())
    if (named !== undefined) [kind, own, list] = [named, undefined, []]
    else if (begin) {
      own = { number: Number(begin[1]), kind, stem: [begin[2] ?? ''], options: [], list, answer: [], topic: '', level: '' }
      found.push(own)
    } else if (parts && (own?.kind === 'choice' || kind === 'matching')) {
      if (kind === 'matching' && own && parts[0]?.at === 0) [own, list] = [undefined, []]
      for (const part of parts) (kind === 'matching' ? list : (own?.options ?? []))[part.at] = part.text
    } else if (own && line.trim() !== '' && bare(line) !== title && !instructions.test(line.trim())) {
      const last = own.options.findLastIndex((one) => one !== undefined)
      if (last >= 0) own.options[last] += ` ${line.trim()}`
      else own.stem.push(line)
    }
  }
  return { found, end: lines.length }
}

/** Answers follow in the order of the questions; numbers may begin again in each part. */
function readKey(lines: string[], found: Own[]): void {
  let at = -1
  let isText = false
  for (const line of lines) {
    const entry = key.exec(line.trim())
    if (entry) {
      const next = found.findIndex((one, i) => i > at && one.number === Number(entry[1]))
      if (next >= 0) at = next
      isText = true
      if ((entry[2] ?? '') !== '') found[at]?.answer.push(entry[2] ?? '')
    }
    const own = found[at]
    if (!own) continue
    const named = [...line.matchAll(facts)]
    for (const [i, one] of named.entries()) {
      const value = line.slice(one.index + one[0].length, named[i + 1]?.index).trim()
      if (one[1] === 'TOP') own.topic = value
      if (one[1] === 'DIF') own.level = value
    }
    if (named.length > 0) isText = false
    else if (!entry && isText && line.trim() !== '' && headingIn(line) === undefined) own.answer.push(line.trim())
  }
}

/** Reads the text of a test. */
export function parseExamView(text: string): Omit<Reading, 'files'> {
  const lines = text.split(/\r?\n/)
  const { found, end } = readTest(lines)
  readKey(lines.slice(end), found)
  const questions: ReadQuestion[] = []
  for (const [at, own] of found.entries()) {
    const isMore = own.kind === 'matching' && found[at - 1]?.list === own.list
    if (isMore) continue
    const whole = own.kind === 'matching' ? found.filter((one) => one.list === own.list) : [own]
    questions.push(questionOf(whole, questions.length + 1))
  }
  return { questions, notes: [] }
}

const rich = (text: string) => formulasIn(`<p>${escape(text.replaceAll(PICTURE, '').trim())}</p>`)

function questionOf(whole: Own[], row: number): ReadQuestion {
  const [own] = whole
  if (!own) throw new Error('a question without a line')
  const content = own.stem.map(rich).join('')
  const answer = own.answer.join('\n').trim()
  const base = {
    row,
    chapter: '',
    level: /hard|challeng|difficult/i.test(own.level) ? QuLevel.hard : QuLevel.normal,
    tags: own.topic === '' ? [] : [own.topic],
  }
  const lost = whole.some(({ stem, options }) => [...stem, ...options].some((one) => one?.includes(PICTURE)))
  const problems = [
    ...(lost ? [warn(row, '题干', say('rtfPictures'))] : []),
    ...(answer === '' ? [warn(row, '答案', say('answerMissing'))] : []),
  ]
  switch (own.kind) {
    case 'truth':
      return {
        ...base,
        quType: QuType.trueFalse,
        body: {
          content,
          options: answer === '' ? [] : judgement(/^T/i.test(answer)),
          analysis: paragraphs(own.answer.slice(1).join('\n')),
        },
        problems,
      }
    case 'choice': {
      const letters = new Set((own.answer[0] ?? '').toUpperCase().match(/\b[A-Z]\b/g))
      const options = optionsOf(Array.from(own.options, (text, i) => ({ content: rich(text ?? ''), isRight: letters.has(letterOf(i)) })))
      return {
        ...base,
        quType: letters.size > 1 ? QuType.multiple : QuType.single,
        body: { content, options, analysis: paragraphs(own.answer.slice(1).join('\n')) },
        problems,
      }
    }
    case 'blank':
    case 'number':
      return { ...base, quType: QuType.fillIn, body: { content, blanks: blanksOf(own, answer) }, problems }
    case 'matching':
      return matchingOf(whole, base, row)
    case 'essay':
      return { ...base, quType: QuType.shortAnswer, body: { content, modelAnswer: paragraphs(answer) }, problems }
    default:
      return unreadable(row, content, say('moodleTypeUnknown', { type: own.kind || say('typeUnsaid').zh }))
  }
}

function blanksOf({ stem, kind }: Own, answer: string) {
  if (answer === '') return []
  const gaps = stem.join(' ').match(/_{2,}/g)?.length ?? 1
  const lines = answer.split('\n').map((one) => one.trim())
  const parts = gaps > 1 ? answer.split(/\s*[,;\n]\s*/) : [lines.join('||')]
  const compare = kind === 'number' && Number.isFinite(Number(parts[0])) ? { compare: 'number' as const } : {}
  return (gaps > 1 && parts.length !== gaps ? [lines.join('||')] : parts).map((one) => ({ answer: one, ...compare }))
}

/** The list of a part, and the items that are matched with it. */
function matchingOf(whole: Own[], base: Pick<ReadQuestion, 'row' | 'chapter' | 'level' | 'tags'>, row: number): ReadQuestion {
  const right = Array.from(whole[0]?.list ?? [], (text, i) => ({ tag: letterOf(i).toLowerCase(), content: rich(text ?? '') }))
  const left = whole.map((one, i) => ({ tag: letterOf(i), content: one.stem.map(rich).join('') }))
  const pairs = whole.flatMap((one, i): [string, string][] => {
    const letter = /^[A-Za-z]\b/.exec(one.answer[0] ?? '')?.[0].toLowerCase()
    return letter === undefined ? [] : [[letterOf(i), letter]]
  })
  const used = (tag: string) => pairs.filter(([, to]) => to === tag).length > 1
  const items = right.map((one) => (used(one.tag) ? { ...one, reusable: true } : one))
  return {
    ...base,
    quType: QuType.matching,
    body: { content: '<p>Match each item.</p>', left, right: items, pairs },
    problems: pairs.length < whole.length ? [warn(row, '答案', say('answerMissing'))] : [],
  }
}
