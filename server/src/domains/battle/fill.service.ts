// An answer in a battle, and leaving it.
import { type battle, BattleState } from '@shuyuan/contract/battle/battle.ts'
import type { BattleHint } from '@shuyuan/contract/battle/battle-hint.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { refuseAnswer } from '../paper/attempt/entry/practice.service.ts'
import { deadlineOf, thinkingMs } from './battle.rules.ts'
import { endBattle } from './end.service.ts'
import { hintBattle } from './hint.service.ts'
import { advance, lockBattle, type Play, storeAnswer } from './play.service.ts'

type Filled = Output<typeof battle.fill>

/**
 * Stores the caller's answer to the open question; a repeat changes nothing. The question closes with the second answer, and only then the answer
 * says whether it was right.
 * Fails notFound for others, battleOver, battleLate for a question that is not open, answerForeign.
 */
export async function fillBattle({ app, now, user }: Ctx, { id, quId, answer }: Input<typeof battle.fill>): Promise<Filled> {
  const { filled, hints } = await app.db.transaction().execute(async (db) => {
    const play = await lockBattle(db, id)
    const side = play?.sides.find((one) => one.userId === user.id)?.side
    if (!play || side === undefined) return fail('notFound')
    if (play.state === BattleState.ended) return fail('battleOver')
    mustBeOpen(play, quId, now)
    const hints: BattleHint[] = []
    const { quNo } = play
    const inner = { app, db, now }
    if (!play.done.has(side)) {
      const refused = refuseAnswer({ shown: play.question!, key: play.key! }, answer)
      if (refused) fail('answerForeign', refused)
      await storeAnswer(inner, play, side, answer, thinkingMs(play.quBegin!, now))
      hints.push({ type: 'filled', no: quNo, side })
      hints.push(...(await advance(inner, play)))
    }
    return { filled: await resultOf(db, id, quNo, side, hints), hints }
  })
  await hintBattle(app, id, hints)
  return filled
}

function mustBeOpen({ state, quBegin, question }: Play, quId: string, now: Date) {
  if (state !== BattleState.open || quBegin === null || now < quBegin || now > deadlineOf(quBegin) || question?.quId !== quId)
    fail('battleLate')
}

async function resultOf(db: Ctx['db'], id: string, quNo: number, side: number, hints: readonly BattleHint[]): Promise<Filled> {
  if (!hints.some((one) => one.type === 'closed')) return { closed: false, isRight: null, score: null, rivalScore: null }
  const rows = await db
    .selectFrom('battleAnswer')
    .where('battleId', '=', id)
    .where('quNo', '=', quNo)
    .select(['side', 'isRight', 'score'])
    .execute()
  const own = rows.find((one) => one.side === side)
  const rival = rows.find((one) => one.side !== side)
  return { closed: true, isRight: own?.isRight ?? null, score: own?.score ?? null, rivalScore: rival?.score ?? null }
}

/** Ends the caller's wait, or gives the battle to the rival. Fails notFound for others; nothing happens once it has ended. */
export async function leaveBattle(ctx: Ctx, { id }: Input<typeof battle.leave>): Promise<true> {
  const play = await lockBattle(ctx.db, id)
  const side = play?.sides.find((one) => one.userId === ctx.user.id)?.side
  if (!play || side === undefined) return fail('notFound')
  if (play.state === BattleState.ended) return true
  await endBattle(
    ctx,
    play,
    play.state === BattleState.waiting ? { winner: null, ending: 'cancelled' } : { winner: side === 1 ? 2 : 1, ending: 'left' },
  )
  ctx.afterCommit(() => hintBattle(ctx.app, id, [{ type: 'over', no: play.quNo }]))
  return true
}
