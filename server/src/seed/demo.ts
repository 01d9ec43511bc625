// Demo data for development and screenshots: users, banks, templates, exams and papers with results.
import { readTexts } from '../domains/assist/explain/passage.service.ts'
import { makeExam } from '../domains/exam/exam.factory.ts'
import { seededRandom } from '../domains/paper/question/random.rules.ts'
import { site } from '../domains/site/config/config.service.ts'
import { writeProp } from '../domains/site/provider/prop-store.service.ts'
import { saveSetting } from '../domains/site/setting/setting.service.ts'
import { NIGHT_DAYS, rollUp } from '../domains/stat/figure/rollup.service.ts'
import { countPeople } from '../domains/stat/team/count.service.ts'
import { makeTmpl } from '../domains/tmpl/tmpl.factory.ts'
import { type App, type Ctx, ctxOf, nobody } from '../kernel/ctx.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { addBank } from './demo-banks.ts'
import { addDemoCourses } from './demo-courses.ts'
import { addOpinions } from './demo-opinions.ts'
import { addNotices } from './demo-notices.ts'
import { addDemoHotels, addDemoPoints } from './demo-hotels.ts'
import { addDemoOrders } from './demo-orders.ts'
import { addDemoSurvey } from './demo-surveys.ts'
import { addDemoPath } from './demo-paths.ts'
import { seedPeople } from './demo-people.ts'
import { sit } from './demo-sit.ts'
import { inDays, isDone, learnerName, step } from './demo-steps.ts'
import { demoBanks } from './questions/banks.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
const SEED = 20_261_120
const MARKED_EXAM = '个人信息保护知识测试'

/** Adds the demo data once, and counts it for the charts; the next start continues after an interrupted one. */
export async function seedDemo(app: App): Promise<void> {
  await openModules(app)
  await step(app, 'people', (ctx) => seedPeople(ctx.db))
  await step(app, 'hotels', addDemoHotels)
  await step(app, 'points', addDemoPoints)
  await step(app, 'notices', addNotices)
  await step(app, 'courses', addDemoCourses)
  await step(app, 'surveys', addDemoSurvey)
  await step(app, 'assistant', openAssistant)
  if (await isDone(app, 'papers')) return
  await step(app, 'exams', addExams)
  await step(app, 'orders', addDemoOrders)
  await addPapers(app)
  const marked = await app.db.selectFrom('exam').where('title', '=', MARKED_EXAM).select('id').executeTakeFirst()
  if (marked) await addOpinions(app, marked.id)
  await step(app, 'paths', addDemoPath)
  // the counting after the start may have passed these days before their papers were there
  await rollUp(app, NIGHT_DAYS)
  await countPeople(app)
  // explanations name the page of a course from the first minute on
  await readTexts(app)
  // made by this version: its history may be added
  await step(app, 'school', async () => undefined)
  await step(app, 'papers', async () => undefined)
}

/** A demonstration shows every module; later starts leave what was changed there. Not in a transaction: other readers get it at once. */
async function openModules(app: App) {
  if (await isDone(app, 'modules')) return
  const stored = await site({ app })
  await saveSetting(ctxOf(app, { db: app.db, user: nobody }), 'site', {
    ...stored,
    props: { ...stored.props, siteKind: 'hotel', hotelProfile: true, moduleExam: true, moduleCourse: true, moduleCert: true },
  })
  await step(app, 'modules', async () => undefined)
}

/** Every use is on and works by rules: a demonstration sends nothing to anybody. */
async function openAssistant(ctx: Ctx) {
  const uses = { questions: true, improve: true, notice: true, explain: true, mark: true, told: true }
  await saveSetting(ctx, 'assist', uses)
  await writeProp(ctx, 'model', { provider: 'rules', data: {}, remark: '', active: true })
}

type Drawn = [quType: QuType, count: number, points: number]
const draws = (repoId: string, rows: Drawn[]) =>
  rows.map(([quType, count, points]) => ({ repoId, chapterId: '', quType, level: null, count, perScore: points * 100 }))
const drawn = (title: string, rows: ReturnType<typeof draws>) => ({ title, mode: 'draw' as const, draws: rows, quList: [] })

