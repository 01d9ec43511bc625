// Begins a battle: the same frozen questions for both sides, and the robot where no rival came.
import { BattleState, battleRule } from '@shuyuan/contract/battle/battle.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { seededRandom } from '../paper/attempt/entry/practice.service.ts'
import { accuracyOf, drawQuestions } from '../train/draw.service.ts'
import { deadlineOf, levelOf, robotAnswer } from './battle.rules.ts'

type Inner = Pick<Ctx, 'db' | 'now'>

/** The robot's random numbers for one question: the same whichever process asks. */
export const robotRandom = (seed: string, no: number) => seededRandom(String((BigInt(seed) + BigInt(no) * 7_919n) % 2n ** 53n))
type Waiting = { id: string; repoId: string; seed: string }

/** Draws and freezes the questions; the first one opens after the pause. @returns false if the bank has too few */
export async function begin(
  { db, now }: Inner,
  { id, repoId, seed }: Waiting,
  more: { pair?: string; rated?: boolean } = {},
): Promise<boolean> {
  const questions = await drawQuestions({ db }, repoId, battleRule.questions, seed)
  if (!questions) return false
  const quBegin = new Date(now.getTime() + battleRule.pause)
  await db
    .updateTable('battle')
    .set({
      state: BattleState.open,
      code: '',
      questions: json(questions.map((one) => one.shown)),
      keys: json(questions.map((one) => one.key)),
      quNo: 1,
      quBegin,
      dueTime: deadlineOf(quBegin),
      beginTime: now,
      ...more,
    })
    .where('id', '=', id)
    .execute()
  return true
}

/** Seats the robot, as strong as the learner is in training on this bank. The battle has begun. */
export async function joinRobot({ db }: Inner, { id, repoId, seed }: Waiting, userId: string): Promise<void> {
  const robotLevel = levelOf(await accuracyOf({ db }, userId, repoId))
  await db.insertInto('battleSide').values({ battleId: id, side: 2, userId: null, robotLevel, open: false }).execute()
  const { quBegin, keys } = await db.selectFrom('battle').where('id', '=', id).select(['quBegin', 'keys']).executeTakeFirstOrThrow()
  const [first] = keys as unknown as Parameters<typeof robotAnswer>[0][]
  const { ms } = robotAnswer(first!, [], robotRandom(seed, 1), robotLevel)
  await db
    .updateTable('battle')
    .set({ dueTime: new Date(quBegin!.getTime() + ms) })
    .where('id', '=', id)
    .execute()
}
