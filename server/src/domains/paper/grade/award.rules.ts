// What a passed paper is worth in points.
import type { AwardBand } from '@shuyuan/contract/exam/marking-settings.ts'
import { isWithinParts } from '@shuyuan/contract/kernel/ranges.ts'

/** The points that an exam gives for passing, and for scores of bands. */
export type AwardTerms = { awardPoints: number; awardBands: readonly AwardBand[] }

/** Points for a passed paper: those for passing, and the highest of the bands in which its score lies. @param score in 1/100 point */
export function awardFor({ awardPoints, awardBands }: AwardTerms, score: number | null): number {
  const fitting = awardBands.filter(({ scores }) => isWithinParts(scores, (score ?? 0) / 100))
  return awardPoints + fitting.reduce((most, one) => Math.max(most, one.points), 0)
}
