// Validation of a score in the browser, with the same rules as the server.
import { t } from '../../../kernel/i18n.ts'
import { pointsText } from '../question/marked.ts'

const cents = (points: number) => Math.round(points * 100)

/** Why this score cannot be given, in points; undefined if it can or if there is none yet. Full marks are always allowed. */
export function scoreProblem(score: number | null, max: number, step: number): string | undefined {
  if (score === null || score === max) return undefined
  if (score < 0 || score > max) return t('得分应在0到{{n}}分之间', { n: pointsText(max) })
  const given = score * 100
  const isStep = Math.abs(given - cents(score)) < 1e-6 && cents(score) % cents(step) === 0
  return isStep ? undefined : t('得分应为{{n}}分的整数倍', { n: pointsText(step) })
}
