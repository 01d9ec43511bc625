// Reads papers for the export of answers and points by question, portion by portion.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { Database } from '../../../kernel/database.ts'
import { questionsOf } from '../../qu/bank/question-read.service.ts'
import type { QuestionMark } from '../marking/marking.rules.ts'
import { keyColumns, storedKeysOf } from '../question/stored.service.ts'
import type { AskedQuestion } from './answer-table.format.ts'

const PORTION = 500
/** Each question has two columns; Excel has 16,384. */
const MOST_QUESTIONS = 8_000

/** The questions of these papers, ordered by their id in the bank. A question that several papers have is listed once. */
export async function askedOn(db: Database, paperIds: readonly string[]): Promise<AskedQuestion[]> {
  const found = new Set<string>()
  for (let at = 0; at < paperIds.length; at += PORTION) {
    const { rows } = await sql<{ quId: string }>`
      with chosen as (select keys, question_ids from paper where id = any(${paperIds.slice(at, at + PORTION)}::bigint[]))
      select q.qu_id::text as "quId" from paper_question q where q.id in (select unnest(question_ids) from chosen)
      union select jsonb_path_query(keys, '$[*].quId') #>> '{}' from chosen`.execute(db)
    for (const { quId } of rows) found.add(quId)
  }
  const quIds = [...found].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).slice(0, MOST_QUESTIONS)
  const bank = await questionsOf({ db }, quIds)
  return quIds.map((quId) => ({ quId, title: bank.get(quId)?.title ?? '' }))
}

/** Keys, answers and final marks of these papers, by paper. */
export async function answeredOn(db: Database, paperIds: readonly string[]) {
  const named = sql<string>`any(${[...paperIds]}::bigint[])`
  const papers = await db
    .selectFrom('paper')
    .where('id', '=', named)
    .select(['id', 'state', ...keyColumns, 'marks'])
    .execute()
  const given = await db.selectFrom('paperAnswer').where('paperId', '=', named).select(['paperId', 'quId', 'answer']).execute()
  const keys = await storedKeysOf({ db }, papers)
  const byPaper = Map.groupBy(given, (row) => row.paperId)
  return new Map(
    papers.map(({ id, state, marks }, at) => [
      id,
      {
        keys: keys[at]!,
        answers: new Map((byPaper.get(id) ?? []).map((row) => [row.quId, row.answer as unknown as Answer | null])),
        marks: state === PaperState.done ? ((marks as unknown as { marks: QuestionMark[] } | null)?.marks ?? null) : null,
      },
    ]),
  )
}
