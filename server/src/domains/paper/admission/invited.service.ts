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

/** A query (user_id): the active users whom an exam expects. */
export const invitedTo = (examId: string): RawBuilder<{ userId: string }> => sql`
  select u.id as user_id from exam e
  join sys_user u on u.state = ${sql.lit(UserState.active)}
  where e.id = ${examId} and (
    e.open_type = ${sql.lit(ExamOpenType.persons)} and (
      exists (select from exam_user x where x.exam_id = e.id and x.user_id = u.id)
      or exists (select from exam_group x join sys_group_user member on member.group_id = x.group_id where x.exam_id = e.id and member.user_id = u.id))
    or e.open_type = ${sql.lit(ExamOpenType.departs)} and u.role_type = ${sql.lit(RoleType.learner)} and exists (
      select from exam_depart x
      join sys_depart branch on branch.dept_code = x.dept_code
      join sys_depart own on own.dept_code = u.dept_code
      where x.exam_id = e.id and own.path like branch.path || '%'))`
