// An exam in which two people of one department have nearly the same answers, so that the comparison of papers has something to show.
import { type Answer, type QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'
import { makeExam } from '../../domains/exam/exam.factory.ts'
import { seededRandom } from '../../domains/paper/question/random.rules.ts'
import { keyColumns, storedKeys } from '../../domains/paper/question/stored.service.ts'
import { compareQueued } from '../../domains/stat/similar/job.service.ts'
import { runSimilar } from '../../domains/stat/similar/similar.service.ts'
import { makeTmpl } from '../../domains/tmpl/tmpl.factory.ts'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { sit, sitAll, type Sitting } from '../demo-sit.ts'
import { inDays, isDone, learnerName, person, step } from '../demo-steps.ts'
import { bankNamed } from './exams.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const SEED = 20_261_131
const TITLE = '年度安全知识考试'
const DAYS = 47
const SAT = 36
const SKILL = 0.5
/** Two neighbours of the restaurant: the second has the answers of the first, who does not know much, but for every eighth question. */
const [FIRST, SECOND] = [16, 17]
const OWN_EVERY = 8

export async function addSimilarExam(ctx: Ctx): Promise<void> {
  const banks = [await bankNamed(ctx, '酒店治安与消防安全'), await bankNamed(ctx, '食品卫生与公共卫生')]
  const questions = await ctx.db
    .selectFrom('qu')
    .where('repoId', 'in', banks)
    .where('quType', '=', QuType.single)
    .orderBy('id')
    .limit(60)
    .select('id')
    .execute()
  const quList = questions.map(({ id }) => ({ quId: id, score: 200 }))
  const tmplId = await makeTmpl(ctx, { title: `${TITLE}试卷`, groups: [{ title: '单选题', mode: 'fixed', quList, draws: [] }] })
  const startTime = inDays(ctx, -DAYS)
  await makeExam(ctx, {
    tmplId,
    title: TITLE,
    passScore: 7_200,
    minutes: 60,
    tries: 1,
    startTime,
    endTime: new Date(startTime.getTime() + DAY),
  })
}

const examOf = ({ db }: App) => db.selectFrom('exam').where('title', '=', TITLE).orderBy('id').select('id').executeTakeFirst()

/** Sits what is missing of it, and compares the papers. */
export async function sitSimilarExam(app: App): Promise<void> {
  if (await isDone(app, 'history.similar')) return
  const exam = await examOf(app)
  if (exam) {
    const sitting = (number: number, more: Partial<Sitting> = {}): Sitting => ({
      examId: exam.id,
      userName: learnerName(number),
      began: new Date(app.clock().getTime() - DAYS * DAY + HOUR + number * MINUTE),
      random: seededRandom(`${SEED}${number}`),
      ...more,
    })
    const others = Array.from({ length: SAT }, (_, at) => at + 1).filter((number) => number !== SECOND)
    await sitAll(
      app,
      others.map((number) => sitting(number, number === FIRST ? { skill: SKILL } : {})),
    )
    await sit(app, sitting(SECOND, { given: await answersOf(app, exam.id, learnerName(FIRST)) }))
    await step(app, 'history.similar-run', async (ctx) => void (await runSimilar(ctx, { examId: exam.id })))
    await compareQueued(app)
  }
  await step(app, 'history.similar', async () => undefined)
}

/** What this person has chosen, in the letters of another paper of the same questions. */
async function answersOf({ db }: App, examId: string, userName: string): Promise<(key: QuestionKey) => Answer | undefined> {
  const { id: userId } = await person(db, userName)
  const paper = await db
    .selectFrom('paper')
    .where('examId', '=', examId)
    .where('userId', '=', userId)
    .select(['id', ...keyColumns])
    .executeTakeFirstOrThrow()
  const rows = await db.selectFrom('paperAnswer').where('paperId', '=', paper.id).select(['quId', 'answer']).execute()
  const keys = new Map((await storedKeys({ db }, paper)).map((key, at) => [key.quId, { key, at }]))
  const chosen = new Map(rows.map((row) => [row.quId, row.answer as unknown as Answer]))
  return ({ quId, origin }) => {
    const theirs = chosen.get(quId)
    const of = keys.get(quId)
    if (!theirs || !('tags' in theirs) || !of || of.at % OWN_EVERY === 0) return undefined
    const inBank = theirs.tags.map((tag) => of.key.origin[tag])
    return { tags: Object.keys(origin).filter((tag) => inBank.includes(origin[tag])) }
  }
}
