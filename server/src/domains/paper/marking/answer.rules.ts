// Checks answers against frozen questions and decides when a question counts as answered. Runs for every save, so it avoids allocations.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import { type Answer, isBlankShort, LONGEST_BLANK, type PaperQuestion, QuType } from '@shuyuan/contract/qu/content.ts'
import { hasContent, hasText } from '@shuyuan/contract/qu/rich-content.ts'

/** The tags and ids that an answer may contain; `shapeOf` builds it once per paper. All tags of a list form one string, one letter each. */
export type AnswerShape = {
  readonly quType: number
  readonly tags: string
  readonly left: string
  readonly right: string
  readonly reusable: string
  readonly blankCount: number
  readonly subs: ReadonlyMap<string, AnswerShape> | null
}

type Asked = Omit<PaperQuestion, 'subList'> & { subList?: PaperQuestion['subList'] }
const lettersOf = (items: readonly { tag: string }[]) => items.map((item) => item.tag).join('')

/** The answer shape of a question on a paper. */
export function shapeOf(question: Asked): AnswerShape {
  return {
    quType: question.quType,
    tags: lettersOf(question.answerList),
    left: lettersOf(question.left),
    right: lettersOf(question.right),
    reusable: lettersOf(question.right.filter((item) => item.reusable)),
    blankCount: question.blankCount,
    subs: question.quType === QuType.composite ? new Map((question.subList ?? []).map((sub) => [sub.quId, shapeOf(sub)])) : null,
  }
}

const wrongForm = say('answerForm')

/**
 * Checks an answer before it is saved; null (clear the answer) is always valid.
 * Unknown, duplicate and foreign option ids refuse the save and are never scored as zero (exam-rules.md, *Marking*, Common).
 * @returns the message of the refusal; null if the answer is valid
 */
export function checkAnswer(shape: AnswerShape, answer: Answer | null): Message | null {
  if (answer === null) return null
  switch (shape.quType) {
    case QuType.single:
    case QuType.trueFalse:
      return 'tags' in answer ? checkTags(shape.tags, answer.tags, 1) : wrongForm
    case QuType.multiple:
      return 'tags' in answer ? checkTags(shape.tags, answer.tags, shape.tags.length) : wrongForm
    case QuType.shortAnswer:
      return 'text' in answer ? null : wrongForm
    case QuType.fillIn:
      return 'blanks' in answer ? checkBlanks(shape.blankCount, answer.blanks) : wrongForm
    case QuType.matching:
      return 'pairs' in answer ? checkPairs(shape, answer.pairs) : wrongForm
    case QuType.composite:
      return 'subs' in answer ? checkSubs(shape, answer.subs) : wrongForm
    default:
      return wrongForm
  }
}

function checkTags(allowed: string, tags: readonly string[], most: number): Message | null {
  for (let i = 0; i < tags.length; i++) {
    const tag = tags[i]!
    if (tag.length !== 1 || !allowed.includes(tag)) return say('answerOptionUnknown')
    if (tags.indexOf(tag) !== i) return say('answerOptionTwice')
  }
  return tags.length > most ? say('answerOneOption') : null
}

function checkBlanks(count: number, blanks: readonly string[]): Message | null {
  if (blanks.length > count) return say('answerBlankCount', { count })
  for (const blank of blanks) if (!isBlankShort(blank)) return say('answerBlankTooLong', { max: LONGEST_BLANK })
  return null
}

function checkPairs(shape: AnswerShape, pairs: readonly (readonly [string, string])[]): Message | null {
  for (let i = 0; i < pairs.length; i++) {
    const [left, right] = pairs[i]!
    if (left.length !== 1 || right.length !== 1 || !shape.left.includes(left) || !shape.right.includes(right)) {
      return say('answerPairUnknown')
    }
    const once = !shape.reusable.includes(right)
    for (let k = 0; k < i; k++) {
      if (pairs[k]![0] === left) return say('answerPairTwice')
      if (once && pairs[k]![1] === right) return say('answerPairRightTwice')
    }
  }
  return null
}

function checkSubs(shape: AnswerShape, subs: Extract<Answer, { subs: unknown }>['subs']): Message | null {
  for (const id in subs) {
    const sub = shape.subs?.get(id)
    if (!sub) return say('answerSubUnknown')
    const refused = checkAnswer(sub, subs[id] ?? null)
    if (refused) return refused
  }
  return null
}

/** Whether an answer is empty: no option, no pair, only spaces, HTML that shows nothing, or a composite of empty answers. */
export function isBlank(answer: Answer | null | undefined): boolean {
  if (!answer) return true
  if ('tags' in answer) return answer.tags.length === 0
  if ('text' in answer) return !hasContent(answer.text)
  if ('blanks' in answer) return !answer.blanks.some(hasText)
  if ('pairs' in answer) return answer.pairs.length === 0
  for (const id in answer.subs) if (!isBlank(answer.subs[id])) return false
  return true
}

/** Whether the answered count includes the question: it has an answer; a composite needs one for every sub-question. */
export function isComplete(shape: AnswerShape, answer: Answer | null | undefined): boolean {
  if (isBlank(answer)) return false
  if (!shape.subs) return true
  if (!answer || !('subs' in answer)) return false
  for (const id of shape.subs.keys()) if (!Object.hasOwn(answer.subs, id) || isBlank(answer.subs[id])) return false
  return true
}
