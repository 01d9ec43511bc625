// Parses a question paper from Word: numbered questions, lettered options, then 答案 and 解析.
import { isMessage, type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { cutFront, type Line, linesOf, option } from './docx-lines.format.ts'
import { formulasIn } from '../sheet/sheet-text.format.ts'
import { error, type BodyInput, judgement, optionsOf, type ReadQuestion, type Reading, unreadable } from '../exchange.rules.ts'

const typeLabels: [RegExp, number][] = [
  [/单项?选/, QuType.single],
  [/多项?选|不定项/, QuType.multiple],
  [/判断|是非/, QuType.trueFalse],
  [/填空/, QuType.fillIn],
  [/简答|问答|论述|名词解释|案例/, QuType.shortAnswer],
]
const typeOf = (text: string) => typeLabels.find(([word]) => word.test(text))?.[1]
const yes = /^(正确|对|是|√|✓|T|TRUE|Y)$/i
const no = /^(错误|错|否|×|✗|X|F|FALSE|N)$/i

const section = /^(?:[一二三四五六七八九十]+[、.．]|第[一二三四五六七八九十\d]+(?:章|部分|大题)[、.．:：\s]*|【章节】)/
const start = /^(?:第\s*\d+\s*题\s*[:：.、]?|\d{1,4}\s*[.、．)）](?!\d))\s*/
const label =
  /^(?:【(答案|正确答案|参考答案|解析|答案解析|难度|章节|标签|知识点)】|(答案|正确答案|参考答案|解析|答案解析|难度|章节|标签|知识点)\s*[:：]|((?:正确|参考)?答案)\s*(?=(?:[A-Z]{1,8}|[√×✓✗]|正确|错误|对|错)$))\s*/
const marker = /^[[【(（]\s*([^\]】)）]{2,8}?题?)\s*[\]】)）]\s*/
const inlineAnswer = /[（(]\s*([A-Z]{1,8}|√|×|对|错|正确|错误)\s*[)）](?=[。.?？\s]*$)/

type Field = 'answer' | 'analysis' | 'level' | 'chapter' | 'tags'
const fieldOf: Record<string, Field> = {
  答案: 'answer',
  正确答案: 'answer',
  参考答案: 'answer',
  解析: 'analysis',
  答案解析: 'analysis',
  难度: 'level',
  章节: 'chapter',
  标签: 'tags',
  知识点: 'tags',
}
type Open = {
  number: number
  hint: number | undefined
  chapter: string
  stem: { html: string; text: string }[]
  options: string[]
  fields: Record<Field, { html: string[]; text: string[] }>
}
const opened = (number: number, hint: number | undefined, chapter: string): Open => {
  const none = () => ({ html: [], text: [] })
  return {
    number,
    hint,
    chapter,
    stem: [],
    options: [],
    fields: { answer: none(), analysis: none(), level: none(), chapter: none(), tags: none() },
  }
}
const paragraph = ({ html, isBlock }: Pick<Line, 'html' | 'isBlock'>) => (isBlock ? html : `<p>${formulasIn(html)}</p>`)

/** Parses the document, given as HTML. Text before the first number, such as titles, is skipped with a note. */
export function parseDocx(html: string): Omit<Reading, 'files'> {
  const questions: ReadQuestion[] = []
  let open: Open | null = null
  let hint: number | undefined
  let chapter = ''
  let field: Field | 'option' | 'stem' = 'stem'
  let stray = 0
  const close = () => {
    if (open) questions.push(readQuestion(questions.length + 1, open))
    open = null
  }
  const lines = linesOf(html)
  for (const [at, line] of lines.entries()) {
    const named = label.exec(line.text)
    const head = sectionOf(line.text)
    const isAnswered = open !== null && (field === 'answer' || field === 'analysis')
    const isStart = start.test(line.text) && !(isAnswered && open && isPoint(lines, at, open.number))
    if (head) {
      close()
      const type = typeOf(line.text)
      if (type !== undefined) hint = type
      else {
        chapter = line.text.slice(head.length).trim() || line.text
        hint = undefined
      }
    } else if (open && named) {
      field = fieldOf[named[1] ?? named[2] ?? named[3] ?? ''] ?? 'answer'
      add(open.fields[field], cut(line, named[0].length))
    } else if (isStart) {
      close()
      open = opened(numberOf(line), hint, chapter)
      field = 'stem'
      begin(open, cut(line, start.exec(line.text)?.[0].length ?? 0))
    } else if (!open) stray += 1
    else if (option.test(line.text) && (field === 'stem' || field === 'option')) {
      field = 'option'
      open.options.push(paragraph(cut(line, option.exec(line.text)?.[0].length ?? 0)))
    } else if (field === 'stem') begin(open, line)
    else if (field === 'option') open.options.push((open.options.pop() ?? '') + paragraph(line))
    else add(open.fields[field], line)
  }
  close()
  return { questions, notes: stray > 0 ? [say('docxStray', { n: stray })] : [] }
}

/** The start of a section heading; undefined for other lines. */
const sectionOf = (text: string) => (text.length < 60 && !start.test(text) ? section.exec(text)?.[0] : undefined)
const numberOf = (line: Line) => Number(/\d+/.exec(line.text)?.[0] ?? 0)

/**
 * Whether a numbered line after 答案 or 解析 is a point of that text, not the next question: it has neither options nor an answer, and its
 * number does not follow the question's number or occurs again below.
 */
