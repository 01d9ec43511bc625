// Whom an exam is open to: everybody, departments with their branches, named persons, or whoever knows the password.
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { failField } from '../../kernel/fail.ts'
import { ancestorsAndSelf } from '../sys/depart.service.ts'

/** A condition on table exam: open to the signed-in person (open types 1 public, 2 departments, 3 persons, 9 password). */
export async function inScope(ctx: Ctx): Promise<Expression<SqlBool>> {
  const codes = await ancestorsAndSelf(ctx, ctx.user.deptCode)
  return sql<SqlBool>`(open_type in (1, 9)
    or open_type = 2 and exists (select from exam_depart d where d.exam_id = exam.id and d.dept_code = any(${codes}::text[]))
    or open_type = 3 and exists (select from exam_user u where u.exam_id = exam.id and u.user_id = ${ctx.user.id}))`
}

/** Whether this exam is open to the signed-in person. */
export async function admits(ctx: Ctx, exam: { id: string; openType: number }): Promise<boolean> {
  if (exam.openType === 1 || exam.openType === 9) return true
  const scope = await inScope(ctx)
  return (await ctx.db.selectFrom('exam').where('id', '=', exam.id).where(scope).select('id').executeTakeFirst()) !== undefined
}

export async function audienceOf({ db }: Ctx, examId: string) {
  const departs = await db.selectFrom('examDepart').where('examId', '=', examId).orderBy('deptCode').select('deptCode').execute()
  const users = await db
    .selectFrom('examUser')
    .innerJoin('sysUser', 'sysUser.id', 'examUser.userId')
    .where('examId', '=', examId)
    .orderBy('sysUser.id')
    .select(['sysUser.id', 'userName', 'realName'])
    .execute()
  return { deptCodes: departs.map((one) => one.deptCode), users }
}

/** Replaces an exam's audience. Fails at the field for departments or people that do not exist. */
export async function saveAudience({ db }: Ctx, examId: string, deptCodes: string[], userIds: string[]) {
  await db.deleteFrom('examDepart').where('examId', '=', examId).execute()
  await db.deleteFrom('examUser').where('examId', '=', examId).execute()
  const codes = [...new Set(deptCodes)]
  const ids = [...new Set(userIds)]
  if (codes.length > 0) {
    const stored = await sql`insert into exam_depart (exam_id, dept_code)
      select ${examId}, dept_code from sys_depart where dept_code = any(${codes}::text[])`.execute(db)
    if (Number(stored.numAffectedRows) < codes.length) failField('deptCodes', '有部门不存在，请重新选择')
  }
  if (ids.length > 0) {
    const stored = await sql`insert into exam_user (exam_id, user_id)
      select ${examId}, id from sys_user where id = any(${ids}::bigint[])`.execute(db)
    if (Number(stored.numAffectedRows) < ids.length) failField('userIds', '有人员不存在，请重新选择')
  }
}
