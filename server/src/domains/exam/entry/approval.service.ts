// Applications for the entry checks: state, and consuming an approval.
import { type auditState, AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../kernel/database.ts'

/** Whether the exam takes applications: required, or in place of face check or password. */
export const takesApplications = (exam: { offline: boolean; needApply: boolean; needFace: boolean; openType: number }) =>
  !exam.offline && (exam.needApply || exam.needFace || exam.openType === ExamOpenType.password)

/** A user's newest application, as a column of a query on table exam; read it with `readApply`. */
export const applyColumn = (userId: string | RawBuilder<string>) =>
  sql`(select json_build_array(a.id::text, a.audit_state, a.audit_msg, extract(epoch from a.apply_time), a.audit_used)
    from exam_apply a where a.exam_id = exam.id and a.user_id = ${userId} order by a.id desc limit 1)`

type OwnApply = { id: string; auditState: keyof typeof auditState; auditMsg: string; applyTime: Date; auditUsed: boolean }

/** Reads `applyColumn`; null: no application. */
export function readApply(column: unknown): OwnApply | null {
  if (column === null) return null
  const [id, state, auditMsg, seconds, auditUsed] = column as [string, OwnApply['auditState'], string, number, boolean]
  return { id, auditState: state, auditMsg, applyTime: new Date(seconds * 1_000), auditUsed }
}

/** Consumes an approval, in the transaction that opens the paper. @returns false if another request consumed it first */
export async function consumeApproval(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('examApply')
    .set({ auditUsed: true })
    .where('id', '=', id)
    .where('auditState', '=', AuditState.approved)
    .where('auditUsed', '=', false)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
