// Finished papers with given answers, copied from one that the product made: a test of many papers need not sit them all.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { Database } from '../../src/kernel/database.ts'

export type Sheet = {
  userId: string
  /** the letters that were chosen, by question; a dot is a blank answer */
  letters: string
  /** what was written into the last question, which is no choice */
  text?: string
  startTime: Date
  /** when each question was answered last */
  savedAt?: readonly Date[]
}

const POINTS = 200

/**
 * @param modelId a paper that was handed in
 * @param keys the right letters of the questions `quIds`
 * @param textId a question to write into
 */
export async function copyPapers(
  db: Database,
  { modelId, examId, quIds, keys, textId }: { modelId: string; examId: string; quIds: readonly string[]; keys: string; textId?: string },
  sheets: readonly Sheet[],
): Promise<string[]> {
  const columns = await sql<{ name: string; type: string }>`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = 'paper'::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`.execute(db)
  const { version } = await db.selectFrom('paper').where('id', '=', modelId).select('version').executeTakeFirstOrThrow()
  const ids: string[] = []
  for (const { userId, letters, text, startTime, savedAt } of sheets) {
    const states = Array.from(letters).map((one, at) => (one === '.' ? 'b' : one === keys[at] ? 'r' : 'w'))
    const score = states.filter((one) => one === 'r').length * POINTS
    const changed: Record<string, unknown> = { exam_id: examId, user_id: userId, score, start_time: startTime, state: PaperState.done, marks: '{}' }
    const values = columns.rows.map(({ name, type }) => (name in changed ? sql`${changed[name]}::${sql.raw(type)}` : sql.id(name)))
    const { rows } = await sql<{ id: string }>`insert into paper (${sql.join(columns.rows.map((one) => sql.id(one.name)))})
      select ${sql.join(values)} from paper where id = ${modelId} returning id`.execute(db)
    const { id } = rows[0]!
    ids.push(id)
    const texts = textId === undefined ? [] : [textId]
    await db
      .insertInto('paperItem')
      .values({
        paperId: id,
        examId,
        version,
        items: [...quIds, ...texts],
        maxes: [...quIds, ...texts].map(() => POINTS),
        scores: [...states.map((one) => (one === 'r' ? POINTS : 0)), ...texts.map(() => 0)],
        states: [...states, ...texts.map(() => 'w')],
        picks: [...Array.from(letters).map((one) => (one === '.' ? '' : one)), ...texts.map(() => '')],
        rights: [...keys, ...texts.map(() => '')],
      })
      .execute()
    const answers = [
      ...quIds.map((quId, at) => ({ quId, answer: { tags: [letters[at]!] }, savedAt: savedAt?.[at] ?? startTime })),
      ...texts.map((quId) => ({ quId, answer: { text: text ?? '' }, savedAt: startTime })),
    ]
    await db
      .insertInto('paperAnswer')
      .values(
        answers.map(({ answer, ...one }) => ({ ...one, paperId: id, session: 's', seq: 1, answer: JSON.stringify(answer), complete: true })),
      )
      .execute()
  }
  return ids
}
