// Whom an exam is open to: everybody, departments with their branches, named persons, or those who know the password.
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { audienceOf } from '../sys/people/audience.service.ts'

export const examAudience = audienceOf('exam', [ExamOpenType.all, ExamOpenType.password])

/** Whether this exam is open to the signed-in person. */
export async function admits(ctx: Ctx, exam: { id: string; openType: number }): Promise<boolean> {
  if (exam.openType === ExamOpenType.all || exam.openType === ExamOpenType.password) return true
  const scope = await examAudience.inScope(ctx)
  return (await ctx.db.selectFrom('exam').where('id', '=', exam.id).where(scope).select('id').executeTakeFirst()) !== undefined
}
