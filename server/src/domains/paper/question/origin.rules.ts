// Maps a paper's shuffled option letters back to the bank's, so that answers of several papers can be compared.
import type { Answer, PaperQuestion, QuestionKey } from '@shuyuan/contract/qu/content.ts'

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

/** A question as it was asked, and its key, in the letters and the order of the bank. */
export type FrozenQuestion = { shown: PaperQuestion; key: QuestionKey }
type Part = { shown: Omit<PaperQuestion, 'subList'>; key: QuestionKey }

/**
 * The question of a paper or a training with the bank's letters instead of the paper's, in their order.
 * @param score the points of the whole question (1/100 point), because each paper gives its own
 */
export function inBankOrder({ shown, key }: FrozenQuestion, score: number): FrozenQuestion {
  const whole = partInOrder({ shown, key })
  const subs = shown.subList.flatMap((sub, at) => (key.subs[at] ? [partInOrder({ shown: sub, key: key.subs[at] })] : []))
  return {
    shown: { ...whole.shown, score, subList: subs.map((sub) => sub.shown) },
    key: { ...whole.key, score, subs: subs.map((sub) => sub.key) },
  }
}

function partInOrder({ shown, key }: Part): Part {
  const own = (tag: string) => key.origin[tag] ?? tag
  const ordered = <T extends { tag: string }>(items: readonly T[]): T[] =>
    items.map((item) => ({ ...item, tag: own(item.tag) })).toSorted((a, b) => (a.tag < b.tag ? -1 : 1))
  const { quId, quType, content, score, blankCount } = shown
  return {
    shown: {
      quId,
      quType,
      content,
      score,
      blankCount,
      answerList: ordered(shown.answerList),
      left: ordered(shown.left),
      right: ordered(shown.right),
    },
    key: {
      ...key,
      right: key.right.map(own).sort(),
      points: Object.fromEntries(Object.entries(key.points).map(([tag, points]) => [own(tag), points])),
      pairs: key.pairs.map(([left, right]): [string, string] => [own(left), own(right)]),
      reusable: key.reusable.map(own),
      origin: Object.fromEntries(Object.values(key.origin).map((tag) => [tag, tag])),
    },
  }
}
