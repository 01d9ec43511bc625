// A survey in use: anonymous, answered by most learners.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { SurveyAnswers } from '@shuyuan/contract/survey/answer-check.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { answerAnonymously, makeSurvey } from '../domains/survey/survey.factory.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { inDays } from './demo-steps.ts'
import { seededRandom } from '../domains/paper/question/random.rules.ts'

const SEED = 20_261_224
const DAYS = 30
/** Of three learners, two have answered. */
const WAITS = 3

const wishes = [
  '希望增加情景模拟练习。',
  '视频再短一些，方便在班前学习。',
  '案例如果来自我们自己的酒店会更好。',
  '实操环节时间太紧。',
  '手机上看讲义字有点小。',
]

export async function addDemoSurvey(ctx: Ctx): Promise<void> {
  const random = seededRandom(SEED)
  const upTo = (n: number) => Math.floor(random() * n)
  const { id } = await makeSurvey(ctx, {
    title: '岗前培训满意度调查',
    content: '占用您两分钟，帮助我们把培训办得更好。',
    thanks: '谢谢！您的意见会用在下一期培训里。',
    anonymous: true,
    endTime: toWallClock(inDays(ctx, DAYS)),
    open: true,
  })
  const learners = await ctx.db.selectFrom('sysUser').where('roleType', '=', RoleType.learner).orderBy('id').select('id').execute()
  for (const [at, { id: userId }] of learners.entries()) {
    if (at % WAITS === 0) continue
    const mood = upTo(10) < 7 ? 'o1' : upTo(2) === 0 ? 'o2' : 'o3'
    const answers: SurveyAnswers = {
      q1: mood,
      q2: ['o1', 'o2', 'o3', 'o4'].filter(() => upTo(2) === 0).slice(0, 3),
      ...(mood === 'o1' ? {} : { q3: wishes[upTo(wishes.length)]! }),
      q4: mood === 'o1' ? 4 + upTo(2) : 2 + upTo(3),
      q5: mood === 'o1' ? 8 + upTo(3) : 3 + upTo(6),
      q6: { r1: `o${1 + upTo(3)}`, r2: `o${1 + upTo(2)}` },
    }
    await answerAnonymously(ctx, id, userId, answers)
  }
}
