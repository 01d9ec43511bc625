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

type Exam = {
  /** a paper that was handed in */
  modelId: string
  examId: string
  quIds: readonly string[]
  /** the right letter of each question */
  keys: string
  /** a question to write into */
  textId?: string
}

export async function copyPapers(db: Database, exam: Exam, sheets: readonly Sheet[]): Promise<void> {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = 'paper'::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`.execute(db)
  for (const sheet of sheets) {
    const changed: Record<string, unknown> = {
      exam_id: exam.examId,
      user_id: sheet.userId,
      score: statesOf(exam, sheet).filter((one) => one === 'r').length * POINTS,
      start_time: sheet.startTime,
      state: PaperState.done,
      receipt_no: null,
    }
    const values = columns.map(({ name, type }) => (name in changed ? sql`${changed[name]}::${sql.raw(type)}` : sql.id(name)))
    const { rows } = await sql<{ id: string; version: number }>`insert into paper (${sql.join(columns.map((one) => sql.id(one.name)))})
      select ${sql.join(values)} from paper where id = ${exam.modelId} returning id, version`.execute(db)
    await addAnswers(db, rows[0]!, exam, sheet)
  }
}

const statesOf = ({ keys }: Exam, { letters }: Sheet) =>
  Array.from(letters).map((one, at) => (one === '.' ? 'b' : one === keys[at] ? 'r' : 'w'))

async function addAnswers(db: Database, { id, version }: { id: string; version: number }, exam: Exam, sheet: Sheet) {
  const { examId, quIds, keys, textId } = exam
  const { letters, text, startTime, savedAt } = sheet
  const states = statesOf(exam, sheet)
  const texts = textId === undefined ? [] : [textId]
  const items = [...quIds, ...texts]
  await db
    .insertInto('paperItem')
    .values({
      paperId: id,
      examId,
      version,
      items,
      maxes: items.map(() => POINTS),
      scores: items.map((_, at) => (states[at] === 'r' ? POINTS : 0)),
      states: items.map((_, at) => states[at] ?? 'w'),
      picks: items.map((_, at) => (letters[at] ?? '').replace('.', '')),
      rights: items.map((_, at) => keys[at] ?? ''),
    })
    .execute()
  const answers = items.map((quId, at) => ({
    quId,
    answer: JSON.stringify(quId === textId ? { text: text ?? '' } : { tags: [letters[at]!] }),
    savedAt: savedAt?.[at] ?? startTime,
  }))
  await db
    .insertInto('paperAnswer')
    .values(answers.map((one) => ({ ...one, paperId: id, session: 's', seq: 1, complete: true })))
    .execute()
}
