// Freezes questions of the bank into a paper: content for the candidate, and separate keys for marking.
import { type PaperQuestion, type QuestionBody, type QuestionKey, QuType, type SimpleQuestion } from '@shuyuan/contract/qu/content.ts'
import { BETWEEN_PARTS, drawOrder, orderedItems } from './order.rules.ts'
import { type Random, shuffled } from './random.rules.ts'

export type BankQuestion = { id: string; version: number; quType: number; body: QuestionBody }
export type Shuffling = { quShuffle: boolean; optionShuffle: boolean }
/** A group as stored on a paper; scores in 1/100 point. */
export type FrozenGroup = {
  title: string
  quCount: number
  perScore: number | null
  totalScore: number
  /** `ref`: the question's id for its candidate (see reference.rules.ts) */
  quList: (PaperQuestion & { sort: number; ref?: string })[]
}
/** A question of a paper with its score, and the order of its options (see order.rules.ts). */
export type Arranged = { question: BankQuestion; score: number; order: string }
export type ArrangedGroup = { title: string; questions: Arranged[] }
/** A drawn paper: `shownIn` makes its content, `keysIn` its keys. */
export type FrozenPaper = { groups: ArrangedGroup[]; quCount: number; totalScore: number }

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const lower = upper.toLowerCase()
type Item = { tag: string; content: string; image?: string | undefined; reusable?: boolean | undefined }

/** Gives the items letters in display order. */
const relettered = (items: readonly Item[], letters: string) =>
  items.map(({ content, image, reusable }, i) => ({
    tag: letters[i]!,
    content,
    ...(image ? { image } : {}),
    ...(reusable ? { reusable } : {}),
  }))

/** A map from the bank's tags to the paper's. */
const tagsOf = (items: readonly Item[], letters: string) => new Map(items.map((item, i) => [item.tag, letters[i]!]))

type Simple = Omit<SimpleQuestion, 'quType'>
type Identity = Pick<BankQuestion, 'id' | 'version' | 'quType'>

/** One question, or part of a composite, with the order of its items. */
type Part = { identity: Identity; body: Simple; score: number; order: string }

function showPart({ identity, body, score, order }: Part): Omit<PaperQuestion, 'subList'> {
  const { options, right } = orderedItems(body, order)
  return {
    quId: identity.id,
    quType: identity.quType,
    content: body.content,
    score,
    answerList: relettered(options, upper),
    blankCount: body.blanks.length,
    left: relettered(body.left, upper).map(({ reusable: _right, ...item }) => item),
    right: relettered(right, lower),
  }
}

function keyPart({ identity, body, score, order }: Part): QuestionKey {
  const ordered = orderedItems(body, order)
  const options = tagsOf(ordered.options, upper)
  const left = tagsOf(body.left, upper)
  const right = tagsOf(ordered.right, lower)
  const rightOnes = body.options.filter((one) => one.isRight)
  return {
    quId: identity.id,
    quType: identity.quType,
    score,
    rule: body.rule,
    right: rightOnes.map((one) => options.get(one.tag)!).sort(),
    points: Object.fromEntries(body.options.flatMap((one) => (one.points === undefined ? [] : [[options.get(one.tag)!, one.points]]))),
    blanks: body.blanks,
    pairs: body.pairs.flatMap(([from, to]): [string, string][] => {
      const pair = [left.get(from), right.get(to)] as const
      return pair[0] && pair[1] ? [[pair[0], pair[1]]] : []
    }),
    reusable: body.right.flatMap((one) => (one.reusable ? [right.get(one.tag)!] : [])),
    modelAnswer: body.modelAnswer,
    analysis: body.analysis,
    subs: [],
    origin: Object.fromEntries([options, left, right].flatMap((tags) => [...tags].map(([bank, paper]) => [paper, bank]))),
    version: identity.version,
  }
}

/** Divides a score (1/100 point) by weights; hundredths left by rounding go to the largest remainders. */
export function splitScore(score: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, one) => sum + one, 0)
  if (total === 0) return weights.map(() => 0)
  const parts = weights.map((weight, at) => ({ at, whole: Math.floor((score * weight) / total), rest: (score * weight) % total }))
  const left = score - parts.reduce((sum, one) => sum + one.whole, 0)
  const lucky = new Set(
    parts
      .toSorted((a, b) => b.rest - a.rest || a.at - b.at)
      .slice(0, left)
      .map((one) => one.at),
  )
  return parts.map(({ whole, at }) => whole + (lucky.has(at) ? 1 : 0))
}

