// Freezes questions of the bank into a paper: content for the candidate, and separate keys for marking.
import { type PaperQuestion, type QuestionBody, type QuestionKey, QuType, type SimpleQuestion } from '@shuyuan/contract/qu/content.ts'
import { type Random, shuffled, shuffledAround } from './random.rules.ts'

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
export type FrozenPaper = { content: FrozenGroup[]; keys: QuestionKey[]; quCount: number; totalScore: number }

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const lower = upper.toLowerCase()
type Item = { tag: string; content: string; image?: string | undefined }

/** Gives the items letters in display order and returns them with a map from the bank's tags to the paper's. */
function relettered(items: readonly Item[], letters: string) {
  const tags = new Map(items.map((item, i) => [item.tag, letters[i]!]))
  const shown = items.map(({ content, image }, i) => ({ tag: letters[i]!, content, ...(image ? { image } : {}) }))
  return { tags, shown }
}

type Simple = Omit<SimpleQuestion, 'quType'>
type Frozen = { shown: Omit<PaperQuestion, 'subList'>; key: QuestionKey }

function freezeSimple(
  { id, version, quType: type }: { id: string; version: number; quType: number },
  body: Simple,
  score: number,
  optionShuffle: boolean,
  random: Random,
): Frozen {
  // readers expect 对 before 错
  const mixed = optionShuffle && type !== QuType.trueFalse
  const options = relettered(mixed ? shuffledAround(body.options, random) : body.options, upper)
  const left = relettered(body.left, upper)
  // in the bank's order, partners are often side by side
  const right = relettered(shuffled(body.right, random), lower)
  const rightOnes = body.options.filter((one) => one.isRight)
  const shown = {
    quId: id,
    quType: type,
    content: body.content,
    score,
    answerList: options.shown,
    blankCount: body.blanks.length,
    left: left.shown,
    right: right.shown.map((item) => {
      const reusable = body.right.some((one) => one.reusable && right.tags.get(one.tag) === item.tag)
      return reusable ? { ...item, reusable } : item
    }),
  }
  const key: QuestionKey = {
    quId: id,
    quType: type,
    score,
    rule: body.rule,
    right: rightOnes.map((one) => options.tags.get(one.tag)!).sort(),
    points: Object.fromEntries(body.options.flatMap((one) => (one.points === undefined ? [] : [[options.tags.get(one.tag)!, one.points]]))),
    blanks: body.blanks,
    pairs: body.pairs.flatMap(([from, to]): [string, string][] => {
      const pair = [left.tags.get(from), right.tags.get(to)] as const
      return pair[0] && pair[1] ? [[pair[0], pair[1]]] : []
    }),
    reusable: body.right.flatMap((one) => (one.reusable ? [right.tags.get(one.tag)!] : [])),
    modelAnswer: body.modelAnswer,
    analysis: body.analysis,
    subs: [],
    origin: Object.fromEntries([options, left, right].flatMap(({ tags }) => [...tags].map(([bank, paper]) => [paper, bank]))),
    version,
  }
  return { shown, key }
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

/** Freezes one question with its score on this paper (1/100 point). The sub-questions of a composite stay in order. */
export function freezeQuestion(question: BankQuestion, score: number, optionShuffle: boolean, random: Random) {
  const { body } = question
  const { shown, key } = freezeSimple(question, body, score, optionShuffle, random)
  if (question.quType !== QuType.composite) return { shown: { ...shown, subList: [] }, key }
  const scores = splitScore(
    score,
    body.subs.map((sub) => sub.weight),
  )
  const subs = body.subs.map((sub, i) =>
    freezeSimple({ id: sub.id, version: question.version, quType: sub.quType }, sub, scores[i]!, optionShuffle, random),
  )
  return { shown: { ...shown, subList: subs.map((sub) => sub.shown) }, key: { ...key, subs: subs.map((sub) => sub.key) } }
}

type ChosenGroup = { title: string; questions: { question: BankQuestion; score: number }[] }

/** Freezes a whole paper; the same random numbers give the same paper. Questions are shuffled within their group only. */
export function freezePaper(groups: readonly ChosenGroup[], { quShuffle, optionShuffle }: Shuffling, random: Random): FrozenPaper {
  const keys: QuestionKey[] = []
  let sort = 0
  const content = groups.map(({ title, questions }): FrozenGroup => {
    const ordered = quShuffle ? shuffled(questions, random) : questions
    const quList = ordered.map(({ question, score }) => {
      const { shown, key } = freezeQuestion(question, score, optionShuffle, random)
      keys.push(key)
      sort += 1
      return { ...shown, sort }
    })
    const [first] = quList
    const even = first !== undefined && quList.every((one) => one.score === first.score)
    const totalScore = quList.reduce((sum, one) => sum + one.score, 0)
    return { title, quCount: quList.length, perScore: even ? first.score : null, totalScore, quList }
  })
  return { content, keys, quCount: sort, totalScore: content.reduce((sum, group) => sum + group.totalScore, 0) }
}
