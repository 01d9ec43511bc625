// All that a worker computes about an exam: similar papers, similar texts, quick right answers, and the questions.
import { type Dif, difOf, LEAST_OF_GROUP, totalsOf } from './dif.rules.ts'
import { fastShares, isFast } from './fast.rules.ts'
import { categoriesOf } from './category.rules.ts'
import { type Compared, comparePapers, grouped, type World } from './similar.rules.ts'
import { CLUSTER, similarTexts, type TextPair } from '../../../kernel/similar-texts.ts'

type Sat = Omit<World, 'picks' | 'cross'> & {
  /** by person and item: `answerNumbers` */
  answers: Int32Array
}
export type Study = Omit<Sat, 'own' | 'users'> & {
  /** by person and item, 0 where not measured */
  seconds: Float64Array
  /** the answers to each short-answer question, by person; `known`: the texts of the question and its reference answer */
  texts: { quId: string; known: string[]; answers: string[] }[]
  /** the papers that are left out of the pairs, because their letters follow a pattern */
  patterned: number[]
  /** the same people with those of earlier exams behind them */
  across: (Sat & Required<Pick<World, 'own' | 'users'>>) | null
}
export type ItemFigures = { answers: number; a: number; b: number; seA: number; seB: number; dif: Dif | null }
export type Studied = Omit<Compared, 'irt'> & {
  texts: (TextPair & { quId: string })[]
  fast: { person: number; share: number; count: number }[]
  items: ItemFigures[] | null
  /** the numbers of the two departments of `dif` */
  compared: [number, number] | null
}

/** With more papers that have fewer of the questions, totals are not of one test. */
const MISSING = 0.2

export function study(world: Study): Studied {
  const { people, items, right } = world
  const { irt, ...within } = comparePapers({ ...world, picks: picksOf(world, world.patterned) })
  const compared = withEarlier(world, within)
  const pair = largest(world.departs)
  const missing = right.reduce((count, one) => count + (one < 0 ? 1 : 0), 0) / Math.max(1, right.length)
  const focal =
    pair && missing <= MISSING ? [...world.departs].map((one) => (one === pair[0] ? false : one === pair[1] ? true : null)) : null
  const groups = focal && { people, items, right, focal }
  const totals = groups && totalsOf(groups)
  return {
    ...compared,
    texts: world.texts.flatMap(({ quId, known, answers }) => unclustered(similarTexts(answers, known)).map((one) => ({ ...one, quId }))),
    fast: fastShares({ people, items, seconds: world.seconds, right }).flatMap((one, person) =>
      one && isFast(one) ? [{ person, ...one }] : [],
    ),
    compared: groups ? pair : null,
    items:
      irt &&
      Array.from({ length: items }, (_, item) => ({
        answers: Array.from({ length: people }, (_, person) => right[person * items + item]!).filter((one) => one >= 0).length,
        a: irt.a[item]!,
        b: -irt.d[item]! / irt.a[item]!,
        seA: irt.seA[item]!,
        seB: irt.seB[item]!,
        dif: groups && totals ? difOf(groups, totals, item) : null,
      })),
  }
}

function picksOf({ answers, items }: Sat, patterned: readonly number[]): Int8Array {
  const picks = categoriesOf(answers, items)
  for (const person of patterned) picks.fill(-1, person * items, (person + 1) * items)
  return picks
}

/**
 * The papers of earlier sittings are compared with those of the exam in a model of their own, so that they change nothing within the exam. People
 * who are too few for a model, as in a make-up exam, are compared with each other by the common one.
 */
function withEarlier({ across, patterned }: Study, within: Omit<Compared, 'irt'>): Omit<Compared, 'irt'> {
  if (!across || within.problem === 'unfit') return within
  const isFew = within.problem === 'few'
  const { irt: _, ...found } = comparePapers({ ...across, picks: picksOf(across, patterned), cross: !isFew })
  if (isFew) return found.problem === '' ? found : within
  if (found.problem !== '') return within
  return {
    ...within,
    counts: within.counts.map((one, family) => one + found.counts[family]!),
    pairs: grouped([...within.pairs, ...found.pairs]),
  }
}

/** The two largest departments, if both are large enough. */
function largest(departs: Int32Array): [number, number] | null {
  const sizes = [...Map.groupBy(departs, (one) => one)].map(([depart, people]) => ({ depart, size: people.length }))
  const large = sizes.filter(({ depart, size }) => depart >= 0 && size >= LEAST_OF_GROUP).toSorted((a, b) => b.size - a.size)
  return large.length < 2 ? null : [large[0]!.depart, large[1]!.depart]
}

/** Many equal answers have one source, such as a text that all have read, and say nothing of a pair. */
function unclustered(pairs: TextPair[]): TextPair[] {
  const heads = new Map<number, number>()
  const headOf = (person: number): number => {
    let at = person
    for (let next = heads.get(at) ?? at; next !== at; next = heads.get(at) ?? at) at = next
    return at
  }
  for (const { a, b } of pairs) heads.set(headOf(b), headOf(a))
  const sizes = Map.groupBy(new Set(pairs.flatMap(({ a, b }) => [a, b])), headOf)
  return pairs.filter(({ a }) => (sizes.get(headOf(a))?.length ?? 0) <= CLUSTER)
}
