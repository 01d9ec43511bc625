// An assignment of the course on work at height: hand-ins of the two building teams, marked and waiting.
import { HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import { makeWork } from '../../domains/course/work/work.factory.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { learnerName, person } from '../demo-steps.ts'

const DAY = 86_400_000
const POINT = 100
const hands = [
  { number: 67, days: 20, content: '三层东侧临边缺一段挡脚板，已通知班组补上。', score: 90, comment: '位置写得清楚。' },
  { number: 68, days: 18, content: '电梯井口防护门没有上锁。', score: 80, comment: '请补充照片。' },
  { number: 73, days: 6, content: '材料堆放离基坑边太近，建议移到两米以外。' },
  { number: 75, days: 5, content: '架子通道上有散落的扣件。' },
]

/** @returns its course file, and what hands the answers in once it stands in a course */
export async function addCourseWork(own: Ctx): Promise<{ fileId: string; handIn: (ctx: Ctx, courseId: string) => Promise<void> }> {
  const fileId = await makeWork(own, {
    title: '实践作业：找出工地上的一处隐患',
    content: '<p>在您的作业面找出一处坠落或物体打击的隐患，写明位置和整改办法。</p>',
    tries: 1,
  })
  return { fileId, handIn: (ctx, courseId) => handIn(ctx, own.user.id, { courseId, fileId }) }
}

async function handIn(ctx: Ctx, markBy: string, place: { courseId: string; fileId: string }) {
  for (const { number, days, content, score, comment = '' } of hands) {
    const handTime = new Date(ctx.now.getTime() - days * DAY)
    const marked =
      score === undefined
        ? { state: HandState.handed }
        : {
            state: HandState.marked,
            comment,
            markBy,
            markTime: new Date(handTime.getTime() + DAY),
            score: score * POINT,
            finalScore: score * POINT,
            passed: true,
          }
    const { id: userId } = await person(ctx.db, learnerName(number))
    const times = { createTime: handTime, saveTime: handTime, handTime }
    await ctx.db
      .insertInto('courseWorkHand')
      .values({ ...place, userId, tryNo: 1, content, ...times, ...marked })
      .execute()
  }
}