function isPoint(lines: readonly Line[], at: number, last: number): boolean {
  const line = lines[at]
  if (!line || inlineAnswer.test(line.text)) return false
  const number = numberOf(line)
  let isOwn = true
  for (const { text } of lines.slice(at + 1, at + LOOKAHEAD)) {
    if (sectionOf(text) !== undefined) break
    if (start.test(text)) {
      isOwn = false
      if (Number(/\d+/.exec(text)?.[0]) === number) return true
    } else if (isOwn && (option.test(text) || /^(?:【?(?:正确|参考)?答案)/.test(text))) return false
  }
  return number <= last
}
/** Number of lines searched for the next questions. */
const LOOKAHEAD = 200

const cut = (line: Line, signs: number): Line => ({ ...line, text: line.text.slice(signs).trim(), html: cutFront(line.html, signs).trim() })

function add(to: { html: string[]; text: string[] }, line: Line) {
  if (line.text === '' && !line.html.includes('<img')) return
  to.html.push(paragraph(line))
  to.text.push(line.text)
}

/** Adds a line of the stem; the first may name the type in brackets. */
function begin(open: Open, line: Line) {
  const found = open.stem.length === 0 ? marker.exec(line.text) : null
  const type = found ? typeOf(found[1] ?? '') : undefined
  const own = found && type !== undefined ? cut(line, found[0].length) : line
  if (type !== undefined) open.hint = type
  if (own.text === '' && !own.html.includes('<')) return
  open.stem.push({ html: paragraph(own), text: own.text })
}

function readQuestion(row: number, open: Open): ReadQuestion {
  const { fields, options } = open
  let answer = fields.answer.text.join('\n').trim()
  const marked = answer === '' ? open.stem.findLast((one) => inlineAnswer.test(one.text)) : undefined
  if (marked) {
    answer = inlineAnswer.exec(marked.text)?.[1] ?? ''
    marked.html = marked.html.replace(/([（(])[^（()）]*([)）])(?=[。.?？\s]*(?:<[^>]*>)*$)/, '$1　$2')
  }
  const stem = open.stem.map((one) => one.html).join('')
  const level = fields.level.text.join('').includes('难') && !fields.level.text.join('').includes('不难') ? QuLevel.hard : QuLevel.normal
  const chapter = fields.chapter.text.join(' ').trim() || open.chapter
  const tags = fields.tags.text
    .join('、')
    .split(/[、，,；;\s]+/)
    .filter((tag) => tag !== '')
  const base = { content: stem, analysis: fields.analysis.html.join('') }
  const read = bodyOf(open.hint, base, options, answer, fields.answer.html.join(''))
  if (isMessage(read)) return { ...unreadable(row, stem + options.join(''), read, chapter), level, tags }
  const { problem, ...question } = read
  return { row, chapter, level, tags, ...question, problems: problem === undefined ? [] : [error(row, '答案', problem)] }
}

type Base = { content: string; analysis: string }
/** `problem`: an invalid answer of a question that is readable otherwise. */
type ReadBody = { quType: number; body: BodyInput; problem?: Message }

function bodyOf(hint: number | undefined, base: Base, options: string[], answer: string, html: string): ReadBody | Message {
  const verdict = answer.replaceAll(/[\s。.]/g, '')
  if (options.length > 0) return choice(hint, base, options, verdict)
  if (hint === QuType.trueFalse || (hint === undefined && (yes.test(verdict) || no.test(verdict)))) {
    if (!yes.test(verdict) && !no.test(verdict)) return verdict === '' ? say('answerMissing') : say('answerTrueFalse')
    return { quType: QuType.trueFalse, body: { ...base, options: judgement(yes.test(verdict)) } }
  }
  if (hint === QuType.single || hint === QuType.multiple) return say('optionsNone')
  if (hint === QuType.fillIn || (hint === undefined && /[_＿]{2,}/.test(base.content))) {
    const gaps = base.content.match(/[_＿]{2,}/g)?.length ?? 1
    const blanks = (gaps > 1 ? answer.split(/\n|；|;|\s{2,}/) : [answer]).map((one) => one.trim()).filter((one) => one !== '')
    if (blanks.length === 0) return say('answerMissing')
    if (gaps > 1 && blanks.length !== gaps) return say('blanksUnequal', { gaps, answers: blanks.length })
    return { quType: QuType.fillIn, body: { ...base, blanks: blanks.map((one) => ({ answer: one })) } }
  }
  return { quType: QuType.shortAnswer, body: { ...base, modelAnswer: html } }
}

function choice(hint: number | undefined, base: Base, options: string[], verdict: string): ReadBody | Message {
  if (options.length > 26) return say('optionsOver26')
  const letters = new Set(verdict.toUpperCase().match(/[A-Z]/g) ?? [])
  const list = optionsOf(options.map((content, i) => ({ content, isRight: letters.has(String.fromCharCode(65 + i)) })))
  const type =
    hint === QuType.multiple || (letters.size > 1 && hint !== QuType.single)
      ? QuType.multiple
      : hint === QuType.trueFalse && options.length === 2
        ? QuType.trueFalse
        : QuType.single
  const problem = answerProblem(type, letters, options.length, verdict)
  return { quType: type, body: { ...base, options: list }, ...(problem === undefined ? {} : { problem }) }
}

function answerProblem(type: number, letters: ReadonlySet<string>, options: number, verdict: string): Message | undefined {
  if (letters.size === 0) return say('answerMissing')
  if (/[^A-Z、,，;；和及]/i.test(verdict)) return say('answerLetters')
  if ([...letters].some((one) => one.charCodeAt(0) - 65 >= options)) return say('answerNotAbove', { answer: verdict })
  return type === QuType.single && letters.size > 1 ? say('answerOneOnly') : undefined
}
