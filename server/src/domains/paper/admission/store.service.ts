// Stores new papers; those that candidates open at the same moment with one statement and one commit.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type Insertable, sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { gatheredValues } from '../../../kernel/memo/gathered.ts'
import { appPart } from '../../../kernel/part.ts'
import type { DB } from '../../../kernel/tables.ts'

type Row = Insertable<DB['paper']> & { examId: string; userId: string }
type Stored = { id: string; examId: string; userId: string }
type Outcome = { stored: Stored | undefined } | { error: unknown }

/** Papers of one statement. */
const MOST = 8

/** @returns the stored papers, without those of users who have an open or prepared one */
export const insertRows = (db: Database, rows: readonly Row[]): Promise<Stored[]> =>
  db
    .insertInto('paper')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['examId', 'userId'])
        .where('state', 'in', [sql.lit(PaperState.prepared), sql.lit(PaperState.open)])
        .doNothing(),
    )
    .returning(['id', 'examId', 'userId'])
    .execute()

/** As insertRows for one row, committed, together with the rows of others who ask at the same moment. A row that fails does so alone. */
export async function insertTogether(app: App, row: Row): Promise<Stored | undefined> {
  const outcome = (await together(app)(row))!
  if ('error' in outcome) throw outcome.error
  return outcome.stored
}

const together = appPart((app) => gatheredValues<Row, Outcome>((rows) => insertAll(app.db, rows), { most: MOST }))

const keyOf = ({ examId, userId }: Pick<Row, 'examId' | 'userId'>) => `${examId}/${userId}`
const ascending = (a: string, b: string) => Number(BigInt(a) - BigInt(b))

async function insertAll(db: Database, rows: readonly Row[]): Promise<Map<Row, Outcome>> {
  // of two tabs one stores the paper, and the other finds it
  const first = [...new Map(rows.toReversed().map((row) => [keyOf(row), row])).values()]
  // each process in the same order: a statement waits for the rows that another one has not committed yet
  const ordered = first.toSorted((a, b) => ascending(a.examId, b.examId) || ascending(a.userId, b.userId))
  const outcomes = await insertOrdered(db, ordered)
  return new Map(rows.map((row) => [row, outcomes.get(row) ?? { stored: undefined }]))
}

async function insertOrdered(db: Database, rows: readonly Row[]): Promise<Map<Row, Outcome>> {
  try {
    const stored = new Map((await insertRows(db, rows)).map((one) => [keyOf(one), one]))
    return new Map(rows.map((row) => [row, { stored: stored.get(keyOf(row)) }]))
  } catch (error) {
    const [only, ...others] = rows
    if (only && others.length === 0) return new Map([[only, { error }]])
  }
  const outcomes = new Map<Row, Outcome>()
  for (const row of rows) for (const [own, outcome] of await insertOrdered(db, [row])) outcomes.set(own, outcome)
  return outcomes
}
