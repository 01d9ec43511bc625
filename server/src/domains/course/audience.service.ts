// Whom a course is for: everybody, departments with their branches, or named persons.
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { failField } from '../../kernel/fail.ts'
import { ancestorsAndSelf } from '../sys/depart.service.ts'

/** A condition on table course: it is for the signed-in person (open types 1 public, 2 departments, 3 persons). */
export async function inScope(ctx: Ctx): Promise<Expression<SqlBool>> {
  const codes = await ancestorsAndSelf(ctx, ctx.user.deptCode)
  return sql<SqlBool>`(course.open_type = 1
    or course.open_type = 2 and exists (
      select from course_depart d where d.course_id = course.id and d.dept_code = any(${codes}::text[]))
    or course.open_type = 3 and exists (select from course_user u where u.course_id = course.id and u.user_id = ${ctx.user.id}))`
}

/** The codes of its departments and its named persons. */
export async function audienceOf({ db }: Pick<Ctx, 'db'>, courseId: string) {
  const departs = await db.selectFrom('courseDepart').where('courseId', '=', courseId).orderBy('deptCode').select('deptCode').execute()
  const users = await db
    .selectFrom('courseUser')
    .innerJoin('sysUser', 'sysUser.id', 'courseUser.userId')
    .where('courseId', '=', courseId)
    .orderBy('sysUser.id')
    .select(['sysUser.id', 'userName', 'realName'])
    .execute()
  return { deptCodes: departs.map((one) => one.deptCode), users }
}

/** Replaces a course's audience. Fails at the field for departments or people that do not exist. */
export async function saveAudience({ db }: Pick<Ctx, 'db'>, courseId: string, deptCodes: string[], userIds: string[]): Promise<void> {
  await db.deleteFrom('courseDepart').where('courseId', '=', courseId).execute()
  await db.deleteFrom('courseUser').where('courseId', '=', courseId).execute()
  const codes = [...new Set(deptCodes)]
  const ids = [...new Set(userIds)]
  if (codes.length > 0) {
    const stored = await sql`insert into course_depart (course_id, dept_code)
      select ${courseId}, dept_code from sys_depart where dept_code = any(${codes}::text[])`.execute(db)
    if (Number(stored.numAffectedRows) < codes.length) failField('deptCodes', '有部门不存在，请重新选择')
  }
  if (ids.length > 0) {
    const stored = await sql`insert into course_user (course_id, user_id)
      select ${courseId}, id from sys_user where id = any(${ids}::bigint[])`.execute(db)
    if (Number(stored.numAffectedRows) < ids.length) failField('userIds', '有人员不存在，请重新选择')
  }
}
