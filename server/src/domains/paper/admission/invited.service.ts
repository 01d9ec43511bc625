// Who is expected at an exam: the learners of its departments with their branches, or the people named.
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { UserState } from '@shuyuan/contract/sys/people/user-row.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { type RawBuilder, sql } from 'kysely'

/** Open types that name their people; public exams and those with a password expect nobody in particular. */
export const namesPeople = (openType: number) => openType === ExamOpenType.departs || openType === ExamOpenType.persons

/** Rows (user_id) of the active people whom an exam expects. */
export const invitedTo = (examId: string): RawBuilder<{ userId: string }> => sql`
  select u.id as user_id from exam e
  join sys_user u on u.state = ${sql.lit(UserState.active)}
  where e.id = ${examId} and (
    e.open_type = ${sql.lit(ExamOpenType.persons)} and exists (select from exam_user x where x.exam_id = e.id and x.user_id = u.id)
    or e.open_type = ${sql.lit(ExamOpenType.departs)} and u.role_type = ${sql.lit(RoleType.learner)} and exists (
      select from exam_depart x
      join sys_depart branch on branch.dept_code = x.dept_code
      join sys_depart own on own.dept_code = u.dept_code
      where x.exam_id = e.id and own.path like branch.path || '%'))`
