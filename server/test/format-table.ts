// The table of docs/banks.md: which question types each format reads and writes, and what it loses; found out by doing it.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { translate } from '@shuyuan/contract/kernel/translate.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { english } from '@shuyuan/contract/texts.en.ts'
import { parseDocx } from '../src/domains/qu/exchange/docx/docx-parse.format.ts'
import type { ReadQuestion } from '../src/domains/qu/exchange/exchange.rules.ts'
import { parseAiken } from '../src/domains/qu/exchange/gift/aiken.format.ts'
import { readForeignText } from '../src/domains/qu/exchange/foreign/foreign-text.format.ts'
import { readH5p } from '../src/domains/qu/exchange/foreign/h5p.format.ts'
import { findColumns } from '../src/domains/qu/exchange/sheet/sheet-columns.format.ts'
import { blocksOf, readBlock } from '../src/domains/qu/exchange/sheet/sheet-drafts.format.ts'
import { quizRows } from '../src/domains/qu/exchange/sheet/sheet-quiz.format.ts'
import { everyQuestion } from './every-question.ts'
import { trips } from './format-trips.ts'

const titles: Record<keyof typeof trips, string> = {
  xlsx: 'Excel',
  qti: 'QTI 3.0',
  qti12: 'QTI 1.2',
  moodle: 'Moodle XML',
  gift: 'GIFT',
  word: 'Word',
}
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
  '学习通, 雨课堂': docx(
    '1. (单选题, 2.0分) 题干',
    ...two,
    '我的答案: B',
    '正确答案: A:甲;',
    '2. (多选题, 2.0分) 题干',
    ...two,
    '正确答案: A:甲;B:乙;',
    '3. (判断题, 2.0分) 题干',
    '正确答案: 对',
    '4. (简答题, 2.0分) 题干',
    '正确答案: 要点',
    '5. (填空题, 2.0分) 题干 ____',
    '正确答案: (1) 甲',
  ),
  Aiken: parseAiken('题干\nA. 甲\nB. 乙\nANSWER: A\n\n题干\nA. 甲\nB. 乙\nANSWER: A,B\n').questions,
}
const text = (given: string) => readForeignText(given)?.reading.questions ?? []
const h5p = (...questions: [string, object][]) =>
  readH5p(
    new Map(
      Object.entries({
        'h5p.json': { mainLibrary: 'H5P.QuestionSet' },
        'content/content.json': { questions: questions.map(([name, params]) => ({ library: `H5P.${name} 1.0`, params })) },
      }).map(([path, content]) => [path, Buffer.from(JSON.stringify(content))]),
    ),
  ).questions
const answers = (...rights: boolean[]) => rights.map((correct, at) => ({ text: String(at), correct }))
Object.assign(onlyRead, {
  H5P: h5p(
    ['MultiChoice', { question: '题', answers: answers(true, false) }],
    ['MultiChoice', { question: '题', answers: answers(true, true, false) }],
    ['TrueFalse', { question: '题', correct: 'true' }],
    ['Blanks', { questions: ['题 *甲*'] }],
    ['Essay', { taskDescription: '题' }],
  ),
  Anki: text('#separator:tab\n题\t要点\n{{c1::甲}} 题\t\n'),
  Markdown: text('题\n- [x] 甲\n- [ ] 乙\n\n题\n- [x] 甲\n- [x] 乙\n\n题\n- [x] 正确\n- [ ] 错误\n'),
  Respondus: text('1. Q\n*a) 1\nb) 2\n2. Q\n*a) 1\n*b) 2\n3. Q\n*a) True\nb) False\nType: F\n4. Q\na) 1\nType: E\n5. Q\na) 1\n'),
  ExamView: text(
    'True/False\n1. Q\nMultiple Choice\n2. Q\na. 1  b. 2\n3. Q\na. 1  b. 2\nCompletion\n4. Q ____\nMatching\na. 1  b. 2\n5. Q\n6. Q\nEssay\n7. Q\nAnswer Section\n' +
      '1. ANS: T PTS: 1\n2. ANS: A PTS: 1\n3. ANS: A, B PTS: 1\n4. ANS: x PTS: 1\n5. ANS: A PTS: 1\n6. ANS: B PTS: 1\n7. ANS: y PTS: 1\n',
  ),
  'Kahoot, Quizizz': quizSheet([
    ['Question Text', 'Question Type', 'Option 1', 'Option 2', 'Correct Answer'],
    ['题', 'Multiple Choice', '甲', '乙', '1'],
    ['题', 'Checkbox', '甲', '乙', '1,2'],
    ['题', 'Multiple Choice', 'True', 'False', '1'],
    ['题 ____', 'Fill-in-the-Blank', '甲', '', ''],
    ['题', 'Open-Ended', '', '', ''],
  ]),
})
/** The questions of a sheet of a quiz game. */
function quizSheet(cells: string[][]): ReadQuestion[] {
  const rows = quizRows(cells.map((one, at) => ({ row: at + 1, cells: one })))?.rows ?? []
  const columns = findColumns(rows[0]?.cells ?? [])
  if ('problem' in columns) return []
  return blocksOf(rows.slice(1), columns).blocks.map((block) => {
    const { draft, rough, problems } = readBlock(block)
    return { ...(draft ?? rough), tags: [], problems }
  })
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
