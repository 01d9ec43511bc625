// Draft of a fix, and the body sent for it.
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'

export type Item = Data<typeof fix.item>
export type Leaf = Item | Item['subs'][number]
export type FixMethod = Body<typeof fix.preview>['how']
export type Multiple = NonNullable<Leaf['rule']['multiple']>
export type Draft = {
  how: FixMethod
  subId: string
  right: string[]
  blanks: string[]
  pairs: Record<string, string>
  multiple: Multiple
  overrideManual: boolean
}

export const hasOptions = (type: number) => type === QuType.single || type === QuType.multiple || type === QuType.trueFalse
/** Whether a question has a key; short answers and composites have none. */
export const hasKey = (type: number) => hasOptions(type) || type === QuType.fillIn || type === QuType.matching

export const leafOf = (item: Item, subId: string): Leaf => item.subs.find((sub) => sub.quId === subId) ?? item

/** The draft of a question's current key. */
export const keyOf = (leaf: Leaf) => ({
  right: leaf.rightTags,
  blanks: leaf.blanks.map((blank) => blank.answer),
  pairs: Object.fromEntries(leaf.pairs),
  multiple: leaf.rule.multiple ?? ('strict' as const),
})

export function newDraft(item: Item): Draft {
  const first = item.subs.find((sub) => hasKey(sub.quType))
  const subId = first?.quId ?? ''
  const how: FixMethod = hasKey(item.quType) || first ? 'key' : (item.voidHow ?? 'full')
  return { how, subId: how === 'key' ? subId : '', ...keyOf(leafOf(item, subId)), overrideManual: false }
}

const sameTags = (a: readonly string[], b: readonly string[]) => a.toSorted().join('') === b.toSorted().join('')

/** The request body: only fields that differ from the current key. */
export function bodyOf(examId: string, item: Item, draft: Draft): Body<typeof fix.preview> {
  const { how, overrideManual } = draft
  const isVoid = how === 'full' || how === 'drop'
  const subId = isVoid ? '' : draft.subId
  const body = { examId, quId: item.quId, subId, how, overrideManual }
  if (how !== 'key') return body
  const leaf = leafOf(item, subId)
  const was = keyOf(leaf)
  const key: Body<typeof fix.preview>['key'] = {}
  if (hasOptions(leaf.quType) && !sameTags(draft.right, was.right)) key.right = draft.right.toSorted()
  if (leaf.quType === QuType.multiple && draft.multiple !== was.multiple) key.rule = { ...leaf.rule, multiple: draft.multiple }
  if (leaf.quType === QuType.fillIn && draft.blanks.some((one, at) => one !== was.blanks[at]))
    key.blanks = leaf.blanks.map((blank, at) => ({ ...blank, answer: draft.blanks[at] ?? '' }))
  const pairs = leaf.left.flatMap(({ tag }): [string, string][] => (draft.pairs[tag] ? [[tag, draft.pairs[tag]]] : []))
  if (leaf.quType === QuType.matching && pairs.some(([from, to]) => was.pairs[from] !== to)) key.pairs = pairs
  return { ...body, key }
}
