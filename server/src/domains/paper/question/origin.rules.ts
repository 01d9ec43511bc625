// Maps a paper's shuffled option letters back to the bank's, so that answers of several papers can be compared.
import type { Answer, QuestionKey } from '@shuyuan/contract/qu/content.ts'

/** The answer with the paper's tags replaced by the bank's. */
export function inBankTags(answer: Answer | null, key: QuestionKey): Answer | null {
  if (!answer) return null
  const own = (tag: string) => key.origin[tag] ?? tag
  if ('tags' in answer) return { tags: answer.tags.map(own).sort() }
  if ('pairs' in answer) return { pairs: answer.pairs.map(([left, right]): [string, string] => [own(left), own(right)]) }
  if ('subs' in answer) {
    const subs = new Map(key.subs.map((sub) => [sub.quId, sub]))
    const entries = Object.entries(answer.subs).map(([id, one]) => {
      const sub = subs.get(id)
      return [id, sub && one ? inBankTags(one, sub) : one] as const
    })
    return { subs: Object.fromEntries(entries) as Extract<Answer, { subs: unknown }>['subs'] }
  }
  return answer
}
