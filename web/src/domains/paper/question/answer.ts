// Answers in the exam room: how a click or typed text changes one, and when a question counts as answered.
import { type Answer, QuType } from '@shuyuan/contract/qu/content.ts'
import { hasContent, hasText } from '@shuyuan/contract/qu/rich-content.ts'

export type SimpleAnswer = Exclude<Answer, { subs: unknown }>
type Answerable = { quType: number; subList?: readonly { quId: string }[] }

/** Whether nothing was answered, by the same rule as the server. */
export function isBlank(answer: Answer | null | undefined): boolean {
  if (!answer) return true
  if ('tags' in answer) return answer.tags.length === 0
  if ('text' in answer) return !hasContent(answer.text)
  if ('blanks' in answer) return !answer.blanks.some(hasText)
  if ('pairs' in answer) return answer.pairs.length === 0
  return Object.values(answer.subs).every(isBlank)
}

/** Whether the answered count includes the question: any answer; for a composite, all parts. */
export function isAnswered({ quType: type, subList = [] }: Answerable, answer: Answer | null | undefined): boolean {
  if (isBlank(answer)) return false
  if (type !== QuType.composite || !answer || !('subs' in answer)) return true
  return subList.every((sub) => !isBlank(answer.subs[sub.quId]))
}

/** Null for a blank answer, which clears (exam-rules.md, *Save*). */
const orNull = <A extends Answer>(answer: A) => (isBlank(answer) ? null : answer)

export const tagsOf = (answer: Answer | null | undefined) => (answer && 'tags' in answer ? answer.tags : [])
export const blanksOf = (answer: Answer | null | undefined) => (answer && 'blanks' in answer ? answer.blanks : [])
export const pairsOf = (answer: Answer | null | undefined) => (answer && 'pairs' in answer ? answer.pairs : [])
export const subOf = (answer: Answer | null | undefined, id: string) => (answer && 'subs' in answer ? (answer.subs[id] ?? null) : null)

/** A click on an option. `several`: options are collected in the order of letters; otherwise the new one replaces the old one. */
export function chooseTag(several: boolean, answer: Answer | null, tag: string): SimpleAnswer | null {
  if (!several) return { tags: [tag] }
  const before = tagsOf(answer)
  return orNull({ tags: before.includes(tag) ? before.filter((one) => one !== tag) : [...before, tag].toSorted() })
}

/** Fills one of `count` blanks. */
export function fillBlank(count: number, answer: Answer | null, index: number, text: string): SimpleAnswer | null {
  const before = blanksOf(answer)
  return orNull({ blanks: Array.from({ length: count }, (_, at) => (at === index ? text : (before[at] ?? ''))) })
}

const byLeft = ([a]: readonly [string, string], [b]: readonly [string, string]) => a.localeCompare(b)

/** Pairs a left item with a right one, or with none. Unless `reusable`, a right item is removed from the left item that had it. */
export function pairUp(reusable: boolean, answer: Answer | null, left: string, right: string | undefined): SimpleAnswer | null {
  const others = pairsOf(answer).filter(([l, r]) => l !== left && (reusable || r !== right))
  return orNull({ pairs: right === undefined ? others : [...others, [left, right] as [string, string]].toSorted(byLeft) })
}

/** Puts a part's answer into that of its composite. */
export function answerSub(answer: Answer | null, id: string, sub: SimpleAnswer | null): Answer | null {
  const before = answer && 'subs' in answer ? answer.subs : {}
  return orNull({ subs: { ...before, [id]: sub } })
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const unescapes: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Typed text as the HTML of a short answer: one paragraph per line, escaped. */
export function textAnswer(text: string): SimpleAnswer | null {
  const lines = text.split('\n').map((line) => `<p>${line.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign)}</p>`)
  return orNull({ text: lines.join('') })
}

/** The inverse of `textAnswer`: the text of a saved short answer. */
export function typedText(answer: Answer | null | undefined): string {
  if (!answer || !('text' in answer)) return ''
  return answer.text
    .replace(/<\/p>\s*<p>|<br\s*\/?>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => unescapes[name] ?? '')
}
