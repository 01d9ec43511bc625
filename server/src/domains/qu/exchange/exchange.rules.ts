// Types and checks shared by all question file formats.
import { type Message, messageOf, stated } from '@shuyuan/contract/kernel/message.ts'
import { type Option, QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import type * as z from 'zod'
import { plainText } from '../../../kernel/richtext.ts'
import { findingsOf, fingerprintOf, tidyBody, titleOf } from '../bank/question.rules.ts'
import type { SheetProblem as Problem } from '@shuyuan/contract/kernel/import.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import type { importFormat } from '@shuyuan/contract/qu/import/import.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { rewrittenHtml } from './foreign-html.format.ts'
import { hasBrokenSigns, suspicions } from './suspect.format.ts'

export type BodyInput = z.input<typeof QuestionBody>
/** A question to be imported (HTML not sanitized yet) or exported. */
export type Portable = { chapter: string; quType: number; level: number; tags: string[]; body: BodyInput }
/** `row`: position in the file, from 1; `line`: where a text has it, from 1. */
export type ReadQuestion = Portable & { row: number; line?: number; problems: Problem[] }
/** A picture or sound from the file; the HTML refers to it as `/@file/` + key. */
export type ReadFile = { key: string; name: string; bytes: Uint8Array }
export type Reading = {
  questions: ReadQuestion[]
  files: ReadFile[]
  /** content of the file that the bank cannot store */ notes: Message[]
}
/** A checked question: its storable form, and its problems. */
export type Judged = { title: string; body: QuestionBody; fingerprint: string; problems: Problem[]; hasError: boolean }

export const fileAddress = (key: string) => `/@file/${key}`
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const letterOf = (index: number) => letters[index] ?? '?'

export const error = (row: number, field: string, message: Message): Problem => ({ row, field, ...stated(message), level: 'error' })
export const warn = (row: number, field: string, message: Message): Problem => ({ row, field, ...stated(message), level: 'warn' })

/** A set of distinct messages in insertion order. */
export class MessageSet {
  readonly #found = new Map<string, Message>()

  add(message: Message): void {
    if (!this.#found.has(message.zh)) this.#found.set(message.zh, message)
  }

  [Symbol.iterator](): Iterator<Message> {
    return this.#found.values()
  }
}

/** Options lettered from A; more than 26 are cut off (the caller adds the message). */
export const optionsOf = (given: { content: string; isRight: boolean; points?: number }[]): Option[] =>
  given.slice(0, letters.length).map((one, i) => ({ ...one, tag: letterOf(i) }))

/** The options 正确 and 错误, in that order. */
export const judgement = (isTrue: boolean): Option[] =>
  optionsOf([
    { content: '<p>正确</p>', isRight: isTrue },
    { content: '<p>错误</p>', isRight: !isTrue },
  ])

const negative = /^(?:错误?|否|不正确|×|false|f|no)$/i
/** Whether the right option of a true/false question is the one that affirms: the first, unless its text denies. */
export function isTrueRight(options: readonly { content: string; isRight: boolean }[]): boolean {
  const isDenied = negative.test(plainText(options[0]?.content ?? ''))
  return (options[0]?.isRight === true) !== isDenied
}

/** Whether a matching question has a right item that may be used several times and is not; formats without that setting lose it. */
export const hasUnusedRepeats = ({ right, pairs }: Pick<QuestionBody, 'right' | 'pairs'>): boolean =>
  right.some((item) => item.reusable === true && pairs.filter(([, tag]) => tag === item.tag).length < 2)

/** Whether a matching question has its right items in another order than its pairs, which formats of pairs do not keep. */
export const hasOwnOrder = ({ left, right, pairs }: Pick<QuestionBody, 'left' | 'right' | 'pairs'>): boolean => {
  const partner = new Map(pairs)
  const shown = new Set([...left.map((item) => partner.get(item.tag) ?? ''), ...right.map((item) => item.tag)])
  shown.delete('')
  return [...shown].some((tag, at) => tag !== right[at]?.tag)
}

type Texts = Pick<QuestionBody, 'content' | 'analysis' | 'modelAnswer' | 'options' | 'left' | 'right'>
const ownTexts = ({ content, analysis, modelAnswer, options, left, right }: Texts) => [
  content,
  analysis,
  modelAnswer,
  ...[...options, ...left, ...right].map((one) => one.content),
]
/** All HTML of a question, that of its parts included. */
export const htmlsOf = (body: QuestionBody): string[] => [body, ...body.subs].flatMap(ownTexts)

type RightItem = { tag: string; content: string; reusable?: boolean }
/** Right items that are fewer than the left ones can only be used several times, all of them (exam-rules.md, 6 matching). */
export const reusableIfFewer = (right: RightItem[], left: number): RightItem[] =>
  right.length < left ? right.map((one) => ({ ...one, reusable: true })) : right

/** Things to put in order, as places matched with the things (decision 63); `order` holds indexes of `contents`. */
export const orderingOf = (contents: string[], order: number[]) => ({
  left: order.map((_, i) => ({ tag: letterOf(i), content: `<p>第 ${i + 1} 位</p>` })),
  right: contents.map((content, i) => ({ tag: letterOf(i).toLowerCase(), content })),
  pairs: order.map((at, i): [string, string] => [letterOf(i), letterOf(at).toLowerCase()]),
})

/** The body with HTML of the bank only; `hasDrawing` as in rewrittenHtml. */
function rewritten(given: BodyInput): { body: BodyInput; hasDrawing: boolean } {
  let hasDrawing = false
  const html = <T>(value: T): T | string => {
    if (typeof value !== 'string') return value
    const found = rewrittenHtml(value)
    hasDrawing ||= found.hasDrawing
    return found.html
  }
  const items = <T extends { content: string }>(all: T[] | undefined) => all?.map((one) => ({ ...one, content: html(one.content) }))
  const simple = <T extends Omit<BodyInput, 'subs'>>(one: T) => ({
    ...one,
    content: html(one.content),
    ...(one.analysis === undefined ? {} : { analysis: html(one.analysis) }),
    ...(one.modelAnswer === undefined ? {} : { modelAnswer: html(one.modelAnswer) }),
    ...(one.options ? { options: items(one.options) } : {}),
    ...(one.left ? { left: items(one.left) } : {}),
    ...(one.right ? { right: items(one.right) } : {}),
  })
  const body = { ...simple(given), ...(given.subs ? { subs: given.subs.map(simple) } : {}) }
  return { body, hasDrawing }
}

/** Sanitizes and checks a question that was read or edited; problems found while reading come first. */
export function judge({
  row,
  quType: type,
  body: given,
  problems: read,
}: Pick<ReadQuestion, 'row' | 'quType' | 'body' | 'problems'>): Judged {
  const { body, hasDrawing } = rewritten(given)
  const problems = hasDrawing ? [...read, warn(row, '题干', say('drawingLeftOut'))] : read
  const parsed = QuestionBody.safeParse(body)
  if (!parsed.success) {
    const found = parsed.error.issues.map((issue) => error(row, issue.path.join('.'), messageOf(issue.message)))
    const empty = QuestionBody.parse({
      content: typeof body.content === 'string' && body.content !== '' ? body.content.slice(0, 200_000) : '…',
    })
    return { title: titleOf(empty), body: empty, fingerprint: '', problems: [...problems, ...found], hasError: true }
  }
  const tidy = tidyBody(type, parsed.data)
  const found = findingsOf(type, tidy).map(({ path, message, level }): Problem => ({ row, field: path, ...stated(message), level }))
  if (hasBrokenSigns(tidy)) found.push(error(row, '题干', say('signsBroken')))
  const doubts = suspicions(type, tidy).map((one) => warn(row, '题干', one))
  const all = [...problems, ...found, ...doubts]
  return {
    title: titleOf(tidy),
    body: tidy,
    fingerprint: fingerprintOf(type, tidy).toString('hex'),
    problems: all,
    hasError: all.some((one) => one.level === 'error'),
  }
}

/** Content that is no supported question, as a short answer with an error, so that no content of the file is dropped silently. */
export const unreadable = (row: number, html: string, message: Message, chapter = ''): ReadQuestion => ({
  row,
  chapter,
  quType: QuType.shortAnswer,
  level: QuLevel.normal,
  tags: [],
  body: { content: html === '' ? '…' : html },
  problems: [error(row, '题型', message)],
})

export type Format = keyof typeof importFormat
/** A checked question of a staged import; `fingerprint` in hex, empty for an invalid one. */
export type StagedQuestion = Judged & { row: number; line?: number; chapter: string; quType: number; level: number; tags: string[] }
