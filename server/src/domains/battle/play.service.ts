// Advances a battle by the server's clock; the caller holds its row lock.
import { type BattleEnding, BattleState, battleRule } from '@shuyuan/contract/battle/battle.ts'
import type { BattleHint } from '@shuyuan/contract/battle/battle-hint.ts'
import type { Answer, PaperQuestion, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { judgeAnswer } from '../paper/attempt/entry/practice.service.ts'
import { CRASH_MS, deadlineOf, endingAfter, robotAnswer, scoreOf } from './battle.rules.ts'
import { begin, joinRobot, robotRandom } from './begin.service.ts'
import { endBattle } from './end.service.ts'
import { hintBattle } from './hint.service.ts'

type Inner = Pick<Ctx, 'app' | 'db' | 'now'>
type Side = { side: number; userId: string | null; robotLevel: number | null }
export type Play = {
  id: string
  repoId: string
  mode: string
  state: number
  seed: string
  quNo: number
  quBegin: Date | null
  dueTime: Date | null
  rated: boolean
  total: number
  /** the question `quNo` and its key */
  question: PaperQuestion | null
  key: QuestionKey | null
  sides: Side[]
  /** sides that have answered question `quNo` */
  done: Set<number>
}

/** Locks a battle and reads what its next step needs; undefined if it is gone, or with `skip` if another process has locked it. */
export async function lockBattle(db: Ctx['db'], id: string, skip = false): Promise<Play | undefined> {
  const row = await db
    .selectFrom('battle')
    .where('id', '=', id)
    .select(['id', 'repoId', 'mode', 'state', 'seed', 'quNo', 'quBegin', 'dueTime', 'rated'])
    .select([
      sql<number>`jsonb_array_length(questions)`.as('total'),
      sql<PaperQuestion | null>`questions -> (qu_no - 1)`.as('question'),
      sql<QuestionKey | null>`keys -> (qu_no - 1)`.as('key'),
    ])
    .forUpdate()
    .$if(skip, (q) => q.skipLocked())
    .executeTakeFirst()
  if (!row) return undefined
  // after the lock, so that the answers of the call before are seen
  const sides = await db
    .selectFrom('battleSide')
    .leftJoin('battleAnswer', (join) =>
      join
        .onRef('battleAnswer.battleId', '=', 'battleSide.battleId')
        .onRef('battleAnswer.side', '=', 'battleSide.side')
        .on('quNo', '=', row.quNo),
    )
    .where('battleSide.battleId', '=', id)
    .orderBy('battleSide.side')
    .select(['battleSide.side', 'battleSide.userId', 'robotLevel', 'quNo'])
    .execute()
  return { ...row, sides, done: new Set(sides.filter((one) => one.quNo !== null).map((one) => one.side)) }
}

/** Stores an answer and judges it. The caller has checked that the side has not answered. */
export async function storeAnswer({ db, now }: Inner, play: Play, side: number, answer: Answer | null, ms: number) {
  const isRight = answer !== null && judgeAnswer({ shown: play.question!, key: play.key! }, answer).isRight
  const row = { answer: answer && json(answer), isRight, ms, score: scoreOf(isRight, ms) }
  await db
    .insertInto('battleAnswer')
    .values({ battleId: play.id, side, quNo: play.quNo, ...row, createTime: now })
    .execute()
  play.done.add(side)
  return row
}

/**
 * Does the steps that are due at `ctx.now`: ends a wait, lets the robot answer, closes the question, opens the next one or ends the battle.
 * @returns hints to publish after the commit
 */
export async function advance(ctx: Inner, play: Play): Promise<BattleHint[]> {
  const { now } = ctx
  if (play.dueTime !== null && now.getTime() - play.dueTime.getTime() > CRASH_MS)
    return end(ctx, play, play.state === BattleState.open ? { winner: 0, ending: 'crashed' } : { winner: null, ending: 'cancelled' })
  if (play.state === BattleState.waiting) return endWait(ctx, play)
  if (play.state !== BattleState.open || play.quBegin === null || now < play.quBegin) return []
  const hints: BattleHint[] = []
  const robot = play.sides.find((one) => one.robotLevel !== null && !play.done.has(one.side))
  if (robot && play.question && play.key) {
    const tags = play.question.answerList.map((one) => one.tag)
    const { answer, ms } = robotAnswer(play.key, tags, robotRandom(play.seed, play.quNo), robot.robotLevel!)
    if (now.getTime() >= play.quBegin.getTime() + ms) {
      await storeAnswer(ctx, play, robot.side, answer, ms)
      hints.push({ type: 'filled', no: play.quNo, side: robot.side })
    }
  }
  if (play.done.size === play.sides.length || now > deadlineOf(play.quBegin)) return [...hints, ...(await close(ctx, play))]
  if (hints.length > 0)
    await ctx.db
      .updateTable('battle')
      .set({ dueTime: deadlineOf(play.quBegin) })
      .where('id', '=', play.id)
      .execute()
  return hints
}

async function endWait(ctx: Inner, play: Play): Promise<BattleHint[]> {
  if (play.dueTime === null || ctx.now < play.dueTime) return []
  if (play.mode !== 'match') return end(ctx, play, { winner: null, ending: 'cancelled' })
  const [first] = play.sides
  // the bank may have lost its questions during the wait
  if (first?.userId && (await begin(ctx, play))) {
    await joinRobot(ctx, play, first.userId)
    return [{ type: 'begun', no: 1 }]
  }
  return end(ctx, play, { winner: null, ending: 'cancelled' })
}

/** Closes the open question: who has not answered gets nothing; the scores become visible. */
async function close(ctx: Inner, play: Play): Promise<BattleHint[]> {
  const { db, now } = ctx
  const no = play.quNo
  for (const { side } of play.sides) if (!play.done.has(side)) await storeAnswer(ctx, play, side, null, battleRule.question)
  const given = await db
    .selectFrom('battleAnswer')
    .where('battleId', '=', play.id)
    .select(['side', 'quNo', 'score', sql<boolean>`answer is not null`.as('answered')])
    .execute()
  const scoreFor = (side: number) => given.filter((one) => one.side === side).reduce((sum, one) => sum + one.score, 0)
  const scores: [number, number] = [scoreFor(1), scoreFor(2)]
  await sql`update battle_side set score = case side when 1 then ${scores[0]}::int else ${scores[1]}::int end
    where battle_id = ${play.id}::bigint`.execute(db)
  const over = endingAfter({ no, total: play.total, scores, given })
  if (over) return [{ type: 'closed', no }, ...(await end(ctx, play, over))]
  const quBegin = new Date(now.getTime() + battleRule.pause)
  await db
    .updateTable('battle')
    .set({ quNo: no + 1, quBegin, dueTime: await dueOf(ctx, play, no + 1, quBegin) })
    .where('id', '=', play.id)
    .execute()
  return [{ type: 'closed', no }]
}

/** When something happens by itself after a question has opened: the robot answers, or time is over. */
async function dueOf({ db }: Inner, play: Play, no: number, quBegin: Date): Promise<Date> {
  const robot = play.sides.find((one) => one.robotLevel !== null)
  if (!robot) return deadlineOf(quBegin)
  const row = await db
    .selectFrom('battle')
    .where('id', '=', play.id)
    .select(sql<QuestionKey>`keys -> ${sql.lit(no - 1)}`.as('key'))
    .executeTakeFirstOrThrow()
  const { ms } = robotAnswer(row.key, [], robotRandom(play.seed, no), robot.robotLevel!)
  return new Date(quBegin.getTime() + ms)
}

async function end(ctx: Inner, play: Play, result: { winner: number | null; ending: BattleEnding }): Promise<BattleHint[]> {
  await endBattle(ctx, play, result)
  play.state = BattleState.ended
  return [{ type: 'over', no: play.quNo }]
}

/** Advances one battle, in a transaction of its own. @param skip leaves a battle alone that another process works on */
export async function tickBattle(app: App, id: string, skip = false): Promise<void> {
  const hints = await app.db.transaction().execute(async (db) => {
    const play = await lockBattle(db, id, skip)
    return play ? advance({ app, db, now: app.clock() }, play) : []
  })
  await hintBattle(app, id, hints)
}
