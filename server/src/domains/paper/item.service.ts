// The figures of marked papers question by question (paper_item): written as papers are marked, built anew where they have grown old.
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import type { Answer, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { Database } from '../../kernel/database.ts'
import { fixesColumn } from './fixes.service.ts'
import { itemsOf, type PaperItems } from './item.rules.ts'
import { markingNow } from './marking.fix.rules.ts'
import type { QuestionMark } from './marking.rules.ts'

const BATCH = 200
export type KeptItems = PaperItems & { paperId: string; examId: string; version: number }

/** Stores figures unless newer ones are there. */
export async function keepItems(db: Database, rows: readonly KeptItems[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('paperItem')
    .values([...rows])
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

/**
 * Builds what is missing or older than its paper, of the finished papers of an exam; most are written when a paper is marked.
 * @param paperId only this one
 * @returns how many
 */
export async function refreshItems(db: Database, examId: string, paperId?: string): Promise<number> {
  let built = 0
  let after = '0'
  for (;;) {
    const rows = await db
      .selectFrom('paper')
      .leftJoin('paperItem', 'paperItem.paperId', 'paper.id')
      .where('paper.examId', '=', examId)
      .where('paper.state', '=', 2)
      .where('paper.marks', 'is not', null)
      .where('paper.id', '>', after)
      .$if(paperId !== undefined, (q) => q.where('paper.id', '=', paperId ?? ''))
      .where(sql<boolean>`paper_item.version is distinct from paper.version`)
      .orderBy('paper.id')
      .limit(BATCH)
      .select(['paper.id', 'paper.examId', 'paper.version', 'keys', 'marks', 'markOptions', 'passScore', fixesColumn])
      .execute()
    const answers = await answersOf(
      db,
      rows.map((row) => row.id),
    )
    const kept = rows.map((row) => {
      const frozen = {
        keys: row.keys as unknown as QuestionKey[],
        markOptions: row.markOptions as unknown as MarkOptions,
        passScore: row.passScore,
      }
      const { marks } = row.marks as unknown as { marks: QuestionMark[] }
      const items = itemsOf(markingNow(frozen, row.fixes).keys, marks, answers.get(row.id) ?? new Map<string, Answer | null>())
      return { ...items, paperId: row.id, examId: row.examId, version: row.version }
    })
    await keepItems(db, kept)
    built += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return built
    after = last.id
  }
}

async function answersOf(db: Database, paperIds: string[]): Promise<Map<string, Map<string, Answer | null>>> {
  const rows = await db
    .selectFrom('paperAnswer')
    .where('paperId', '=', sql<string>`any(${paperIds}::bigint[])`)
    .select(['paperId', 'quId', 'answer'])
    .execute()
  const byPaper = new Map<string, Map<string, Answer | null>>()
  for (const { paperId, quId, answer } of rows) {
    const own = byPaper.get(paperId) ?? new Map<string, Answer | null>()
    own.set(quId, answer as unknown as Answer | null)
    byPaper.set(paperId, own)
  }
  return byPaper
}
