// The expected candidates of an exam: active users of its departments with their branches, or the users named,
// singly or as members of groups.
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { type RawBuilder, sql } from 'kysely'

/** Open types with a list of candidates. A public exam or one with a password has no expected candidates. */
export const namesPeople = (openType: number) => openType === ExamOpenType.departs || openType === ExamOpenType.persons

const active = sql`sys_user.state = ${sql.lit(UserState.active)}`

/** `invitedTo` as a condition on sys_user, for an exam of this open type, which names people. */
export const isInvited = (examId: string, openType: number): RawBuilder<boolean> =>
  openType === ExamOpenType.departs
    ? sql<boolean>`(${active} and sys_user.role_type = ${sql.lit(RoleType.learner)} and sys_user.dept_code = any(array(
        select own.dept_code from exam_depart x
        join sys_depart branch on branch.dept_code = x.dept_code
        join sys_depart own on own.path like branch.path || '%' where x.exam_id = ${examId}::bigint)))`
    : sql<boolean>`(${active} and (exists (select from exam_user x where x.exam_id = ${examId}::bigint and x.user_id = sys_user.id)
        or exists (select from exam_group x join sys_group_user member on member.group_id = x.group_id
          where x.exam_id = ${examId}::bigint and member.user_id = sys_user.id)))`

/** The exam has this open type: asked once for a statement. */
const isOpen = (examId: string, openType: number) =>
  sql`(select e.open_type = ${sql.lit(openType)} from exam e where e.id = ${examId}::bigint)`

/** A query (user_id): the active users whom an exam expects. Departments and named people are found once, and not for each user again. */
export const invitedTo = (examId: string): RawBuilder<{ userId: string }> => sql`
  select u.id as user_id from sys_user u
  where ${isOpen(examId, ExamOpenType.departs)} and u.state = ${sql.lit(UserState.active)} and u.role_type = ${sql.lit(RoleType.learner)}
    and u.dept_code = any(array(select own.dept_code from exam_depart x join sys_depart branch on branch.dept_code = x.dept_code
      join sys_depart own on own.path like branch.path || '%' where x.exam_id = ${examId}::bigint))
  union all select u.id from sys_user u
  where ${isOpen(examId, ExamOpenType.persons)} and u.state = ${sql.lit(UserState.active)} and u.id in (
    select x.user_id from exam_user x where x.exam_id = ${examId}::bigint
    union select member.user_id from exam_group x join sys_group_user member on member.group_id = x.group_id where x.exam_id = ${examId}::bigint)`
