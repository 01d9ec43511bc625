// How a paper that refers to its questions stores what is its own: groups, scores and the order of options.
import type { ArrangedGroup, BankQuestion } from './freeze.rules.ts'

const BETWEEN_QUESTIONS = ' '

/**
 * Stored papers are evidence: what a form says never changes. Another meaning gets another number, and the form before stays readable.
 * `scores`: in 1/100 point, one number where all questions of the group give the same; `orders`: of its questions (see order.rules.ts).
 */
export type PaperLayout = { form: 1; groups: { title: string; count: number; scores: number | number[]; orders: string }[] }

/** What to store of a drawn paper beside the ids of its questions. */
export function layoutOf(groups: readonly ArrangedGroup[]): PaperLayout {
  const stored = groups.map(({ title, questions }) => {
    const scores = questions.map((one) => one.score)
    const [first = 0] = scores
    return {
      title,
      count: questions.length,
      scores: scores.every((one) => one === first) ? first : scores,
      orders: questions.map((one) => one.order).join(BETWEEN_QUESTIONS),
    }
  })
  return { form: 1, groups: stored }
}

/** The paper of this layout. @param questions in the order of the paper */
export function arrangedBy({ groups }: PaperLayout, questions: readonly BankQuestion[]): ArrangedGroup[] {
  let from = 0
  return groups.map(({ title, count, scores, orders }) => {
    const own = questions.slice(from, (from += count))
    const order = orders.split(BETWEEN_QUESTIONS)
    return {
      title,
      questions: own.map((question, at) => ({
        question,
        score: typeof scores === 'number' ? scores : scores[at]!,
        order: order[at] ?? '',
      })),
    }
  })
}
