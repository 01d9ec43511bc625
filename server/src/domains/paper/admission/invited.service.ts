// The expected candidates of an exam: active users of its departments with their branches, the members of its
// groups, or the users named.
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { UserState } from '@shuyuan/contract/sys/people/user-row.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { type RawBuilder, sql } from 'kysely'

/** Open types with a list of candidates. A public exam or one with a password has no expected candidates. */
export const namingTypes: number[] = [ExamOpenType.departs, ExamOpenType.persons, ExamOpenType.groups]
export const namesPeople = (openType: number) => namingTypes.includes(openType)
/** The same list for `open_type in …`. */
export const namingTypesSql = sql.raw(`(${namingTypes.join(', ')})`)

/** A query (user_id): the active users whom an exam expects. */
export const invitedTo = (examId: string): RawBuilder<{ userId: string }> => sql`
  select u.id as user_id from exam e
  join sys_user u on u.state = ${sql.lit(UserState.active)}
  where e.id = ${examId} and (
    e.open_type = ${sql.lit(ExamOpenType.persons)} and exists (select from exam_user x where x.exam_id = e.id and x.user_id = u.id)
    or e.open_type = ${sql.lit(ExamOpenType.groups)} and exists (
      select from exam_group x join sys_group_user member on member.group_id = x.group_id where x.exam_id = e.id and member.user_id = u.id)
    or e.open_type = ${sql.lit(ExamOpenType.departs)} and u.role_type = ${sql.lit(RoleType.learner)} and exists (
      select from exam_depart x
      join sys_depart branch on branch.dept_code = x.dept_code
      join sys_depart own on own.dept_code = u.dept_code
      where x.exam_id = e.id and own.path like branch.path || '%'))`
