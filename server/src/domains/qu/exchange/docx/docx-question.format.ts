// Makes a question of the parts that a paper gives: stem, options, answer, analysis.
import { isMessage, type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { error, type BodyInput, judgement, optionsOf, type ReadQuestion, unreadable, warn } from '../exchange.rules.ts'
import { levelFor } from '../sheet/sheet-level.format.ts'
import { unlikely } from '../suspect.format.ts'
import type { LevelNames } from '../sheet/sheet-columns.format.ts'
import { takeFilled } from './docx-gaps.format.ts'
import type { Field } from './docx-labels.format.ts'
import { bracketed, inlineAnswer, meansFalse, meansTrue } from './docx-signs.format.ts'

/** A question while its lines are read. */
export type Open = {
  number: number
  /** where the document has it */
  line: number
  hint: number | undefined
  chapter: string
  stem: { html: string; text: string }[]
  options: string[]
  /** options were divided within a word */
  isGuessed: boolean
  fields: Record<Field, { html: string[]; text: string[] }>
}

/** The question; an unreadable one keeps its text, with an error. */
export function readQuestion(row: number, open: Open, levels: LevelNames): ReadQuestion {
  const { fields, options } = open
  let answer = fields.answer.text.join('\n').trim()
  if (answer === '') answer = takeMarked(open)
  const whole = open.stem.map((one) => one.html).join('')
  const isFillIn = open.hint === QuType.fillIn || open.hint === undefined
  const filled = answer === '' && options.length === 0 && isFillIn ? takeFilled(whole, open.hint === QuType.fillIn) : undefined
  const stem = filled?.html ?? whole
  if (filled) answer = filled.answers.join('\n')
  const { level, told } = levelFor(fields.level.text.join(''), levels)
  const chapter = fields.chapter.text.join(' ').trim() || open.chapter
  const tags = fields.tags.text
    .join('、')
    .split(/[、，,；;\s]+/)
    .filter((tag) => tag !== '')
  const base = { content: stem, analysis: fields.analysis.html.join('') }
  const read = bodyOf(open.hint, base, options, answer, fields.answer.html.join(''))
  if (isMessage(read)) return { ...unreadable(row, stem + options.join(''), read, chapter), line: open.line, level, tags }
  const { problem, ...question } = read
  const guessed = open.isGuessed ? [warn(row, '选项', say('optionsGuessed'))] : []
  if (filled) guessed.push(warn(row, '答案', say('gapsFilled')))
  if (told) guessed.push(warn(row, '难度', told))
  const doubts = unlikely(question.quType, question.body, open.hint !== undefined)
  const problems = problem === undefined ? [] : [error(row, '答案', problem)]
  return {
    row,
    line: open.line,
    chapter,
    level,
    tags,
    ...question,
    problems: [...problems, ...hiddenOption(row, options), ...guessed, ...doubts.map((one) => warn(row, '题干', one))],
  }
}

/** A warning where the last option seems to hold the next one too, glued to a Latin word: `C.EFA为PUFAD.脂肪酸`. */
function hiddenOption(row: number, options: string[]) {
  const next = String.fromCharCode(65 + options.length)
  const last = (options.at(-1) ?? '').replaceAll(/<[^>]*>/g, '')
  const isHidden = options.length > 1 && new RegExp(`[A-Za-z]${next}[.．、)）]`).test(last)
  return isHidden ? [warn(row, '选项', say('optionHidden', { letter: String.fromCharCode(64 + options.length), next }))] : []
}

type Base = { content: string; analysis: string }
/** `problem`: an invalid answer of a question that is readable otherwise. */
type ReadBody = { quType: number; body: BodyInput; problem?: Message }

function bodyOf(hint: number | undefined, base: Base, options: string[], answer: string, html: string): ReadBody | Message {
  const verdict = answer.replaceAll(/[\s。.]/g, '')
  if (options.length > 0) return choice(hint, base, options, verdict)
  if (hint === QuType.trueFalse || (hint === undefined && (meansTrue.test(verdict) || meansFalse.test(verdict)))) {
    if (!meansTrue.test(verdict) && !meansFalse.test(verdict)) return verdict === '' ? say('answerMissing') : say('answerTrueFalse')
    return { quType: QuType.trueFalse, body: { ...base, options: judgement(meansTrue.test(verdict)) } }
  }
  if (hint === QuType.single || hint === QuType.multiple) return say('optionsNone')
  if (hint === QuType.fillIn || (hint === undefined && /[_＿]{2,}/.test(base.content))) {
    const gaps = base.content.replaceAll(/<[^>]*>/g, '').match(/[_＿]{2,}/g)?.length ?? 1
    const lines = answer.split('\n')
    // an answer for each gap in a line of its own may have separators in it
    const parts = lines.length === gaps ? lines : answer.split(/\n|；|;|\s{2,}/)
    const blanks = (gaps > 1 ? parts : [answer]).map((one) => one.trim()).filter((one) => one !== '')
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

/** The answer written in brackets in the stem, which are emptied; '' if there is none. */
function takeMarked({ stem, options }: Open): string {
  const atEnd = stem.findLast((one) => inlineAnswer.test(one.text))
  if (atEnd) {
    atEnd.html = atEnd.html.replace(/([（(])[^（()）]*([)）])(?=[。.?？\s]*(?:<[^>]*>)*$)/, '$1　$2')
    return inlineAnswer.exec(atEnd.text)?.[1] ?? ''
  }
  const found = stem.flatMap((line) => [...line.text.matchAll(bracketed)].map(([all, letters = '']) => ({ line, all, letters })))
  const [only] = found
  if (!only || found.length > 1 || (only.letters.match(/[A-Z]/g) ?? []).some((one) => one.charCodeAt(0) - 65 >= options.length)) return ''
  only.line.html = only.line.html.replace(only.all, `${only.all.charAt(0)}　${only.all.at(-1)}`)
  return only.letters
}
