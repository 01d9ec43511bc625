// The audience of exams: public, departments with their branches, users named singly or by group, or password.
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { audienceOf } from '../../people/user/audience.service.ts'

export const examAudience = audienceOf({
  row: 'exam',
  open: [ExamOpenType.all, ExamOpenType.password],
  write: {
    async clear(db, id) {
      await db.deleteFrom('examDepart').where('examId', '=', id).execute()
      await db.deleteFrom('examGroup').where('examId', '=', id).execute()
      await db.deleteFrom('examUser').where('examId', '=', id).execute()
    },
    departs: (rows) => sql`insert into exam_depart (exam_id, dept_code) ${rows}`,
    groups: (rows) => sql`insert into exam_group (exam_id, group_id) ${rows}`,
    persons: (rows) => sql`insert into exam_user (exam_id, user_id) ${rows}`,
  },
})

/** Whether the caller is in the audience of the exam. */
export async function admits(ctx: Ctx, exam: { id: string; openType: number }): Promise<boolean> {
  if (exam.openType === ExamOpenType.all || exam.openType === ExamOpenType.password) return true
  const scope = await examAudience.inScope(ctx)
  return (await ctx.db.selectFrom('exam').where('id', '=', exam.id).where(scope).select('id').executeTakeFirst()) !== undefined
}

/** Adds users to those whom an exam names. */
export async function addExamUsers({ db }: Pick<Ctx, 'db'>, examId: string, userIds: readonly string[]): Promise<void> {
  await db
    .insertInto('examUser')
    .values(userIds.map((userId) => ({ examId, userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
