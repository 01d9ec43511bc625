// Whom an exam is open to: everybody, departments with their branches, named persons, or whoever knows the password (9).
import type { Ctx } from '../../kernel/ctx.ts'
import { audienceOf } from '../sys/people/audience.service.ts'

export const examAudience = audienceOf('exam', [1, 9])

/** Whether this exam is open to the signed-in person. */
export async function admits(ctx: Ctx, exam: { id: string; openType: number }): Promise<boolean> {
  if (exam.openType === 1 || exam.openType === 9) return true
  const scope = await examAudience.inScope(ctx)
  return (await ctx.db.selectFrom('exam').where('id', '=', exam.id).where(scope).select('id').executeTakeFirst()) !== undefined
}
