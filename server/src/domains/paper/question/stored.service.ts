// Questions and keys of stored papers, whether a paper refers to its questions or holds them itself.
import type { QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { type From, readAsked } from './asked.service.ts'
import { type ArrangedGroup, type FrozenGroup, keysIn, shownIn } from './freeze.rules.ts'
import { arrangedBy, type PaperLayout } from './layout.rules.ts'

export type { From } from './asked.service.ts'

/** The columns of a paper from which its content is made. */
export const contentColumns = ['content', 'layout', 'questionIds', 'refs'] as const
/** The columns of a paper from which its keys are made. */
export const keyColumns = ['keys', 'layout', 'questionIds'] as const
/** Both. */
export const frozenColumns = ['content', 'keys', 'layout', 'questionIds', 'refs'] as const

type Own = { layout: unknown; questionIds: string[] | null }
export type ContentRow = Own & { content: unknown; refs: string[] | null }
export type KeyRow = Own & { keys: unknown }

/** @param named the ids of the bank of the questions that are asked for; all without it */
async function arrangedIn(from: From, rows: readonly Own[], named?: ReadonlySet<string>): Promise<ArrangedGroup[][]> {
  const questions = await readAsked(
    from,
    rows.flatMap((row) => row.questionIds ?? []),
  )
  return rows.map(({ layout, questionIds }) => {
    const asked = (questionIds ?? []).map((id) => {
      const question = questions.get(id)
      if (!question) throw new Error(`the question ${id} of a paper is not stored`)
      return question
    })
    const groups = arrangedBy(layout as PaperLayout, asked)
    return named ? groups.map((group) => ({ ...group, questions: group.questions.filter((one) => named.has(one.question.id)) })) : groups
  })
}

/** What was drawn for each row, in their order; undefined for one that holds it itself. */
async function arrangedWhere<R extends Own>(from: From, rows: readonly R[], refers: (row: R) => boolean, named?: ReadonlySet<string>) {
  const referring = rows.filter(refers)
  const arranged = referring.length === 0 ? [] : await arrangedIn(from, referring, named)
  const groupsOf = new Map(referring.map((row, at) => [row, arranged[at]!]))
  return rows.map((row) => groupsOf.get(row))
}

/** Of these papers, in their order, what was drawn; undefined for one that holds its content itself. */
export const storedArrangements = (from: From, rows: readonly ContentRow[]): Promise<(ArrangedGroup[] | undefined)[]> =>
  arrangedWhere(from, rows, (row) => row.content === null)

/** Makes something of each row: from its own column, or from the questions it refers to. */
async function madeOf<R extends Own, V>(
  from: From,
  rows: readonly R[],
  held: (row: R) => V | null,
  make: (groups: ArrangedGroup[], row: R) => V,
  named?: ReadonlySet<string>,
): Promise<V[]> {
  const arranged = await arrangedWhere(from, rows, (row) => held(row) === null, named)
  return rows.map((row, at) => held(row) ?? make(arranged[at]!, row))
}

/** The content of these papers, in their order. Fails as a fault if a paper refers to a question that does not exist. */
export const storedContents = (from: From, rows: readonly ContentRow[]): Promise<FrozenGroup[][]> =>
  madeOf(
    from,
    rows,
    (row) => row.content as FrozenGroup[] | null,
    (groups, row) => shownIn(groups, row.refs ?? undefined),
  )

/** The content of a paper. */
export const storedContent = async (from: From, row: ContentRow): Promise<FrozenGroup[]> => (await storedContents(from, [row]))[0]!

/** The keys as drawn of these papers, in their order. @param named only those of these questions of the bank, from papers that refer to them */
export const storedKeysOf = (from: From, rows: readonly KeyRow[], named?: ReadonlySet<string>): Promise<QuestionKey[][]> =>
  madeOf(from, rows, (row) => row.keys as QuestionKey[] | null, keysIn, named)

/** The keys of a paper as it was drawn. */
export const storedKeys = async (from: From, row: KeyRow): Promise<QuestionKey[]> => (await storedKeysOf(from, [row]))[0]!
