// Short answers of the demonstration that are marked in part, with second opinions by rules: no model is asked.
import { splitLeaf } from '../domains/paper/review/review-mark.service.ts'
import { createTasks } from '../domains/paper/review/review-create.service.ts'
import { takeNext } from '../domains/paper/review/review-next.service.ts'
import { saveLine } from '../domains/paper/review/review-rubric.service.ts'
import { saveMark } from '../domains/paper/review/review-save.service.ts'
import { opinionsNow } from '../domains/assist/mark/mark-run.service.ts'
import { type App, ctxOf } from '../kernel/ctx.ts'
import { isDone, person, step } from './demo-steps.ts'

/** Rubric lines by a word of the model answer; 1/100 point, ten points together. */
const rubrics: readonly [RegExp, readonly (readonly [string, number])[]][] = [
  [
    /唯一方式/,
    [
      ['确认目的和必要性', 200],
      ['开展影响评估', 200],
      ['告知并取得单独同意', 300],
      ['加密和访问控制', 200],
      ['制定泄露应急预案', 100],
    ],
  ],
  [
    /公开级/,
    [
      ['分为公开、内部、敏感、核心四级', 300],
      ['按影响对象和影响程度判定', 300],
      ['每级举出例子', 200],
      ['混合数据就高，定期复核', 200],
    ],
  ],
]
/** Of the first question; the others wait. */
const MARKED = 12
/** Every so many marks one differs from the opinion: people see what words do not say. */
const APART = 5

/** Adds rubric lines, opinions on all short answers, and marks of a teacher on some of the first question. */
export async function addOpinions(app: App, examId: string): Promise<void> {
  if (await isDone(app, 'opinions')) return
  await createTasks(app, examId)
  const { id: adminId } = await person(app.db, 'admin')
  const rows = await app.db
    .selectFrom('paperReviewTask')
    .where('examId', '=', examId)
    .groupBy('leaf')
    .orderBy('leaf')
    .select('leaf')
    .execute()
  const leaves = rows.map((row) => row.leaf)
  await step(app, 'rubrics', async (ctx) => {
    for (const leaf of leaves)
      for (const [text, points] of await linesFor(app, leaf)) await saveLine(ctx, { examId, leaf, text, points, follow: false })
  })
  for (const leaf of leaves) await opinionsNow(app, { examId, leaf }, adminId)
  const [first] = leaves
  if (first !== undefined) for (let number = 1; number <= MARKED; number++) await mark(app, { examId, leaf: first }, number)
  await step(app, 'opinions', async () => undefined)
}

async function linesFor(app: App, leaf: string) {
  const row = await app.db.selectFrom('qu').where('id', '=', splitLeaf(leaf).quId).select('body').executeTakeFirst()
  const { modelAnswer = '' } = (row?.body ?? {}) as { modelAnswer?: string }
  return rubrics.find(([word]) => word.test(modelAnswer))?.[1] ?? []
}

/** A teacher marks the next answer by its rubric lines: mostly as the opinion, which they have not seen. */
async function mark(app: App, { examId, leaf }: { examId: string; leaf: string }, number: number) {
  const user = await person(app.db, 'teacher')
  const ctx = ctxOf(app, { user })
  const task = await takeNext(ctx, { examId, leaf, by: 'question' })
  if (!task) return
  const said = await app.db
    .selectFrom('assistMark')
    .where('paperId', '=', task.paperId)
    .where('leaf', '=', leaf)
    .select('lines')
    .executeTakeFirst()
  const rubric = await app.db
    .selectFrom('paperRubric')
    .where('examId', '=', examId)
    .where('leaf', '=', leaf)
    .orderBy('id')
    .select(['id', 'points'])
    .execute()
  const own = number % APART === 0 ? rubric.slice(0, 1).map((one) => one.id) : []
  const lines = rubric.filter((one) => own.includes(one.id) !== (said?.lines ?? []).includes(one.id))
  const score = lines.reduce((sum, one) => sum + one.points, 0)
  await app.db.transaction().execute((db) =>
    saveMark(ctxOf(app, { db, user }), {
      taskId: task.taskId,
      version: task.version,
      score,
      comment: '',
      lines: lines.map((one) => one.id),
    }),
  )
}
