// Arbitration: the recipients of the message that the marks of an answer differ and the chief marker has to decide.
import type { Ctx } from '../../../kernel/ctx.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { usersWithTag } from '../../people/role-menu/right.service.ts'

/** A chief marker holds both. */
const [MARK, CHANGE] = ['paper:review', 'paper:update']

/**
 * Tells the maker of the exam that an answer waits for arbitration; where no account holds both permissions of a chief marker, also all
 * accounts that hold one of them, and the message says what is missing. Papers are not named, as marking may be blind.
 */
export async function requestArbitration(
  ctx: Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>,
  { examId }: { examId: string },
): Promise<void> {
  const { title, createBy } = await ctx.db
    .selectFrom('exam')
    .where('id', '=', examId)
    .select(['title', 'createBy'])
    .executeTakeFirstOrThrow()
  const [markers, changers] = [await usersWithTag(ctx, MARK), await usersWithTag(ctx, CHANGE)]
  const hasChief = markers.some((id) => changers.includes(id))
  const readers = new Set([...(createBy === null ? [] : [createBy]), ...(hasChief ? [] : [...markers, ...changers])])
  if (readers.size === 0) return
  await sendMsg(ctx, [...readers], {
    title: '有答案等待仲裁',
    content: hasChief
      ? `考试“${title}”有一份答案的几次评分相差过大，等待阅卷组长仲裁。`
      : `考试“${title}”有一份答案的几次评分相差过大，但没有账号同时拥有“阅卷”和“标记答卷”权限，无人可以仲裁，请联系管理员授权。`,
    refType: 'exam',
    refId: examId,
  })
}
