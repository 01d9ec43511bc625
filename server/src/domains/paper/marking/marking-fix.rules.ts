// Applies fixes (corrected keys, voided questions) to keys and marks (exam-rules.md, *Marking*, Key fix, Void).
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import type { Answer, Blank, QuestionKey, ScoreRule } from '@shuyuan/contract/qu/content.ts'
import { type PaperMark, type PaperOptions, settlePaper, subjectivePart, voidMark } from './marking-paper.rules.ts'
import { type ManualMarks, markId, markQuestion, maxScore, type QuestionMark } from './marking.rules.ts'

/** The corrected parts of a key with the bank's tags, so that they apply to every shuffled paper. */
export type KeyFix = {
  right?: readonly string[] | undefined
  blanks?: readonly Blank[] | undefined
  pairs?: readonly (readonly [string, string])[] | undefined
  rule?: ScoreRule | undefined
}
/** The current fix of one question of an exam, or of one sub-question (`subId`, otherwise empty). */
export type LiveFix = { quId: string; subId: string; how: 'key' | 'full' | 'drop' | 'restore'; keyFix: KeyFix }
export type FixTarget = { quId: string; subId: string }

/** The key of one paper with the fix applied, in that paper's option tags. Options that the paper does not have are left out. */
export function fixKey(key: QuestionKey, fix: KeyFix): QuestionKey {
  const onPaper = new Map(Object.entries(key.origin).map(([paperTag, bankTag]) => [bankTag, paperTag]))
  const placed = (bankTag: string) => onPaper.get(bankTag)
  const pairs = fix.pairs?.map(([left, right]) => [placed(left), placed(right)] as const)
  return {
    ...key,
    right: fix.right?.map(placed).filter((tag) => tag !== undefined) ?? key.right,
    blanks: fix.blanks ? [...fix.blanks] : key.blanks,
    pairs: pairs?.flatMap(([left, right]) => (left && right ? [[left, right] satisfies [string, string]] : [])) ?? key.pairs,
    rule: fix.rule ?? key.rule,
  }
}

/** The frozen key of a question with its current fixes applied. */
export function keyNow(frozen: QuestionKey, fixes: readonly LiveFix[]): QuestionKey {
  const of = (subId: string) => fixes.find((one) => one.quId === frozen.quId && one.subId === subId && one.how === 'key')
  const fixed = (key: QuestionKey, subId: string) => fixKey(key, of(subId)?.keyFix ?? {})
  if (!fixes.some((one) => one.quId === frozen.quId)) return frozen
  return { ...fixed(frozen, ''), subs: frozen.subs.map((sub) => fixed(sub, sub.quId)) }
}

/** The voided questions; an exam voids all of them in the same way. */
export function voidedBy(fixes: readonly LiveFix[]): PaperOptions['voided'] {
  const void_ = fixes.filter((one) => one.how === 'full' || one.how === 'drop')
  const [first] = void_
  if (!first) return undefined
  return { quIds: new Set(void_.map((one) => one.quId)), how: first.how === 'drop' ? 'drop' : 'full' }
}

/** How a question was fixed: voided as a whole, or its own key or the key of the sub-question `subId` corrected; null if neither. */
export function fixedHow(quId: string, subId: string, fixes: readonly LiveFix[]): 'key' | 'full' | 'drop' | null {
  const whole = fixes.find((one) => one.quId === quId && (one.how === 'full' || one.how === 'drop'))
  if (whole) return whole.how === 'full' ? 'full' : 'drop'
  return fixes.some((one) => one.quId === quId && one.subId === subId && one.how === 'key') ? 'key' : null
}

/** The keys and options with which a paper is marked now, fixes included. */
export function markingNow(
  frozen: { keys: readonly QuestionKey[]; markOptions: MarkOptions; passScore: number },
  fixes: readonly LiveFix[],
): { keys: QuestionKey[]; options: PaperOptions } {
  const voided = voidedBy(fixes)
  return {
    keys: frozen.keys.map((key) => keyNow(key, fixes)),
    options: { ...frozen.markOptions, passScore: frozen.passScore, ...(voided ? { voided } : {}) },
  }
}

/** A stored marked paper: total and pass score as drawn, the frozen keys of at least the target and the voided questions. */
export type StoredPaper = {
  marks: readonly QuestionMark[]
  keys: readonly QuestionKey[]
  answer: Answer | null
  manual: ManualMarks
  markOptions: MarkOptions
  subjScore: number
  totalScore: number
  passScore: number
}
export type Refixed = { paper: PaperMark; before: QuestionMark; after: QuestionMark; old: number; new: number; key: QuestionKey }

/**
 * Marks one paper after a fix: only the target is marked again; all other marks stay, even if an older rule version computed them.
 * @param manual the manual marks that remain valid
 * @returns null if the paper does not have the question
 */
export function refix(stored: StoredPaper, fixes: readonly LiveFix[], { quId, subId }: FixTarget, manual = stored.manual): Refixed | null {
  const frozen = stored.keys.find((key) => key.quId === quId)
  const before = stored.marks.find((mark) => mark.quId === quId)
  if (!frozen || !before) return null
  const key = keyNow(frozen, fixes)
  const voided = voidedBy(fixes)
  const after = voided?.quIds.has(quId)
    ? voidMark(key, voided.how === 'full')
    : markQuestion(key, stored.answer, stored.markOptions, manual)
  const dropped = voided?.how === 'drop' ? stored.keys.reduce((sum, one) => sum + (voided.quIds.has(one.quId) ? maxScore(one) : 0), 0) : 0
  const paper = settlePaper(
    stored.marks.map((mark) => (mark.quId === quId ? after : mark)),
    {
      offered: stored.totalScore,
      dropped,
      subjScore: stored.subjScore - subjectivePart(key, before) + subjectivePart(key, after),
      passScore: stored.passScore,
    },
  )
  return { paper, before, after, old: partOf(before, subId), new: partOf(after, subId), key }
}

const partOf = (mark: QuestionMark, subId: string) =>
  subId === '' ? mark.score : (mark.subs?.find((sub) => sub.quId === subId)?.score ?? 0)

/** The ids (`markId`) of the manual marks that a fix of this target affects. */
export function manualOf(manual: ManualMarks, { quId, subId }: FixTarget): string[] {
  if (subId !== '') return manual.has(markId(quId, subId)) ? [markId(quId, subId)] : []
  return [...manual.keys()].filter((name) => name === quId || name.startsWith(`${quId}/`))
}
