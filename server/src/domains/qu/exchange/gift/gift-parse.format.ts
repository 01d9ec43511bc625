// Parses GIFT, Moodle's plain-text format (docs.moodle.org, *GIFT format*).
import { isMessage, type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { type Option, QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import {
  type BodyInput,
  judgement,
  MessageSet,
  optionsOf,
  type ReadQuestion,
  type Reading,
  reusableIfFewer,
  unreadable,
  warn,
} from '../exchange.rules.ts'
import { literalAnswer } from '../exchange-text.format.ts'
import { readNumber } from './gift-number.format.ts'
import { readOrdering } from './gift-ordering.format.ts'
import { answersOf, type GiftAnswer, isFromMoodle, protect, restore } from './gift-text.format.ts'
import { formulasIn, toHtml } from '../sheet/sheet-text.format.ts'

type Block = { line: number; lines: string[]; chapter: string; tags: string[] }
type Parts = { title: string; html: (text: string) => string; stem: string; answer: string | null; isMarkdown: boolean }
type Read = { quType: number; body: BodyInput; notes?: Message[] }

/** Parses a .gift file; each block between blank lines is one question. */
export function parseGift(text: string): Reading {
  const notes = new MessageSet()
  const questions: ReadQuestion[] = []
  const fromMoodle = isFromMoodle(text)
  let descriptions = 0
  for (const block of blocksOf(text)) {
    const row = questions.length + 1
    const parts = partsOf(block.lines.join('\n'), fromMoodle)
    if (parts.answer === null) {
      descriptions += 1
      continue
    }
    const read = readAnswer(parts)
    const common = { row, line: block.line, chapter: block.chapter, level: QuLevel.normal, tags: block.tags }
    if (parts.isMarkdown) notes.add(say('giftMarkdown'))
    // with the answers as they stand, to be mended
    const whole = parts.html(parts.stem) + toHtml(restore(`{${parts.answer}}`))
    if (isMessage(read)) questions.push({ ...unreadable(row, whole, read, block.chapter), ...common })
    else
      questions.push({
        ...common,
        quType: read.quType,
        body: read.body,
        problems: (read.notes ?? []).map((msg) => warn(row, '答案', msg)),
      })
  }
  if (descriptions > 0) notes.add(say('giftDescriptions', { n: descriptions }))
  return { questions, files: [], notes: [...notes] }
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let chapter = ''
  let tags: string[] = []
  let lines: string[] = []
  let first = 0
  const close = () => {
    if (lines.length > 0) blocks.push({ line: first, lines, chapter, tags })
    lines = []
    tags = []
  }
  const all = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  for (const [at, line] of all.entries()) {
    const category = /^\s*\$CATEGORY:\s*(.*)$/.exec(line)
    if (category) {
      close()
      chapter = lastOf(category[1] ?? '')
    } else if (/^\s*\/\//.test(line)) {
      for (const [, tag = ''] of line.matchAll(/\[tag:((?:\\.|[^\]\\])*)\]/g)) tags.push(tag.replaceAll(/\\(.)/g, '$1').trim())
    } else if (line.trim() === '') {
      if (lines.length > 0 && !continues(lines, all, at)) close()
    } else {
      if (lines.length === 0) first = at + 1
      lines.push(line)
    }
  }
  close()
  return blocks
}

/** Whether a blank line is inside the open braces of a question, not between two questions. */
function continues(lines: string[], all: string[], at: number): boolean {
  const open = protect(lines.join('\n'))
  if (open.lastIndexOf('{') <= open.lastIndexOf('}')) return false
  const next = all.slice(at, at + MOST_BLANK).find((line) => line.trim() !== '') ?? ''
  return /^\s*[=~}#]/.test(next)
}
/** Maximum of consecutive blank lines between two answers. */
const MOST_BLANK = 10

/** The last segment of a path such as `$course$/top/消防`; `//` is a literal slash. */
const lastOf = (path: string) =>
  path
    .replaceAll('//', '\u0001')
    .split('/')
    .map((one) => one.replaceAll('\u0001', '/').trim())
    .findLast((one) => one !== '' && one !== 'top' && !/^\$\w+\$$/.test(one)) ?? ''

/** Texts may name their format, each for itself; the one of the stem holds for the others. */
const formatPrefix = /^\s*\[(html|moodle|plain|markdown)\]/
const withoutFormat = (text: string) => text.replace(formatPrefix, '')

function partsOf(block: string, fromMoodle: boolean): Parts {
  let rest = protect(block, fromMoodle).trim()
  const title = /^::([\s\S]*?)::/.exec(rest)
  if (title) rest = rest.slice(title[0].length).trim()
  const format = formatPrefix.exec(rest)
  if (format) rest = rest.slice(format[0].length)
  const isMarkdown = format?.[1] === 'markdown'
  const html = (text: string) => {
    const own = restore(withoutFormat(text))
    return formulasIn((formatPrefix.exec(text) ?? format)?.[1] === 'html' ? own.trim() : toHtml(own))
  }
  const open = rest.indexOf('{')
  const close = rest.lastIndexOf('}')
  const name = restore(title?.[1] ?? '').trim()
  if (open === -1 || close < open) return { title: name, html, stem: rest, answer: null, isMarkdown }
  const [before, after] = [rest.slice(0, open), rest.slice(close + 1)]
  // missing word: the blank replaces the answers
  const stem = after.trim() === '' ? before : `${before}____${after}`
  return { title: name, html, stem: stem.trim() === '' ? protect(name) : stem, isMarkdown, answer: rest.slice(open + 1, close).trim() }
}

/** Whether the braces of an answer close before its end, so that it holds the answers of several questions. */
function isSeveral(answer: string): boolean {
  let depth = 0
  for (const [sign] of answer.matchAll(/[{}]/g)) {
    depth += sign === '{' ? 1 : -1
    if (depth < 0) return true
  }
  return false
}

function readAnswer({ html, stem, answer }: Parts): Read | Message {
  if (/^\d*:[A-Z_]+:/.test(answer ?? '')) return say('giftCloze')
  if (isSeveral(answer ?? '')) return say('giftBraces')
  const [key = '', general = ''] = (answer ?? '').split('####')
  const base = { content: html(stem), analysis: general.trim() === '' ? '' : html(general) }
  const text = key.trim()
  if (text === '') return { quType: QuType.shortAnswer, body: base }
  const truth = /^(T|TRUE|F|FALSE)\s*(?:#([\s\S]*))?$/i.exec(text)
  if (truth) {
    const feedback = (truth[2] ?? '').split('#').filter((one) => one.trim() !== '')
    const body = { ...base, options: judgement(/^t/i.test(truth[1] ?? '')), analysis: base.analysis || feedback.map(html).join('') }
    return { quType: QuType.trueFalse, body, notes: base.analysis !== '' && feedback.length > 0 ? [say('feedbackSkipped')] : [] }
  }
  if (text.startsWith('#')) return readNumber(text.slice(1), base)
  if (text.startsWith('>')) return readOrdering(text.slice(1), base, html)
  // a text without a sign is the only answer
  const given = answersOf(/^[=~]/.test(text) ? text : `=${text}`)
  const filled = given.filter((one) => one.text !== '')
  // as in Moodle, `{~=right ~wrong}` has no empty option
  const answers = filled.length > 0 ? filled : given
  if (answers.some((one) => one.sign === '~')) return readChoice(answers, base, html)
  if (answers.every((one) => one.text.includes('->'))) return readPairs(answers, base, html)
  return readTextAnswers(answers, base)
}

type Base = { content: string; analysis: string }
/** What an answer has that is not kept, or is not written as it was meant: `75%a good answer`. */
function feedbackNote(answers: GiftAnswer[]): Message[] {
  const share = answers.map((one) => /^-?\d{1,3}%/.exec(one.text)?.[0]).find((one) => one !== undefined && answers.length > 1)
  return [
    ...(answers.some((one) => one.feedback !== '') ? [say('feedbackSkipped')] : []),
    ...(share === undefined ? [] : [say('giftWeightForm', { text: share })]),
  ]
}

function readChoice(answers: GiftAnswer[], base: Base, html: (text: string) => string): Read | Message {
  if (answers.length > 26) return say('optionsOver26')
  // as in Moodle, `=` makes a single choice
  const isSingle = answers.some((one) => one.sign === '=')
  const worth = answers.map((one) => one.weight ?? (one.sign === '=' ? 100 : 0))
  const right = worth.map((one) => (isSingle ? one >= 100 : one > 0))
  const options: Option[] = optionsOf(answers.map((one, i) => ({ content: html(one.text), isRight: right[i] ?? false })))
  const notes = feedbackNote(answers)
  if (isSingle) {
    if (worth.some((one) => one > 0 && one < 100)) notes.push(say('partialOptionsWrong'))
    return { quType: QuType.single, body: { ...base, options }, notes }
  }
  const weights = worth.filter((one) => one > 0)
  const isEven = weights.every((one) => Math.abs(one - (weights[0] ?? 0)) < 0.01)
  if (!isEven) notes.push(say('sharesLevelled'))
  return { quType: QuType.multiple, body: { ...base, options, rule: { multiple: 'share' } }, notes }
}

function readPairs(answers: GiftAnswer[], base: Base, html: (text: string) => string): Read | Message {
  const left: { tag: string; content: string }[] = []
  const right: { tag: string; content: string; reusable?: boolean }[] = []
  const pairs: [string, string][] = []
  for (const { text } of answers) {
    const at = text.indexOf('->')
    const [from, to] = [text.slice(0, at).trim(), text.slice(at + 2).trim()]
    if (to === '') return say('matchRightEmpty')
    const content = html(to)
    let item = right.find((one) => one.content === content)
    if (!item) right.push((item = { tag: String.fromCharCode(97 + right.length), content }))
    // an empty left side is a distractor
    if (from === '') continue
    if (pairs.some(([, tag]) => tag === item.tag)) item.reusable = true
    const tag = String.fromCharCode(65 + left.length)
    left.push({ tag, content: html(from) })
    pairs.push([tag, item.tag])
  }
  if (left.length > 26 || right.length > 26) return say('matchOver26')
  return {
    quType: QuType.matching,
    body: { ...base, left, right: reusableIfFewer(right, left.length), pairs },
    notes: feedbackNote(answers),
  }
}

function readTextAnswers(answers: GiftAnswer[], base: Base): Read {
  const full = answers.filter((one) => one.weight === undefined || one.weight === 100)
  const notes = feedbackNote(answers)
  if (full.length < answers.length) notes.push(say('partialAnswersSkipped'))
  const read = full.map((one) => literalAnswer(restore(withoutFormat(one.text)).trim()))
  if (read.some((one) => one.isWild)) notes.push(say('wildcardsPlain'))
  const answer = read.map((one) => one.answer.replaceAll('||', String.raw`\||`)).join('||')
  return { quType: QuType.fillIn, body: { ...base, blanks: [{ answer }] }, notes }
}
