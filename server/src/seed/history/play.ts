// What learners play and train: battles, activities, trainings, at times of the past.
import { ActivityState } from '@shuyuan/contract/activity/activity.ts'
import { BattleState, battleRule } from '@shuyuan/contract/battle/battle.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import type { Answer, PaperQuestion, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { TrainMode } from '@shuyuan/contract/train/train.ts'
import { saveActivity } from '../../domains/activity/activity.service.ts'
import { handRun } from '../../domains/activity/hand.service.ts'
import { startRun } from '../../domains/activity/run.service.ts'
import { settleActivity } from '../../domains/activity/settle.service.ts'
import { pairOf, robotAnswer, scoreOf } from '../../domains/battle/battle.rules.ts'
import { endBattle } from '../../domains/battle/end.service.ts'
import { type Random, seededRandom } from '../../domains/paper/question/random.rules.ts'
import { judgeAnswer, poseQuestion } from '../../domains/paper/attempt/entry/practice.service.ts'
import { questionsOf } from '../../domains/qu/bank/question-read.service.ts'
import { count, type Counted, mustOwn } from '../../domains/train/answer.service.ts'
import { drawQuestions } from '../../domains/train/draw.service.ts'
import { startTrain } from '../../domains/train/start.service.ts'
import { finishTrain } from '../../domains/train/train.service.ts'
import { type App, type Ctx, ctxOf } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { demoAnswer } from '../demo-answers.ts'
import { asIf, inDays, isDone, learnerName, person, step } from '../demo-steps.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const SEED = 20_261_128
const BATTLES = 14
const PLAYERS = 18
const TRAININGS = 24
const ANSWERS = 8

/** A user at a moment, outside a transaction. */
async function during(app: App, number: number, at: Date): Promise<Ctx> {
  return asIf(ctxOf(app), at, await person(app.db, learnerName(number)))
}
const banksOf = (db: Ctx['db']) => db.selectFrom('repo').where('isTrain', '=', true).orderBy('id').select('id').execute()
const skillOf = (number: number) => 0.5 + (number % 9) / 20

/** Battles that were played to the end; half of them between two people. */
export async function addBattles(ctx: Ctx): Promise<void> {
  const banks = await banksOf(ctx.db)
  for (let no = BATTLES; no >= 1; no--) {
    const beginTime = new Date(ctx.now.getTime() - no * 5 * DAY + no * 37 * MINUTE)
    await addBattle(asIf(ctx, beginTime), no, banks[no % banks.length]!.id)
  }
}

