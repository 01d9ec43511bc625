// The score from chosen rubric lines.
import type { WorkLine } from '@shuyuan/contract/course/work/work-form.ts'

type Choice = { before: readonly string[]; after: readonly string[]; score: number | null; max: number }
const clamped = (value: number, max: number) => Math.min(max, Math.max(0, value))

/** The sum of the lines within 0 and the full score, plus what the marker has added by hand; in points. */
export function lineScore(lines: readonly WorkLine[], { before, after, score, max }: Choice): number {
  const sum = (ids: readonly string[]) =>
    clamped(
      lines.filter((line) => ids.includes(line.id)).reduce((all, line) => all + Math.round(line.points * 100), 0),
      max * 100,
    )
  const extra = score === null ? 0 : Math.round(score * 100) - sum(before)
  return clamped(sum(after) + extra, max * 100) / 100
}