async function addExams(ctx: Ctx) {
  const banks: Awaited<ReturnType<typeof addBank>>[] = []
  for (const bank of demoBanks) banks.push(await addBank(ctx, bank))
  const [hotel, food, data] = banks as [(typeof banks)[0], (typeof banks)[0], (typeof banks)[0]]
  const safety = await makeTmpl(ctx, {
    title: '酒店安全与卫生综合卷',
    remark: '随机抽题，全部由系统阅卷',
    groups: [
      drawn('一、单选题', [...draws(hotel.repoId, [[QuType.single, 12, 2]]), ...draws(food.repoId, [[QuType.single, 8, 2]])]),
      drawn('二、多选题', [...draws(hotel.repoId, [[QuType.multiple, 6, 3]]), ...draws(food.repoId, [[QuType.multiple, 4, 3]])]),
      drawn('三、判断题', draws(hotel.repoId, [[QuType.trueFalse, 10, 1]])),
      drawn(
        '四、填空与匹配',
        draws(hotel.repoId, [
          [QuType.fillIn, 3, 2],
          [QuType.matching, 2, 7],
        ]),
      ),
    ],
  })
  const privacy = await makeTmpl(ctx, {
    title: '数据保护测试卷',
    remark: '含两道简答题，需要老师阅卷',
    groups: [
      drawn('一、单选题', draws(data.repoId, [[QuType.single, 15, 2]])),
      drawn('二、多选题', draws(data.repoId, [[QuType.multiple, 8, 3]])),
      drawn('三、判断题', draws(data.repoId, [[QuType.trueFalse, 10, 1]])),
      drawn('四、组合题', draws(data.repoId, [[QuType.composite, 2, 8]])),
      { title: '五、简答题', mode: 'fixed', draws: [], quList: data.shortAnswers.slice(0, 2).map((quId) => ({ quId, score: 1_000 })) },
    ],
  })
  await addFourExams(ctx, safety, privacy)
}

async function addFourExams(ctx: Ctx, safety: string, privacy: string) {
  const at = (days: number) => inDays(ctx, days)
  const year = ctx.now.getFullYear()
  const rules = '<p>请独立完成考试，答案会自动保存。</p><p>交卷前请检查未答的试题；时间到后系统自动交卷。</p>'
  const proctors = await ctx.db.selectFrom('sysUser').where('userName', 'in', ['proctor', 'tianye']).select('id').execute()
  const common = { remark: rules, passScore: 6_000, minutes: 60, invigilatorIds: proctors.map((one) => one.id) }
  await makeExam(ctx, { ...common, tmplId: safety, title: `${year} 年酒店安全与卫生考试`, startTime: at(-2), endTime: at(30), tries: 3 })
  await makeExam(ctx, {
    ...common,
    tmplId: safety,
    title: '新员工入职考试（需要密码）',
    startTime: null,
    endTime: null,
    openType: ExamOpenType.password,
    password: '2026',
  })
  const departs = await ctx.db.selectFrom('sysDepart').where('parentId', 'is not', null).orderBy('id').limit(3).select('deptCode').execute()
  await makeExam(ctx, {
    ...common,
    tmplId: safety,
    title: '季度安全考核（指定部门）',
    startTime: at(3),
    endTime: at(4),
    openType: ExamOpenType.departs,
    deptCodes: departs.map((one) => one.deptCode),
    tries: 1,
    lateMinutes: 15,
    earliestMinutes: 10,
  })
  await makeExam(ctx, {
    ...common,
    tmplId: privacy,
    title: MARKED_EXAM,
    startTime: at(-9),
    endTime: at(-7),
    tries: 1,
    showAnswer: 'closed',
  })
}

/** Adds twelve papers of the open exam, and twenty of the closed one with short answers to be marked. */
async function addPapers(app: App) {
  const exams = await app.db.selectFrom('exam').orderBy('id').select(['id', 'startTime']).execute()
  const random = seededRandom(SEED)
  const sat = [
    { exam: exams[0], learners: 12, days: -1 },
    { exam: exams[3], learners: 20, days: -8 },
  ]
  for (const { exam, learners, days } of sat) {
    if (!exam) continue
    for (let number = 1; number <= learners; number++) {
      const began = new Date(app.clock().getTime() + days * DAY + number * MINUTE)
      await sit(app, { examId: exam.id, userName: learnerName(number + 1), began, random })
    }
  }
}
