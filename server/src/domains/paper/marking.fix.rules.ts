// A key corrected after the exam: what would change, before anything is written (exam-rules.md, *Marking*, Key fix).
import type { Blank, QuestionKey, ScoreRule } from '@shuyuan/contract/qu/content.ts'
import { type AnswersById, markPaper, type PaperMark, type PaperOptions } from './marking.paper.rules.ts'
import { type ManualMarks, markId, type QuestionMark } from './marking.rules.ts'

/** The corrected parts of a key, with the tags of the bank: they hold for every paper, however it was shuffled. */
export type KeyFix = {
  right?: readonly string[]
  blanks?: readonly Blank[]
  pairs?: readonly (readonly [string, string])[]
  rule?: ScoreRule
}
export type ScoreChange = { quId: string; subId?: string; old: number; new: number }

/** The key of one paper with the fix applied; its option tags are those of that paper. Options that the paper has not are left out. */
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

/** A marked paper as it is stored, and its keys after the fix. */
export type Remarked = {
  marks: readonly QuestionMark[]
  keys: readonly QuestionKey[]
  answers: AnswersById
  manual: ManualMarks
  options: PaperOptions
  /** names (`markId`) of manual marks that the fix shall override; all others stay */
  overridden?: ReadonlySet<string>
}

/** The dry run of a key fix: the new marks and each score that differs, in 1/100 point, one line per question or sub. Writes nothing. */
export function remark({ marks, keys, answers, manual, options, overridden }: Remarked): { paper: PaperMark; changes: ScoreChange[] } {
  const kept: ManualMarks = overridden ? new Map([...manual].filter(([id]) => !overridden.has(id))) : manual
  const paper = markPaper(keys, answers, kept, options)
  const before = new Map(marks.flatMap(leaves).map((leaf) => [markId(leaf.quId, leaf.subId), leaf.score]))
  const changes = paper.marks.flatMap(leaves).flatMap(({ score, ...leaf }) => {
    const old = before.get(markId(leaf.quId, leaf.subId)) ?? 0
    return old === score ? [] : [{ ...leaf, old, new: score }]
  })
  return { paper, changes }
}

function leaves(mark: QuestionMark): { quId: string; subId?: string; score: number }[] {
  if (!mark.subs) return [{ quId: mark.quId, score: mark.score }]
  return mark.subs.map((sub) => ({ quId: mark.quId, subId: sub.quId, score: sub.score }))
}
