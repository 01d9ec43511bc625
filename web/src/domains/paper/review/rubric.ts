// Score from chosen rubric lines.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { review } from '@shuyuan/contract/paper/review/review.ts'

export type RubricLine = Data<(typeof review)['rubric-list']>[number]
type Choice = { before: readonly string[]; after: readonly string[]; score: number | null; max: number }

/** The score after another choice: the sum of the lines within 0 and the maximum, plus the marker's earlier manual adjustment. */
export function chosenScore(lines: readonly RubricLine[], { before, after, score, max }: Choice): number {
  const sum = (ids: readonly string[]) =>
    clamped(
      lines.filter((line) => ids.includes(line.id)).reduce((all, line) => all + Math.round(line.points * 100), 0),
      max * 100,
    )
  const extra = score === null ? 0 : Math.round(score * 100) - sum(before)
  return clamped(sum(after) + extra, max * 100) / 100
}

const clamped = (value: number, max: number) => Math.min(max, Math.max(0, value))

export const signed = (points: number) => (points > 0 ? `+${points}` : String(points))
