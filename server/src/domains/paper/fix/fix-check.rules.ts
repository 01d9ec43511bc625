// Validates a key fix, and shows the question to fix with the bank's option letters (exam-rules.md, *Marking*, Key fix).
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { type PaperQuestion, type QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'
import type { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { keyNow, type LiveFix, voidedBy } from '../marking/marking-fix.rules.ts'

type Form = Input<(typeof fix)['preview']>
type Shown = Omit<PaperQuestion, 'subList'>
type Item = { tag: string; content: string; image?: string | undefined; reusable?: boolean | undefined }
type Problem = { field: string; message: Message }
const at = (field: string, message: Message): Problem => ({ field, message })

function inBank<T extends Item>(items: readonly T[], { origin }: QuestionKey): T[] {
  return items.map((item) => ({ ...item, tag: origin[item.tag] ?? item.tag })).toSorted((a, b) => (a.tag < b.tag ? -1 : 1))
}

function leafOf(question: Shown, key: QuestionKey, fixed: LiveFix | undefined) {
  const own = (tag: string) => key.origin[tag] ?? tag
  return {
    quId: question.quId,
    quType: question.quType,
    content: question.content,
    answerList: inBank(question.answerList, key),
    blankCount: question.blankCount,
    left: inBank(question.left, key),
    right: inBank(question.right, key),
    score: question.score,
    rightTags: key.right.map(own).sort(),
    blanks: key.blanks,
    pairs: key.pairs.map(([from, to]): [string, string] => [own(from), own(to)]),
    rule: key.rule,
    points: Object.fromEntries(Object.entries(key.points).map(([tag, points]) => [own(tag), points])),
    fixed: fixed?.how ?? null,
  }
}

/** A frozen question with its key after all fixes, and its sub-questions. */
export function shownItem(question: PaperQuestion, frozen: QuestionKey, fixes: readonly LiveFix[]) {
  const key = keyNow(frozen, fixes)
  const of = (subId: string) => fixes.find((one) => one.quId === frozen.quId && one.subId === subId)
  const subs = question.subList.map((sub, i) => leafOf(sub, key.subs[i]!, of(sub.quId)))
  return { ...leafOf(question, key, of('')), subs }
}
export type ShownItem = ReturnType<typeof shownItem>
type Leaf = Omit<ShownItem, 'subs'>

/** The reason why a fix is not allowed, or null. */
export function problemOf(form: Form, item: ShownItem, fixes: readonly LiveFix[]): Problem | null {
  const leaf = form.subId === '' ? item : item.subs.find((sub) => sub.quId === form.subId)
  if (!leaf) return at('subId', say('fixSubUnknown'))
  if (form.how === 'restore') return leaf.fixed === null || leaf.fixed === 'restore' ? at('how', say('fixNothingToRestore')) : null
  if (form.how === 'key') return keyProblem(form, leaf)
  if (form.subId !== '') return at('how', say('fixVoidWhole'))
  const voided = voidedBy(fixes.filter((one) => one.quId !== form.quId))
  if (voided && voided.how !== form.how) return at('how', say('fixVoidMixed'))
  return null
}

function keyProblem({ key, subId }: Form, leaf: Leaf): Problem | null {
  if (leaf.quType === QuType.composite && subId === '') return at('subId', say('fixSubUnchosen'))
  if (leaf.quType === QuType.shortAnswer) return at('how', say('fixEssay'))
  if (!key.right && !key.blanks && !key.pairs && !key.rule) return at('key', say('fixEmpty'))
  switch (leaf.quType) {
    case QuType.fillIn:
      return blanksProblem(key, leaf)
    case QuType.matching:
      return pairsProblem(key, leaf)
    default:
      return choiceProblem(key, leaf)
  }
}

function choiceProblem(key: Form['key'], leaf: Leaf): Problem | null {
  if (key.blanks || key.pairs) return at('key', say('fixUnfit'))
  const right = key.right ?? leaf.rightTags
  const tags = new Set(leaf.answerList.map((one) => one.tag))
  if (right.some((tag) => !tags.has(tag)) || new Set(right).size < right.length) return at('key.right', say('fixOptionsWrong'))
  const rule = key.rule ?? leaf.rule
  if (leaf.quType !== QuType.multiple) return null
  if (rule.multiple === 'perOption' && right.some((tag) => leaf.points[tag] === undefined))
    return at('key.right', say('fixOptionWithoutPoints'))
  if (rule.multiple === 'fixed' && !(rule.fixed && rule.fixed < leaf.score)) return at('key.rule', say('fixPartialPoints'))
  return null
}

function blanksProblem(key: Form['key'], leaf: Leaf): Problem | null {
  if (key.right || key.pairs) return at('key', say('fixUnfit'))
  if (!key.blanks) return null
  if (key.blanks.length !== leaf.blankCount) return at('key.blanks', say('fixBlankCount'))
  const empty = key.blanks.findIndex((blank) => splitAlternatives(blank.answer).length === 0)
  return empty < 0 ? null : at(`key.blanks.${empty}.answer`, sayKernel('blankAnswerEmpty'))
}

function pairsProblem(key: Form['key'], leaf: Leaf): Problem | null {
  if (key.right || key.blanks) return at('key', say('fixUnfit'))
  if (!key.pairs) return null
  const rights = new Map(leaf.right.map((one) => [one.tag, one.reusable === true]))
  const lefts = key.pairs.map(([left]) => left)
  const used = key.pairs.map(([, right]) => right)
  const leftTags = new Set(leaf.left.map((one) => one.tag))
  if (lefts.some((tag) => !leftTags.has(tag)) || used.some((tag) => !rights.has(tag))) return at('key.pairs', sayKernel('pairUnknown'))
  if (new Set(lefts).size !== leftTags.size || lefts.length !== leftTags.size) return at('key.pairs', say('fixPairLeftMissing'))
  if (used.some((tag, i) => !rights.get(tag) && used.indexOf(tag) !== i)) return at('key.pairs', say('fixPairRightTwice'))
  return null
}
