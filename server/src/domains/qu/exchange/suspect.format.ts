// Finds questions whose text seems to hold the answer, or options that were not recognised. They stay valid, with a warning.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'

type Item = { content: string }
type Simple = { content: string; options?: Item[]; blanks?: { answer: string }[]; left?: Item[]; modelAnswer?: string }
type Whole = Simple & { subs?: (Simple & { quType: number })[] }

/** A cheap test of the HTML before it is looked at closely. */
const worthLooking = /答|ans|\[[xX✓√]|\*/i
const words =
  /(?:正确|标准|参考|我的|试题)?答案\s*(?:[是为]\s*)?[:：]|[【[［](?:正确|标准|参考)?答案[\]】］]|(?:^|[\n。！？.!?])[^\S\n]*答\s*[:：]|(?<!\S)(?:(?:correct )?answers?|ANS)\s*[:：]/i
const ticks = /^[^\S\n\r\u2028\u2029]*(?:[-*+]\s*)?\[[xX✓√]\]|^[^\S\n\r\u2028\u2029]*\*\s*[A-Za-z][.)]/m
/** Cheap, as most stems have none. */
const mayHaveLetters = /[A-Za-z]\s*[.．、)）]|[①-⑩]/
const lettered = /^[^\S\n\r\u2028\u2029]*(?:[（(]?[A-Za-z]\s*[.．、)）]|[①-⑩])/gm

/** Without program text, in which such signs mean something else. */
const lines = (html: string) =>
  html
    .replaceAll(/<pre\b[\s\S]*?(?:<\/pre>|$)/gi, '\n')
    .replaceAll(/<\/p>|<br\s*\/?>|<\/div>|<\/li>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')

const holdsAnswer = (html: string): boolean => {
  if (!worthLooking.test(html)) return false
  const text = lines(html)
  return words.test(text) || ticks.test(text)
}
/** Letters such as A, or several of them, as the key of a choice is written. */
const keyLetters = /^[A-H](?:[\s、,，;；]*[A-H]){0,7}$/

function suspicionsOf(type: number, one: Simple): Message[] {
  const found: Message[] = []
  if (holdsAnswer(one.content)) found.push(say('stemHoldsAnswer'))
  if ((one.options ?? []).some((option) => holdsAnswer(option.content))) found.push(say('optionHoldsAnswer'))
  const isOpen = type === QuType.shortAnswer || type === QuType.fillIn
  if (isOpen && mayHaveLetters.test(one.content) && (lines(one.content).match(lettered)?.length ?? 0) > 1)
    found.push(say('stemHoldsOptions'))
  return found
}

/** What of a question, as it was read, a person should look at: an answer within its texts, or options within its stem. */
export const suspicions = (type: number, body: Whole): Message[] => [
  ...suspicionsOf(type, body),
  ...(body.subs ?? []).flatMap((sub) => suspicionsOf(sub.quType, sub)),
]

/** A key of letters whose question has no options, and a short answer without any answer, where nothing said that it is one. */
export function unlikely(type: number, body: Simple, isSaid: boolean): Message[] {
  const model = lines(body.modelAnswer ?? '').trim()
  const keys = type === QuType.fillIn ? (body.blanks ?? []).map((one) => one.answer.trim()) : type === QuType.shortAnswer ? [model] : []
  if (keys.length > 0 && keys.every((one) => keyLetters.test(one))) return [say('keyWithoutOptions')]
  return type === QuType.shortAnswer && !isSaid && model === '' ? [say('shortAnswerGuessed')] : []
}

const BROKEN = '\uFFFD'
const textsOf = ({ content, options = [], blanks = [], left = [], modelAnswer = '' }: Simple) => [
  content,
  modelAnswer,
  ...[...options, ...left].map((one) => one.content),
  ...blanks.map((one) => one.answer),
]

/** Whether a text has the sign that stands for bytes that could not be decoded. */
export const hasBrokenSigns = (body: Whole): boolean =>
  [body, ...(body.subs ?? [])].some((one) => textsOf(one).some((text) => text.includes(BROKEN)))
