// A question in the editor: rows have keys that stay the same when rows move; letters are assigned by position on saving.
import {
  type Blank,
  type MatchItem,
  type Option,
  type QuestionBody,
  QuType,
  type ScoreRule,
  type SimpleQuestion,
} from '@shuyuan/contract/qu/content.ts'
import type * as z from '@shuyuan/contract/kernel/z.ts'

type Keyed<T> = T & { key: string }
export type DraftOption = Keyed<Omit<Option, 'tag'>>
export type DraftBlank = Keyed<Blank>
export type DraftItem = Keyed<Omit<z.infer<typeof MatchItem>, 'tag'>>

export type SimpleDraft = {
  content: string
  analysis: string
  options: DraftOption[]
  blanks: DraftBlank[]
  left: DraftItem[]
  right: DraftItem[]
  /** key of a left row → key of its right row */
  match: Record<string, string>
  modelAnswer: string
  rule: ScoreRule
}
export type SubDraft = SimpleDraft & { key: string; id: string; quType: QuType; weight: number }
export type Draft = SimpleDraft & { subs: SubDraft[] }

let last = 0
/** A key that is unique in this page. */
export const newKey = () => `k${++last}`

export const mostOptions = 26
export const upper = (index: number) => String.fromCharCode(65 + index)
export const lower = (index: number) => String.fromCharCode(97 + index)

export const hasOptions = (type: number) => type === QuType.single || type === QuType.multiple || type === QuType.trueFalse

export const newOption = (content = '', isRight = false): DraftOption => ({ key: newKey(), content, isRight })
export const newBlank = (answer = ''): DraftBlank => ({ key: newKey(), answer, compare: 'normal' })
export const newItem = (): DraftItem => ({ key: newKey(), content: '' })

const empty = (): SimpleDraft => ({
  content: '',
  analysis: '',
  options: [],
  blanks: [],
  left: [],
  right: [],
  match: {},
  modelAnswer: '',
  rule: {},
})

const judgement = () => [newOption('<p>正确</p>', true), newOption('<p>错误</p>')]
const someOptions = () => Array.from({ length: 4 }, () => newOption())

/** True if the options are empty or the default options of true/false. */
const replaceable = (options: DraftOption[]) =>
  options.every((one) => one.content === '' && !one.image) || options.map((one) => one.content).join() === '<p>正确</p>,<p>错误</p>'

/** Prepares the draft for another type; preserves what that type can use. */
export function fitType<T extends SimpleDraft>(draft: T, type: number): T {
  const next = { ...draft }
  if (type === QuType.trueFalse) next.options = draft.options.length === 2 ? draft.options : judgement()
  else if (hasOptions(type) && replaceable(draft.options)) next.options = someOptions()
  if (type === QuType.single || type === QuType.trueFalse) {
    const first = next.options.findIndex((one) => one.isRight)
    next.options = next.options.map((one, i) => ({ ...one, isRight: i === first }))
  }
  if (type === QuType.matching && draft.left.length === 0) {
    next.left = [newItem(), newItem()]
    next.right = [newItem(), newItem()]
    next.match = Object.fromEntries(next.left.map((one, i) => [one.key, next.right[i]?.key ?? '']))
  }
  return next
}

/** A new question. */
export const newDraft = (type: number): Draft => fitType({ ...empty(), subs: [] }, type)

/** A new sub-question, numbered after the last one. */
export function newSub(type: QuType, subs: SubDraft[]): SubDraft {
  const numbers = subs.map((sub) => Number(sub.id)).filter(Number.isInteger)
  return fitType({ ...empty(), key: newKey(), id: String(Math.max(0, ...numbers) + 1), quType: type, weight: 1 }, type)
}

/** A copy of the array with the row at `from` moved to `to`. */
export function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const next = [...rows]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

type Simple = Omit<SimpleQuestion, 'quType'>

function draftOf(body: Simple): SimpleDraft {
  const withKey = <T extends { tag: string }>({ tag, ...item }: T) => ({ tag, item: { ...item, key: newKey() } })
  const left = body.left.map(withKey)
  const right = body.right.map(withKey)
  const match: Record<string, string> = {}
  for (const [from, to] of body.pairs) {
    const [one, other] = [left.find(({ tag }) => tag === from), right.find(({ tag }) => tag === to)]
    if (one && other) match[one.item.key] = other.item.key
  }
  const { content, analysis, modelAnswer, rule } = body
  return {
    content,
    analysis,
    modelAnswer,
    rule,
    options: body.options.map((one) => withKey(one).item),
    blanks: body.blanks.map((one) => ({ ...one, key: newKey() })),
    left: left.map((one) => one.item),
    right: right.map((one) => one.item),
    match,
  }
}

/** The draft of a stored question. */
export const fromBody = (body: QuestionBody): Draft => ({
  ...draftOf(body),
  subs: body.subs.map((sub) => ({ ...draftOf(sub), key: newKey(), id: sub.id, weight: sub.weight, quType: sub.quType as QuType })),
})

const withoutKey = <T extends { key: string }>({ key: _key, ...rest }: T): Omit<T, 'key'> => rest

function simpleBody(type: number, draft: SimpleDraft): Simple {
  const matching = type === QuType.matching
  const options = hasOptions(type) ? draft.options : []
  const tagOfRight = new Map(draft.right.map((one, i) => [one.key, lower(i)]))
  return {
    content: draft.content,
    analysis: draft.analysis,
    options: options.map((one, i) => ({ ...withoutKey(one), tag: upper(i) })),
    blanks: type === QuType.fillIn ? draft.blanks.map(withoutKey) : [],
    left: matching ? draft.left.map((one, i) => ({ ...withoutKey(one), tag: upper(i) })) : [],
    right: matching ? draft.right.map((one, i) => ({ ...withoutKey(one), tag: lower(i) })) : [],
    pairs: matching
      ? draft.left.flatMap((one, i): [string, string][] => {
          const to = tagOfRight.get(draft.match[one.key] ?? '')
          return to === undefined ? [] : [[upper(i), to]]
        })
      : [],
    modelAnswer: type === QuType.shortAnswer ? draft.modelAnswer : '',
    rule: draft.rule,
  }
}

/** The content to store: only the fields of the question's type. */
export const toBody = (type: number, draft: Draft): QuestionBody => ({
  ...simpleBody(type, draft),
  subs:
    type === QuType.composite
      ? draft.subs.map((sub) => ({ ...simpleBody(sub.quType, sub), quType: sub.quType, id: sub.id, weight: sub.weight }))
      : [],
})

/** The number of blanks (four or more underscores) in a stem. */
export const gapsIn = (content: string) => content.match(/_{4,}/g)?.length ?? 0