async function addBattle(ctx: Ctx, no: number, repoId: string) {
  const random = seededRandom(`${SEED}${no}`)
  const questions = await drawQuestions(ctx, repoId, battleRule.questions, `${SEED}${no}`)
  if (!questions) return
  const isMatch = no % 2 === 0
  const people = [await person(ctx.db, learnerName(no)), ...(isMatch ? [await person(ctx.db, learnerName(no + 5))] : [])]
  const [one, two] = people
  const { id } = await ctx.db
    .insertInto('battle')
    .values({
      repoId,
      mode: isMatch ? 'match' : 'robot',
      state: BattleState.open,
      seed: `${SEED}${no}`,
      questions: json(questions.map((each) => each.shown)),
      keys: json(questions.map((each) => each.key)),
      quNo: questions.length,
      rated: isMatch,
      pair: two ? pairOf(one!.id, two.id) : '',
      createTime: ctx.now,
      beginTime: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const scores = [0, 0]
  const answers = questions.flatMap(({ shown, key }, at) =>
    [0, 1].map((side) => {
      const tags = shown.answerList.map((each) => each.tag)
      const { answer, ms } = robotAnswer(key, tags, random, 55 + ((no * 7 + side * 13) % 35))
      const isRight = isSame(answer, key)
      const score = scoreOf(isRight, ms)
      scores[side]! += score
      const createTime = new Date(ctx.now.getTime() + at * 15_000 + ms)
      return { battleId: id, side: side + 1, quNo: at + 1, answer: json(answer), isRight, ms, score, createTime }
    }),
  )
  const sides = [0, 1].map((side) => ({
    battleId: id,
    side: side + 1,
    userId: people[side]?.id ?? null,
    robotLevel: people[side] ? null : 60,
    score: scores[side]!,
  }))
  await ctx.db.insertInto('battleSide').values(sides).execute()
  await ctx.db.insertInto('battleAnswer').values(answers).execute()
  const [own = 0, rival = 0] = scores
  const winner = own === rival ? 0 : own > rival ? 1 : 2
  const ended = asIf(ctx, new Date(ctx.now.getTime() + questions.length * 15_000))
  await endBattle(ended, { id, rated: isMatch, sides }, { winner, ending: 'finished' })
}
const isSame = (answer: Answer, key: QuestionKey) =>
  'tags' in answer && 'right' in key && answer.tags.toSorted().join() === key.right.toSorted().join()

const rules = '<p>每人可以参加两次，取最好的一次。得分相同时，用时少的排在前面。</p>'

/** An activity that has ended, with its ranking and prizes, and one that goes on. */
export async function addActivities(ctx: Ctx): Promise<void> {
  const banks = await banksOf(ctx.db)
  const common = {
    cover: '',
    content: rules,
    singleCount: 6,
    multipleCount: 2,
    judgeCount: 4,
    runSec: 300,
    triesTotal: 2,
    triesDay: 0,
    showRank: 'live' as const,
    prizeScore: 60,
    openType: OpenType.all,
    state: ActivityState.enabled,
    prizes: [
      { from: 1, to: 1, points: 100, certId: null },
      { from: 2, to: 3, points: 50, certId: null },
      { from: 4, to: 10, points: 20, certId: null },
    ],
    deptCodes: [],
    groupIds: [],
    userIds: [],
  }
  const from = (days: number) => inDays(ctx, days)
  // still open, so that it can be played; its true end is set when everybody has
  await saveActivity(ctx, { ...common, title: ENDED, repoId: banks[0]!.id, startTime: from(-26), endTime: from(1) })
  await saveActivity(ctx, { ...common, title: '食品安全周知识竞赛', repoId: banks[1]!.id, startTime: from(-2), endTime: from(12) })
}
const ENDED = '消防宣传月知识竞赛'

export async function playActivities(app: App): Promise<void> {
  if (await isDone(app, 'history.played')) return
  const rows = await app.db.selectFrom('activity').orderBy('id').select(['id', 'title', 'startTime', 'settleTime']).execute()
  for (const { id, title, startTime, settleTime } of rows) {
    if (settleTime !== null) continue
    const players = title === ENDED ? PLAYERS : PLAYERS / 3
    for (let number = 1; number <= players; number++)
      await play(app, id, number + 2, new Date(startTime.getTime() + HOUR + number * 11 * MINUTE))
    if (title !== ENDED) continue
    const endTime = new Date(startTime.getTime() + 14 * DAY)
    await app.db.updateTable('activity').set({ endTime }).where('id', '=', id).execute()
    await settleActivity({ ...app, clock: () => endTime }, id)
  }
  await step(app, 'history.played', async () => undefined)
}

async function play(app: App, id: string, number: number, at: Date) {
  const ctx = await during(app, number, at)
  const played = app.db.selectFrom('activityBest').where('activityId', '=', id).where('userId', '=', ctx.user.id)
  if (await played.select('runId').executeTakeFirst()) return
  // at once: a try whose time is over is handed in by the server as it is
  await app.db.transaction().execute(async (db) => {
    const { runId } = await startRun({ ...ctx, db }, { id })
    const { questions, keys } = await db
      .selectFrom('activityRun')
      .where('id', '=', runId)
      .select(['questions', 'keys'])
      .executeTakeFirstOrThrow()
    const random = seededRandom(`${SEED}${id}${number}`)
    const shown = questions as unknown as PaperQuestion[]
    const answers = (keys as unknown as QuestionKey[]).flatMap((key, no) => {
      const answer = demoAnswer(key, skillOf(number), random)
      return answer ? [[shown[no]!.quId, { a: answer, s: no + 1 }] as const] : []
    })
    await db
      .updateTable('activityRun')
      .set({ answers: json(Object.fromEntries(answers)) })
      .where('id', '=', runId)
      .execute()
    await handRun({ db, now: new Date(at.getTime() + (100 + random() * 150) * 1_000) }, runId)
  })
}

/** Trainings of the last weeks; some are not finished. */
export async function addTrainings(app: App): Promise<void> {
  if (await isDone(app, 'history.trained')) return
  const banks = await banksOf(app.db)
  const made = await app.db
    .selectFrom('train')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  for (let no = TRAININGS - Number(made.count); no >= 1; no--) {
    const at = new Date(app.clock().getTime() - no * 2 * DAY - (no % 7) * HOUR)
    await train(await during(app, (no % 20) + 1, at), banks[no % banks.length]!.id, no)
  }
  await step(app, 'history.trained', async () => undefined)
}

async function train(ctx: Ctx, repoId: string, no: number) {
  const mode = no % 3 === 0 ? TrainMode.undone : TrainMode.random
  await ctx.app.db.transaction().execute(async (db) => {
    const own = { ...ctx, db }
    const { id } = await startTrain(own, { repoId, mode, scope: '', clear: true })
    const { quIds } = await db.selectFrom('train').where('id', '=', id).select('quIds').executeTakeFirstOrThrow()
    await answerAll(own, id, quIds.slice(0, ANSWERS), seededRandom(`${SEED}${no}`))
    if (no % 4 > 0) await finishTrain(own, { id })
  })
}

/** Stores and counts the answers of a new training together: one by one they would take most of the time of the history. */
async function answerAll(ctx: Ctx, id: string, quIds: readonly string[], random: Random) {
  const row = await mustOwn(ctx, id)
  const questions = await questionsOf(ctx, quIds)
  const answers: Counted[] = quIds.flatMap((quId) => {
    const question = questions.get(quId)
    if (!question) return []
    const [posed, answer] = [poseQuestion(question, row.seed), answerTo(question.body, random)]
    return [{ question, posed, answer, verdict: judgeAnswer(posed, answer) }]
  })
  const stored = answers.map(({ question, answer, verdict }) => ({
    trainId: id,
    quId: question.id,
    version: question.version,
    answer: answer && json(answer),
    result: verdict.result,
    ratio: verdict.ratio,
    createTime: ctx.now,
  }))
  await ctx.db.insertInto('trainAnswer').values(stored).execute()
  const rightCount = answers.filter(({ verdict }) => verdict.isRight).length
  await ctx.db.updateTable('train').set({ updateTime: ctx.now, answerCount: answers.length, rightCount }).where('id', '=', id).execute()
  await count(ctx, row, answers)
}

/** An answer to a question of a bank in the bank's own letters: right more often than not. */
function answerTo({ options }: { options?: { tag: string; isRight: boolean }[] }, random: Random): Answer | null {
  if (!options || options.length === 0) return null
  const right = options.filter((one) => one.isRight).map((one) => one.tag)
  return { tags: random() < 0.7 ? right : [options[Math.floor(random() * options.length)]!.tag] }
}
