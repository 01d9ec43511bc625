// An assignment in use: hand-ins that wait, one that was returned, and marked ones.
import { json } from '../kernel/database.ts'
import { HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import { makeWork } from '../domains/course/work/work.factory.ts'
import type { Ctx } from '../kernel/ctx.ts'

const HOUR = 3_600_000
const rubric = [
  { id: 'r1', text: '先核实对方身份', points: 40 },
  { id: 'r2', text: '没有透露房号和行程', points: 40 },
  { id: 'r3', text: '语气礼貌', points: 20 },
]

/** @returns the id of its course file */
export const addDemoWork = (ctx: Ctx): Promise<string> =>
  makeWork(ctx, {
    title: '情景作业：有人打听客人',
    content: '<p>一位自称家属的人打电话到前台，询问 1208 房客人是否在店。</p><p>请写下您的应答，或录一段 1 分钟以内的对话。</p>',
    tries: 2,
    late: true,
    latePercent: 5,
    rubric,
  })

const answers = [
  '您好，请问您怎么称呼？出于对客人的保护，我们不能告知客人是否入住。您可以留下姓名和电话，我会转告。',
  '您好，客人的入住信息需要保密。如果有急事，我可以请值班经理与您联系。',
  '他在 1208，我帮您转过去。',
  '不好意思，这个我们不能说。',
]
type Given = { learner: number; state: HandState; score?: number; comment?: string; lines?: string[] }
const hands: Given[] = [
  { learner: 3, state: HandState.marked, score: 100, comment: '应答完整，可以作为范例。', lines: ['r1', 'r2', 'r3'] },
  { learner: 4, state: HandState.handed },
  { learner: 10, state: HandState.returned, comment: '透露了房号，请重新作答。' },
  { learner: 1, state: HandState.handed },
]
const POINT = 100
const PASS = 60

/** Hand-ins of learners who have begun the course. */
export async function addDemoHands(ctx: Ctx, courseId: string, fileId: string): Promise<void> {
  for (const [at, { learner, state, score, comment = '', lines = [] }] of hands.entries()) {
    const userName = `learner${String(learner).padStart(2, '0')}`
    const user = await ctx.db.selectFrom('sysUser').where('userName', '=', userName).select('id').executeTakeFirst()
    if (!user) continue
    const handTime = new Date(ctx.now.getTime() - (hands.length - at) * 5 * HOUR)
    const marked = state === HandState.handed ? {} : { markTime: new Date(handTime.getTime() + HOUR), markBy: ctx.user.id }
    const given = score === undefined ? {} : { score: score * POINT, finalScore: score * POINT, passed: score >= PASS }
    const chosen = rubric.filter((one) => lines.includes(one.id)).map((one) => ({ ...one, points: one.points * POINT }))
    await ctx.db
      .insertInto('courseWorkHand')
      .values({
        courseId,
        fileId,
        userId: user.id,
        tryNo: 1,
        state,
        content: answers[at]!,
        createTime: handTime,
        saveTime: handTime,
        handTime,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .then(({ id }) =>
        ctx.db
          .updateTable('courseWorkHand')
          .set({ ...marked, ...given, comment, lines: json(chosen) })
          .where('id', '=', id)
          .execute(),
      )
  }
}
