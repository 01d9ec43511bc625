// Quizzes of a backup as papers, with slots of fixed and of drawn questions, and their attempts as results.
import { jsonOf } from '../read/dump-values.format.ts'
import type { OldDraw, OldPaper, OldResult } from '../old-site.format.ts'
import { child, children, momentOf, type Node, numberOf, textOf, attribute } from './backup-xml.format.ts'

/** A question slot: one question, or one of a category by chance. Points in 1/100. */
export type Slot = { number: number; points: number } & ({ questionId: string } | { categoryId: string; withBelow: boolean })
export type Stock = { bankId: string; chapter: string; quType: number; count: number }
export type Known = {
  /** ids of the questions that stand for one of the bank; several for one with values */
  idsOf: (id: string) => readonly string[]
  /** categories of the old kind of random question, by its id */
  randomOf: ReadonlyMap<string, { categoryId: string; withBelow: boolean }>
  stockOf: (categoryId: string, withBelow: boolean) => readonly Stock[]
}

const points = (text: string) => Math.round((Number(text) || 0) * 100)
const isYes = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true'

/** What a random slot draws from: the filter of Moodle 4.3 and later, or that of 4.0. */
function drawnFrom(reference: Node): { categoryId: string; withBelow: boolean } | undefined {
  const given = jsonOf(textOf(reference, 'filtercondition')) as
    | {
        questioncategoryid?: unknown
        includingsubcategories?: unknown
        filter?: { category?: { values?: unknown[]; filteroptions?: { includesubcategories?: unknown } } }
      }
    | undefined
  const { category } = given?.filter ?? {}
  const id = category?.values?.[0] ?? given?.questioncategoryid
  if (typeof id !== 'string' && typeof id !== 'number') return undefined
  return { categoryId: String(id), withBelow: isYes(category?.filteroptions?.includesubcategories ?? given?.includingsubcategories) }
}

function slotOf(node: Node, { randomOf }: Known): Slot | undefined {
  const place = { number: numberOf(node, 'slot'), points: points(textOf(node, 'maxmark')) }
  const set = children(node, 'question_set_reference')[0]
  if (set) {
    const from = drawnFrom(set)
    return from && { ...place, ...from }
  }
  const entry = textOf(node, 'question_reference', 'questionbankentryid')
  if (entry !== '') return { ...place, questionId: `e${entry}` }
  const old = textOf(node, 'questionid')
  const from = randomOf.get(old)
  return from ? { ...place, ...from } : { ...place, questionId: `q${old}` }
}

/** `count` shared out by the sizes of the stocks, none more than it has; the rest goes to the largest remainders. */
export function shared(count: number, stocks: readonly Stock[]): number[] {
  const all = stocks.reduce((sum, one) => sum + one.count, 0)
  if (all === 0) return stocks.map(() => 0)
  const exact = stocks.map((one) => Math.min((count * one.count) / all, one.count))
  const shares = exact.map(Math.floor)
  const order = exact.map((one, at) => [one - Math.floor(one), at] as const).toSorted((a, b) => b[0] - a[0])
  for (const [, at] of order) {
    const given = shares.reduce((sum, one) => sum + one, 0)
    if (given < count && (shares[at] ?? 0) < (stocks[at]?.count ?? 0)) shares[at] = (shares[at] ?? 0) + 1
  }
  return shares
}

type Group = OldPaper['groups'][number]
const isDrawn = (slot: Slot): slot is Extract<Slot, { categoryId: string }> => 'categoryId' in slot

/** Slots of one section: those that follow each other and are fixed are a group, as are those that are drawn. */
function groupsOf(title: string, slots: readonly Slot[], known: Known): Group[] {
  const runs: Slot[][] = []
  for (const slot of slots) {
    const last = runs.at(-1)
    if (last?.[0] && isDrawn(last[0]) === isDrawn(slot)) last.push(slot)
    else runs.push([slot])
  }
  return runs.map((run) => ({
    title,
    picks: run.flatMap((one) =>
      isDrawn(one)
        ? []
        : known
            .idsOf(one.questionId)
            .slice(0, 1)
            .map((questionId) => ({ questionId, points: one.points })),
    ),
    draws: drawsOf(run.filter(isDrawn), known),
  }))
}

