// The table of docs/banks.md: which question types each format reads and writes, and what it loses; found out by doing it.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { translate } from '@shuyuan/contract/kernel/translate.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { english } from '@shuyuan/contract/texts.en.ts'
import { parseDocx } from '../src/domains/qu/exchange/docx/docx-parse.format.ts'
import type { ReadQuestion } from '../src/domains/qu/exchange/exchange.rules.ts'
import { parseAiken } from '../src/domains/qu/exchange/gift/aiken.format.ts'
import { everyQuestion } from './every-question.ts'
import { trips } from './format-trips.ts'

const titles: Record<keyof typeof trips, string> = { xlsx: 'Excel', qti: 'QTI 3.0', moodle: 'Moodle XML', gift: 'GIFT' }
const types: [number, string][] = [
  [QuType.single, 'single choice'],
  [QuType.multiple, 'multiple choice'],
  [QuType.trueFalse, 'true/false'],
  [QuType.shortAnswer, 'short answer'],
  [QuType.fillIn, 'blanks'],
  [QuType.matching, 'matching'],
  [QuType.composite, 'composite'],
]

const docx = (...lines: string[]) => parseDocx(lines.map((line) => `<p>${line}</p>`).join('')).questions
const two = ['A. 甲', 'B. 乙']
/** One question of each type as other programs write it; formats that are only read. */
const onlyRead: Record<string, ReadQuestion[]> = {
  Word: [
    ...docx('一、单选题', '1. 题干', ...two, '答案：A'),
    ...docx('二、多选题', '1. 题干', ...two, '答案：AB'),
    ...docx('三、判断题', '1. 题干', '答案：对'),
    ...docx('四、简答题', '1. 题干', '答案：要点'),
    ...docx('五、填空题', '1. 题干 ____', '答案：甲'),
    ...docx('六、匹配题', '1. 题干', ...two, '答案：甲=乙'),
  ],
  Aiken: parseAiken('题干\nA. 甲\nB. 乙\nANSWER: A\n\n题干\nA. 甲\nB. 乙\nANSWER: A,B\n').questions,
}
const isRead = (questions: ReadQuestion[], type: number) =>
  questions.some((one) => one.quType === type && one.problems.every(({ level }) => level !== 'error'))

/** The lines of the table and the numbered losses below it. */
export function formatTable(): string {
  const known: Message[] = []
  const numberOf = (message: Message) => {
    const at = known.findIndex((one) => one.zh === message.zh)
    return at === -1 ? known.push(message) : at + 1
  }
  const cellOf = (format: keyof typeof trips, type: number) => {
    const samples = everyQuestion.map(({ question }) => question).filter((one) => one.quType === type)
    const marked = samples.slice(0, 1).map((one) => ({ ...one, tags: ['标签'], level: QuLevel.hard }))
    const results = [...samples, ...marked].map(trips[format])
    const does = [
      ...(results.some(({ read }) => read.some((one) => one.quType === type)) ? ['reads'] : []),
      ...(results.some(({ read }) => read.length > 0) ? ['writes'] : []),
    ]
    const lost = [...new Set(results.flatMap((one) => one.lost.map(numberOf)))].toSorted((a, b) => a - b)
    return `${does.join(', ') || '–'}${lost.length > 0 ? `; ${lost.join(', ')}` : ''}`
  }
  const formats = Object.keys(titles) as (keyof typeof trips)[]
  const rows = types.map(([type, title]) => [
    title,
    ...formats.map((format) => cellOf(format, type)),
    ...Object.values(onlyRead).map((questions) => (isRead(questions, type) ? 'reads' : '–')),
  ])
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const head = ['', ...formats.map((one) => titles[one]), ...Object.keys(onlyRead)]
  const notes = known.map((message, i) => `${i + 1}. ${translate(message, english)}.`)
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line), '', 'Exports lose:', '', ...notes].join('\n')
}

const [begin, end] = ['<!-- npm run formats -->', '<!-- end of npm run formats -->']
/** The text of the table in a document. */
export const tableIn = (document: string): string => document.slice(document.indexOf(begin) + begin.length, document.indexOf(end)).trim()
/** The document with the table of today. */
export const withTable = (document: string): string =>
  `${document.slice(0, document.indexOf(begin))}${begin}\n\n${formatTable()}\n\n${document.slice(document.indexOf(end))}`
