// The answers of a question that are marked by people, within the caller's data scope.
import { MOST_OPINIONS, SAMPLE } from '@shuyuan/contract/assist/mark/mark.ts'
import { TaskRole, TaskState } from '@shuyuan/contract/paper/review/review.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import type { First } from '../../paper/review/review-first.service.ts'
import { tasksOfExam } from '../../paper/review/review-task.service.ts'
import { type Line, rubricHash } from './opinion.rules.ts'

export type Question = { examId: string; leaf: string }
export type Rubric = { lines: Line[]; hash: string }

/** The rubric lines of a question in their order. */
export async function rubricOf(db: Database, { examId, leaf }: Question): Promise<Rubric> {
  const lines = await db
    .selectFrom('paperRubric')
    .where('examId', '=', examId)
    .where('leaf', '=', leaf)
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'text', 'points'])
    .execute()
  return { lines, hash: rubricHash(lines) }
}

/** Answers on which several opinions lie apart; the furthest first. */
export const apart: First = {
  isFirst: sql<boolean>`exists (select from assist_mark m
    where m.paper_id = t.paper_id and m.leaf = t.leaf and m.exam_id = t.exam_id and m.spread > 0)`,
  weight: sql<number>`(select m.spread from assist_mark m where m.paper_id = t.paper_id and m.leaf = t.leaf)`,
}

type Chosen = Question & { which: 'sample' | 'waiting' | 'marked'; again: boolean }

/** First marking tasks of the chosen answers, at most 2,000; without `again` those that have no opinion by the present rubric. */
export async function chosenTasks(ctx: Ctx, { examId, leaf, which, again }: Chosen, { hash }: Rubric): Promise<string[]> {
  const rows = await (
    await tasksOfExam(ctx, examId)
  )
    .where('t.leaf', '=', leaf)
    .where('t.role', '=', TaskRole.first)
    .where('t.state', which === 'marked' ? '>' : '=', TaskState.waiting)
    .$if(!again, (q) =>
      q.where(
        sql<boolean>`not exists (select from assist_mark m where m.paper_id = t.paper_id and m.leaf = t.leaf and m.rubric_hash = ${hash})`,
      ),
    )
    .orderBy(sql`hashtext(t.paper_id::text)`)
    .orderBy('t.id')
    .limit(which === 'sample' ? SAMPLE : MOST_OPINIONS)
    .select('t.id')
    .execute()
  return rows.map((row) => row.id)
}
