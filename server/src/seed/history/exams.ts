// Exams of the last months with their papers, and the daily quiz from which the days are filled.
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { makeCert } from '../../domains/cert/cert.factory.ts'
import { makeExam } from '../../domains/exam/exam.factory.ts'
import { grantEarnedTo } from '../../domains/cert/grant.service.ts'
import { seededRandom } from '../../domains/paper/question/random.rules.ts'
import { makeTmpl } from '../../domains/tmpl/tmpl.factory.ts'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { sit, sitAll, type Sitting } from '../demo-sit.ts'
import { asIf, inDays, isDone, learnerName, step } from '../demo-steps.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const SEED = 20_261_127

export const quizTitle = '每日安全一问'
/** Past exams: title, bank, days since it was held, the numbers of the learners who sat it, whether a certificate is earned. */
const past = [
  { title: '上岗资格考试（第一期）', bank: '酒店治安与消防安全', days: 82, first: 1, last: 22, certified: true },
  { title: '食品安全季度考核', bank: '食品卫生与公共卫生', days: 55, first: 10, last: 30, certified: false },
  { title: '上岗资格考试（第二期）', bank: '酒店治安与消防安全', days: 26, first: 23, last: 44, certified: true },
] as const
/** Learners whose papers of the daily quiz are the patterns of all others. */
const PATTERNS = 8

const certTitle = '岗位培训合格证'
const MONTHS = 12

export const bankNamed = async ({ db }: Ctx, title: string) =>
  (await db.selectFrom('repo').where('title', '=', title).orderBy('id').select('id').executeTakeFirstOrThrow()).id

export const draws = (repoId: string, rows: [quType: QuType, count: number, points: number][]) =>
  rows.map(([quType, count, points]) => ({ repoId, chapterId: '', quType, level: null, count, perScore: points * 100 }))

/** Adds them without their papers. */
export async function addPastExams(ctx: Ctx): Promise<void> {
  for (const { title, bank, days } of past) {
    const repoId = await bankNamed(ctx, bank)
    const tmplId = await makeTmpl(ctx, {
      title: `${title}试卷`,
      groups: [
        {
          title: '一、单选题',
          mode: 'draw',
          draws: draws(repoId, [[QuType.single, 20, 3]]),
          quList: [],
        },
        { title: '二、多选题', mode: 'draw', draws: draws(repoId, [[QuType.multiple, 5, 4]]), quList: [] },
        { title: '三、判断题', mode: 'draw', draws: draws(repoId, [[QuType.trueFalse, 10, 2]]), quList: [] },
      ],
    })
    const startTime = inDays(ctx, -days)
    await makeExam(ctx, {
      tmplId,
      title,
      passScore: 6_000,
      minutes: 60,
      tries: 1,
      startTime,
      endTime: new Date(startTime.getTime() + DAY),
    })
  }
  const repoId = await bankNamed(ctx, '酒店治安与消防安全')
  const tmplId = await makeTmpl(ctx, {
    title: `${quizTitle}（五题）`,
    groups: [{ title: '今天的五道题', mode: 'draw', draws: draws(repoId, [[QuType.single, 5, 20]]), quList: [] }],
  })
  const startTime = inDays(ctx, -95)
  await makeExam(ctx, {
    tmplId,
    title: quizTitle,
    passScore: 6_000,
    minutes: 10,
    tries: 0,
    startTime,
    endTime: null,
    openType: ExamOpenType.all,
  })
}

/** Sits what is missing of them; an interrupted run is continued. */
export async function sitPastExams(app: App): Promise<void> {
  if (await isDone(app, 'history.papers')) return
  const idOf = async (title: string) =>
    (await app.db.selectFrom('exam').where('title', '=', title).orderBy('id').select('id').executeTakeFirst())?.id
  for (const { title, days, first, last } of past) {
    const examId = await idOf(title)
    if (examId === undefined) continue
    const sittings: Sitting[] = []
    for (let number = first; number <= last; number++) {
      const began = new Date(app.clock().getTime() - days * DAY + HOUR + number * MINUTE)
      sittings.push({ examId, userName: learnerName(number), began, random: seededRandom(`${SEED}${number}`) })
    }
    await sitAll(app, sittings)
  }
  // one after the other: the order of these papers decides which of them is copied for whom
  const quiz = await idOf(quizTitle)
  for (let number = 1; number <= (quiz === undefined ? 0 : PATTERNS); number++) {
    const began = new Date(app.clock().getTime() - 91 * DAY + number * MINUTE)
    await sit(app, { examId: quiz!, userName: learnerName(number), began, random: seededRandom(`${SEED}${number}`), minutes: 10 })
  }
  await step(app, 'history.papers', grantPast)
}

/** The certificates of the past exams, of the evening of their day: what the server grants by itself is of today. */
async function grantPast(ctx: Ctx) {
  const certId = await makeCert(ctx, { title: certTitle, validMonths: MONTHS })
  for (const { title, days, certified } of past) {
    if (!certified) continue
    const exam = await ctx.db.selectFrom('exam').where('title', '=', title).orderBy('id').select('id').executeTakeFirstOrThrow()
    const passed = await ctx.db
      .selectFrom('paper')
      .where('examId', '=', exam.id)
      .where('passed', '=', true)
      .orderBy('id')
      .select(['userId', 'score'])
      .execute()
    const people = passed.map(({ userId, score }) => ({
      userId,
      vars: { examTitle: `《${title}》`, score: formatPoints(score ?? 0) },
    }))
    const evening = asIf(ctx, new Date(ctx.now.getTime() - days * DAY + 4 * HOUR))
    await grantEarnedTo(evening, { certId, people, refType: 'exam', refId: exam.id })
    await ctx.db.updateTable('exam').set({ certId }).where('id', '=', exam.id).execute()
  }
}
