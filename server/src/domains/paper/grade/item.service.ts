// Item rows (paper_item): the marks of a paper by question for item analysis, stored when a paper is graded and rebuilt when outdated.
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { fixesColumn } from './applied-fix.service.ts'
import { itemsOf, type PaperItems } from '../question/item.rules.ts'
import { keyColumns, storedKeysOf } from '../question/stored.service.ts'
import { markingNow } from '../marking/marking-fix.rules.ts'
import type { QuestionMark } from '../marking/marking.rules.ts'
import { among, type Database } from '../../../kernel/database.ts'
import { readAnswersOf } from './stored-answers.service.ts'

/** Papers per portion; larger portions would block other requests of this node. */
export const PORTION = 100
export type StoredItems = PaperItems & { paperId: string; examId: string; version: number }

/** A value for an array column. The driver looks for what needs an escape in each element, which ids, letters and numbers have not. */
const listOf = <T extends string | number>(values: readonly T[]) => {
  const plain = values.length > 0 && !/["\\]/.test(values.join(''))
  return plain ? sql<T[]>`${`{"${values.join('","')}"}`}` : [...values]
}

const listsOf = ({ items, maxes, scores, states, picks, rights }: PaperItems) => ({
  items: listOf(items),
  maxes: listOf(maxes),
  scores: listOf(scores),
  states: listOf(states),
  picks: listOf(picks),
  rights: listOf(rights),
})

/** Stores item rows unless newer ones exist. */
export async function storeItems(db: Database, rows: readonly StoredItems[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('paperItem')
    .values(rows.map((row) => ({ ...row, ...listsOf(row) })))
    .onConflict((conflict) =>
      conflict
        .column('paperId')
        .doUpdateSet((eb) => ({
          version: eb.ref('excluded.version'),
          items: eb.ref('excluded.items'),
          maxes: eb.ref('excluded.maxes'),
          scores: eb.ref('excluded.scores'),
          states: eb.ref('excluded.states'),
          picks: eb.ref('excluded.picks'),
          rights: eb.ref('excluded.rights'),
        }))
        .where(sql<boolean>`paper_item.version <= excluded.version`),
    )
    .execute()
}

/** Finished papers whose item rows are missing or older than the paper. */
export const stalePapers = (db: Database) =>
  db
    .selectFrom('paper')
    .leftJoin('paperItem', 'paperItem.paperId', 'paper.id')
    .where('paper.state', '=', PaperState.done)
    .where('paper.marks', 'is not', null)
    .where(sql<boolean>`paper_item.version is distinct from paper.version`)

/**
 * Builds the missing or outdated item rows of the finished papers of an exam, portion by portion.
 * @param onBroken called for a paper that cannot be split into items; the other papers are built anyway
 * @param options `paperId`: only this paper; `onPortion`: called after each portion, false stops the build
 * @returns the number of papers built
 */
export async function refreshItems(
  db: Database,
  examId: string,
  onBroken: OnBroken,
  { paperId, onPortion }: { paperId?: string; onPortion?: () => boolean } = {},
): Promise<number> {
  let built = 0
  let after = '0'
  for (;;) {
    const rows = await stalePapers(db)
      .where('paper.examId', '=', examId)
      .where('paper.id', '>', after)
      .$if(paperId !== undefined, (q) => q.where('paper.id', '=', paperId ?? ''))
      .orderBy('paper.id')
      .limit(PORTION)
      .select('paper.id')
      .execute()
    const ids = rows.map((row) => row.id)
    await buildPapers(db, ids, onBroken)
    built += ids.length
    const last = ids.at(-1)
    if (last === undefined || ids.length < PORTION || onPortion?.() === false) return built
    after = last
  }
}

export type OnBroken = (paperId: string, error: unknown) => void

/** Logs a paper that cannot be split into items; the paper is left out. */
export const logBroken =
  (app: App): OnBroken =>
  (paperId, error) =>
    app.log.error({ err: error, paperId }, 'the item rows of a paper could not be built')

/** Builds the item rows of these papers. @param onBroken called for a paper that cannot be split into items and is left out */
export async function buildPapers(db: Database, ids: string[], onBroken: OnBroken): Promise<void> {
  if (ids.length === 0) return
  const rows = await db
    .selectFrom('paper')
    .where(among('paper.id', ids))
    .select(['paper.id', 'paper.examId', 'paper.version', ...keyColumns, 'marks', 'markOptions', 'passScore', fixesColumn])
    .execute()
  const answers = await readAnswersOf(db, ids)
  const keys = await storedKeysOf({ db }, rows)
  const itemRows = rows.flatMap((row, at) => {
    const frozen = {
      keys: keys[at]!,
      markOptions: row.markOptions as unknown as MarkOptions,
      passScore: row.passScore,
    }
    try {
      const { marks } = row.marks as unknown as { marks: QuestionMark[] }
      const items = itemsOf(markingNow(frozen, row.fixes).keys, marks, answers.get(row.id)!.answers)
      return [{ ...items, paperId: row.id, examId: row.examId, version: row.version }]
    } catch (error) {
      onBroken(row.id, error)
      return []
    }
  })
  await storeItems(db, itemRows)
}
