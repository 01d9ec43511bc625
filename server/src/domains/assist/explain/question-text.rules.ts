// A question, its key and an answer to it in plain text.
import type { Answer, PaperQuestion, ShownKey } from '@shuyuan/contract/qu/content.ts'
import type * as z from 'zod'
import { plainText } from '../../../kernel/richtext.ts'
import type { Asked } from './explain.rules.ts'

type Part = Pick<PaperQuestion, 'quId' | 'content' | 'answerList' | 'left' | 'right'>
type Key = z.infer<typeof ShownKey>
/** A question or sub-question with what its learner may see. */
export type Seen = Part & { key: Key; answer: Answer | null }

/**
 * Without letters and in the order of their texts: papers shuffle options, and an explanation that names a letter would be wrong for the
 * next learner.
 */
const items = (list: readonly { content: string }[]) => list.map((one) => `- ${plainText(one.content)}`).toSorted()
const textOf = (tag: string, list: readonly { tag: string; content: string }[]) => {
  const item = list.find((one) => one.tag === tag)
  return item ? plainText(item.content) : tag
}
const pairText = (pairs: readonly (readonly [string, string])[], { left, right }: Part) =>
  pairs
    .map(([from, to]) => `${textOf(from, left)}—${textOf(to, right)}`)
    .toSorted()
    .join('；')
const withTexts = (tags: readonly string[], { answerList }: Part) =>
  tags
    .map((tag) => textOf(tag, answerList))
    .toSorted()
    .join('、')

const questionText = (one: Part) => [plainText(one.content), ...items(one.answerList), ...items(one.left), ...items(one.right)].join('\n')

const keyText = (one: Seen) =>
  [withTexts(one.key.right, one), one.key.blanks.join('；'), pairText(one.key.pairs, one), plainText(one.key.modelAnswer)]
    .filter((text) => text !== '')
    .join('；')

function answerText(one: Seen): string {
  const { answer } = one
  if (answer === null) return ''
  if ('tags' in answer) return withTexts(answer.tags, one)
  if ('blanks' in answer) return answer.blanks.join('；')
  if ('pairs' in answer) return pairText(answer.pairs, one)
  return 'text' in answer ? plainText(answer.text) : ''
}

const MOST = 6_000
const whole = (texts: readonly string[]) =>
  texts
    .filter((one) => one.trim() !== '')
    .join('\n')
    .slice(0, MOST)

/** @param subs the sub-questions of a composite */
export const askedOf = (main: Seen, subs: readonly Seen[]): Asked => {
  const all = subs.length > 0 ? subs : [main]
  const numbered = (text: string, at: number) => (subs.length > 0 && text !== '' ? `(${at + 1}) ${text}` : text)
  return {
    question: whole([questionText(main), ...subs.map((one, at) => numbered(questionText(one), at))]),
    key: whole(all.map((one, at) => numbered(keyText(one), at))),
    analysis: whole([plainText(main.key.analysis), ...subs.map((one, at) => numbered(plainText(one.key.analysis), at))]),
    own: whole(all.map((one, at) => numbered(answerText(one), at))),
    isFree: all.some(({ answer }) => answer !== null && 'text' in answer),
  }
}
