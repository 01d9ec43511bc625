// A marked paper taken apart for statistics: each question, and each part of a composite, with what was chosen and what it earned.
import { type Answer, type QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'
import { markId, maxScore, type QuestionMark } from '../marking/marking.rules.ts'

/** Arrays of one length; scores in 1/100 point. */
export type PaperItems = {
  /** quId, or quId/subId */
  items: string[]
  maxes: number[]
  scores: number[]
  /** r right, p partial, w wrong, b blank, v void */
  states: string[]
  /** options chosen and options right, the bank's letters in order; empty for other types */
  picks: string[]
  rights: string[]
}

const letters = { right: 'r', partial: 'p', wrong: 'w', blank: 'b', pending: 'b' } as const
const hasOptions = (type: number) => type === QuType.single || type === QuType.multiple || type === QuType.trueFalse

const bankTags = (tags: readonly string[], key: QuestionKey) =>
  tags
    .map((tag) => key.origin[tag] ?? tag)
    .sort()
    .join('')

/** Takes the keys that hold now, with marks and answers by question. */
export function itemsOf(
  keys: readonly QuestionKey[],
  marks: readonly QuestionMark[],
  answers: ReadonlyMap<string, Answer | null>,
): PaperItems {
  const found: PaperItems = { items: [], maxes: [], scores: [], states: [], picks: [], rights: [] }
  const keyOf = new Map(keys.map((key) => [key.quId, key]))
  const add = (name: string, key: QuestionKey, mark: QuestionMark, answer: Answer | null) => {
    found.items.push(name)
    found.maxes.push(maxScore(key))
    found.scores.push(mark.score)
    found.states.push(mark.voided ? 'v' : letters[mark.state])
    const chosen = hasOptions(key.quType) && answer && 'tags' in answer ? answer.tags : []
    found.picks.push(bankTags(chosen, key))
    found.rights.push(hasOptions(key.quType) ? bankTags(key.right, key) : '')
  }
  for (const mark of marks) {
    const key = keyOf.get(mark.quId)
    if (!key) continue
    const answer = answers.get(mark.quId) ?? null
    add(mark.quId, key, mark, answer)
    const given = answer && 'subs' in answer ? answer.subs : {}
    for (const [at, sub] of key.subs.entries()) {
      const part = mark.subs?.[at]
      if (part) add(markId(mark.quId, sub.quId), sub, part, given[sub.quId] ?? null)
    }
  }
  return found
}

/** Some items replaced by newer ones of the same name. */
export function patchItems(stored: PaperItems, fresh: PaperItems): PaperItems {
  const patched = structuredClone(stored)
  for (const [at, name] of fresh.items.entries()) {
    const to = patched.items.indexOf(name)
    if (to < 0) continue
    patched.scores[to] = fresh.scores[at]!
    patched.states[to] = fresh.states[at]!
    patched.rights[to] = fresh.rights[at]!
  }
  return patched
}