function drawsOf(slots: readonly Extract<Slot, { categoryId: string }>[], known: Known): OldDraw[] {
  const draws = new Map<string, OldDraw>()
  for (const some of Map.groupBy(slots, (one) => `${one.categoryId} ${one.withBelow} ${one.points}`).values()) {
    const [first] = some
    const stocks = first ? known.stockOf(first.categoryId, first.withBelow) : []
    for (const [at, count] of shared(some.length, stocks).entries()) {
      const stock = stocks[at]
      if (!first || !stock || count === 0) continue
      const key = `${stock.chapter} ${stock.quType} ${first.points}`
      draws.set(key, { ...stock, points: first.points, count: count + (draws.get(key)?.count ?? 0) })
    }
  }
  return [...draws.values()]
}

export type ReadQuiz = { paper: OldPaper; results: OldResult[]; /** slots without a question */ lost: number }

/** @param activity element activity of quiz.xml @param gradebook element activity_gradebook of grades.xml */
export function quizOf(activity: Node, gradebook: Node, known: Known): ReadQuiz {
  const quiz = child(activity, 'quiz')
  const id = attribute(activity, 'moduleid')
  const given = children(child(quiz, 'question_instances'), 'question_instance')
  const slots = given.flatMap((one) => slotOf(one, known) ?? []).toSorted((a, b) => a.number - b.number)
  const sections = children(child(quiz, 'sections'), 'section')
    .map((one) => ({ from: numberOf(one, 'firstslot'), title: textOf(one, 'heading').trim() }))
    .toSorted((a, b) => a.from - b.from)
  const starts = sections.length > 0 ? sections : [{ from: 1, title: '' }]
  const groups = starts.flatMap(({ from, title }, at) => {
    const end = starts[at + 1]?.from ?? Number.POSITIVE_INFINITY
    const here = slots.filter((one) => (at === 0 || one.number >= from) && one.number < end)
    return groupsOf(title || `第 ${at + 1} 部分`, here, known)
  })
  const filled = groups.reduce((sum, { picks, draws = [] }) => sum + picks.length + draws.reduce((n, one) => n + one.count, 0), 0)
  const total = points(textOf(quiz, 'sumgrades'))
  const until = momentOf(quiz, 'timeclose')
  const paper = {
    id,
    title: textOf(quiz, 'name').trim().slice(0, 90) || `测验 ${id}`,
    minutes: Math.ceil(numberOf(quiz, 'timelimit') / 60),
    passScore: passOf(quiz, gradebook, total),
    from: momentOf(quiz, 'timeopen'),
    until,
    isOpen: until === null,
    groups,
  }
  return { paper, results: resultsOf(quiz, id, total), lost: given.length - filled }
}

/** The pass mark stands on the scale of the grade book; the score of a paper is the sum of its questions. */
function passOf(quiz: Node, gradebook: Node, total: number): number {
  const item = child(gradebook, 'grade_items', 'grade_item')
  const grade = numberOf(quiz, 'grade')
  return grade > 0 ? Math.round((numberOf(item, 'gradepass') / grade) * total) : 0
}

const FINISHED = 'finished'

const resultsOf = (quiz: Node, paperId: string, total: number): OldResult[] =>
  children(child(quiz, 'attempts'), 'attempt').flatMap((one) => {
    const handTime = momentOf(one, 'timefinish')
    const start = momentOf(one, 'timestart')
    // before Moodle 2.3 an attempt had no state
    const isOver = [FINISHED, ''].includes(textOf(one, 'state')) && textOf(one, 'preview') !== '1'
    if (!isOver || !handTime || textOf(one, 'sumgrades') === '') return []
    const seconds = start ? Math.max(0, Math.round((handTime.getTime() - start.getTime()) / 1_000)) : 0
    return [
      {
        id: `${paperId}/${attribute(one, 'id')}`,
        paperId,
        userId: textOf(one, 'userid'),
        score: Math.max(0, points(textOf(one, 'sumgrades'))),
        total,
        handTime,
        seconds,
      },
    ]
  })
