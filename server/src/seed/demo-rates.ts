// Ratings of a course by some who have finished it, with an answer.
import type { Ctx } from '../kernel/ctx.ts'

const HOUR = 3_600_000
type Given = { stars: number; content: string; reply?: string }
const given: Given[] = [
  { stars: 5, content: '灭火器的四个动作讲得很清楚，练两遍就记住了。' },
  { stars: 4, content: '录音能再清楚一点就好了。', reply: '谢谢，下一版会重新录制。' },
  { stars: 5, content: '' },
  { stars: 3, content: '内容有用，就是有点长。' },
]

export async function addDemoRates(ctx: Ctx, courseId: string): Promise<void> {
  const learnt = await ctx.db
    .selectFrom('courseLearn')
    .where('courseId', '=', courseId)
    .where('finishTime', 'is not', null)
    .orderBy('userId')
    .limit(given.length)
    .select(['userId', 'finishTime'])
    .execute()
  for (const [at, { userId, finishTime }] of learnt.entries()) {
    const { stars, content, reply = '' } = given[at]!
    const createTime = new Date(finishTime!.getTime() + HOUR)
    await ctx.db
      .insertInto('courseRate')
      .values({ courseId, userId, stars, content, reply, replyTime: reply === '' ? null : createTime, createTime, updateTime: createTime })
      .execute()
  }
}
