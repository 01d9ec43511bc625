// Past exams of the two firms: drawn from the bank of their trade, made by their own teacher, for their own people.
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { makeExam } from '../../domains/exam/exam.factory.ts'
import { seededRandom } from '../../domains/paper/question/random.rules.ts'
import { makeTmpl } from '../../domains/tmpl/tmpl.factory.ts'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { sitAll } from '../demo-sit.ts'
import { asIf, inDays, isDone, learnerName, person, step } from '../demo-steps.ts'
import { buildingBank, hospitalBank, roadBank } from '../questions/trade-banks.ts'
import { bankNamed, draws } from './exams.ts'
import { builder, clinic, type Firm } from './firm-people.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const SEED = 20_261_130

type Past = { title: string; bank: string; firm: Firm; teams: string[]; days: number; short: number }
const past: Past[] = [
  { title: '手卫生与消毒隔离考核', bank: hospitalBank, firm: clinic, teams: Object.keys(clinic.teams), days: 40, short: 1 },
  { title: '施工现场安全考试', bank: buildingBank, firm: builder, teams: ['施工一队', '施工二队'], days: 20, short: 0 },
  { title: '驾驶员安全学习月考', bank: roadBank, firm: builder, teams: ['运输车队'], days: 3, short: 1 },
]

export async function addFirmExams(ctx: Ctx): Promise<void> {
  for (const { title, bank, firm, teams, days, short } of past) {
    const teacher = await person(ctx.db, firm.staff[0].userName)
    const began = inDays(ctx, -days)
    const own = asIf(ctx, new Date(began.getTime() - DAY), teacher)
    const repoId = await bankNamed(ctx, bank)
    const part = (name: string, rows: Parameters<typeof draws>[1]) => ({
      title: name,
      mode: 'draw' as const,
      draws: draws(repoId, rows),
      quList: [],
    })
    const tmplId = await makeTmpl(own, {
      title: `${title}试卷`,
      groups: [
        part('一、单选题', [[QuType.single, 15, 3]]),
        part('二、多选题', [[QuType.multiple, 5, 4]]),
        part('三、判断题', [[QuType.trueFalse, 10, 2]]),
        part('四、填空题', [[QuType.fillIn, 3, 2]]),
        ...(short > 0 ? [part('五、简答题', [[QuType.shortAnswer, short, 9]])] : []),
      ],
    })
    const departs = await ctx.db.selectFrom('sysDepart').where('deptName', 'in', teams).select('deptCode').execute()
    await makeExam(own, {
      tmplId,
      title,
      passScore: 6_000,
      minutes: 60,
      tries: 1,
      startTime: began,
      endTime: new Date(began.getTime() + DAY),
      openType: ExamOpenType.departs,
      deptCodes: departs.map((one) => one.deptCode),
    })
  }
}

/** The accounts of these departments. */
async function learnersOf({ db }: App, teams: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sysUser')
    .innerJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where('deptName', 'in', teams)
    .where('userName', 'like', `${learnerName(0).slice(0, -2)}%`)
    .orderBy('sysUser.id')
    .select('userName')
    .execute()
  return rows.map((row) => row.userName)
}

/** Sits what is missing of them; one person of each firm was absent. */
export async function sitFirmExams(app: App): Promise<void> {
  if (await isDone(app, 'history.firm-papers')) return
  for (const { title, teams, days } of past) {
    const exam = await app.db.selectFrom('exam').where('title', '=', title).orderBy('id').select('id').executeTakeFirst()
    const present = (await learnersOf(app, teams)).slice(0, -1)
    if (!exam) continue
    const sittings = present.map((userName, at) => ({
      examId: exam.id,
      userName,
      began: new Date(app.clock().getTime() - days * DAY + HOUR + at * MINUTE),
      random: seededRandom(`${SEED}${userName.slice(-2)}`),
    }))
    await sitAll(app, sittings)
  }
  await step(app, 'history.firm-papers', async () => undefined)
}