/** The question itself and the parts of a composite, whose sub-questions stay in order. */
function partsOf({ question, score, order }: Arranged): { whole: Part; subs: Part[] } {
  const { body, version } = question
  if (question.quType !== QuType.composite) return { whole: { identity: question, body, score, order }, subs: [] }
  const [own = '', ...orders] = order.split(BETWEEN_PARTS)
  const scores = splitScore(
    score,
    body.subs.map((sub) => sub.weight),
  )
  const subs = body.subs.map((sub, i) => ({
    identity: { id: sub.id, version, quType: sub.quType },
    body: sub,
    score: scores[i]!,
    order: orders[i] ?? '',
  }))
  return { whole: { identity: question, body, score, order: own }, subs }
}

/** The question as its candidate sees it. */
export function shownOf(arranged: Arranged): PaperQuestion {
  const { whole, subs } = partsOf(arranged)
  return { ...showPart(whole), subList: subs.map(showPart) }
}

function keyOf(arranged: Arranged): QuestionKey {
  const { whole, subs } = partsOf(arranged)
  return { ...keyPart(whole), subs: subs.map(keyPart) }
}

/** Freezes one question with its score on this paper (1/100 point). */
export function freezeQuestion(question: BankQuestion, score: number, optionShuffle: boolean, random: Random) {
  const arranged = { question, score, order: drawOrder(question, optionShuffle, random) }
  return { shown: shownOf(arranged), key: keyOf(arranged) }
}

type ChosenGroup = { title: string; questions: { question: BankQuestion; score: number }[] }

/** Freezes a whole paper; the same random numbers give the same paper. Questions are shuffled within their group only. */
export function freezePaper(groups: readonly ChosenGroup[], { quShuffle, optionShuffle }: Shuffling, random: Random): FrozenPaper {
  const arranged = groups.map(({ title, questions }): ArrangedGroup => {
    const ordered = quShuffle ? shuffled(questions, random) : questions
    return {
      title,
      questions: ordered.map(({ question, score }) => ({ question, score, order: drawOrder(question, optionShuffle, random) })),
    }
  })
  const all = arranged.flatMap((group) => group.questions)
  return { groups: arranged, quCount: all.length, totalScore: all.reduce((sum, one) => sum + one.score, 0) }
}

/** The content of a paper. @param refs the id of each question for the candidate, in the order of the paper; without them it has none */
export function shownIn(groups: readonly ArrangedGroup[], refs?: readonly string[]): FrozenGroup[] {
  let sort = 0
  return groups.map(({ title, questions }) => {
    const quList = questions.map((one) => {
      const ref = refs?.[sort]
      sort += 1
      const shown = Object.assign(shownOf(one), { sort })
      return ref === undefined ? shown : Object.assign(shown, { ref })
    })
    const [first] = quList
    const even = first !== undefined && quList.every((one) => one.score === first.score)
    const totalScore = quList.reduce((sum, one) => sum + one.score, 0)
    return { title, quCount: quList.length, perScore: even ? first.score : null, totalScore, quList }
  })
}

/** As many orders as four options have; keys of further ones are made each time. */
const MOST_ORDERS = 24
/** About a kilobyte each. */
const MOST_KEYS = 5_000
/** The keys of a question by its score and order: candidates who hand in together have the same ones. */
const known = { keys: new WeakMap<BankQuestion, Map<string, QuestionKey>>(), count: 0 }

function knownKeyOf(arranged: Arranged): QuestionKey {
  const { question, score, order } = arranged
  const name = `${score}:${order}`
  const found = known.keys.get(question)?.get(name)
  if (found) return found
  const key = frozen(keyOf(arranged))
  if (known.count >= MOST_KEYS) Object.assign(known, { keys: new WeakMap(), count: 0 })
  const own = known.keys.get(question) ?? new Map<string, QuestionKey>()
  if (own.size < MOST_ORDERS) {
    known.keys.set(question, own.set(name, key))
    known.count++
  }
  return key
}

/** The value, which many share, with all that it contains unchangeable. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(frozen)
  }
  return value
}

/** The keys of a paper in its order. Papers share equal keys, which cannot be changed. */
export const keysIn = (groups: readonly ArrangedGroup[]): QuestionKey[] => groups.flatMap((group) => group.questions.map(knownKeyOf))
