// What belongs to a learner's own results beyond the paper: the certificate of the exam, and the paper that counts.
import { GrantState } from '@shuyuan/contract/cert/grant.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'

/** A learner's filter by passed matches only papers whose score the exam shows. */
export const passShown = (now: Date) =>
  sql<SqlBool>`(show_score in ('handed', 'marked') or show_score = 'closed' and (exam.state <> ${sql.lit(ExamState.enabled)} or exam.end_time <= ${now}))`

/**
 * A condition on paper: of the caller's papers of an exam the best one, the earliest of equal ones. While the exam hides scores it is the newest
 * marked one, because the best would reveal them; before the first is marked, the newest.
 */
export const ownBest = ({ now, user }: Pick<Ctx, 'now' | 'user'>) => sql<SqlBool>`paper.id in (select distinct on (own.exam_id) own.id
  from paper own join exam on exam.id = own.exam_id
  where own.user_id = ${user.id}::bigint and own.state >= ${sql.lit(PaperState.open)}
  order by own.exam_id, own.state = ${sql.lit(PaperState.done)} desc, case when ${passShown(now)} then own.score end desc nulls last,
    case when own.state = ${sql.lit(PaperState.done)} and ${passShown(now)} then own.id else -own.id end)`

/** The certificate in force that the caller has by this exam; null: none. */
export async function certOfExam({ db, user }: Ctx, examId: string): Promise<{ title: string; grantNo: string } | null> {
  const row = await db
    .selectFrom('certGrant')
    .where('refType', '=', 'exam')
    .where('refId', '=', examId)
    .where('userId', '=', user.id)
    .where('state', '=', GrantState.valid)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['title', 'grantNo'])
    .executeTakeFirst()
  return row ?? null
}
