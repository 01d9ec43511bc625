// Splits a marked paper into items for item analysis: one row per question or sub-question with the chosen options and the score.
import { type Answer, type QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'
import { markId, maxScore, type QuestionMark } from '../marking/marking.rules.ts'

/** Arrays of equal length, one element per item; scores in 1/100 point. */
export type PaperItems = {
  /** quId, or quId/subId */
  items: string[]
  maxes: number[]
  scores: number[]
  /** r right, p partial, w wrong, b blank, v void */
  states: string[]
  /** chosen options and right options as sorted letters of the bank; empty for types without options */
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

/** Builds the items of a paper from its current keys (fixes applied), its marks and its answers by question. */
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

/** Replaces stored items by newer ones with the same id. */
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
