// Starts battles: waits for a rival, joins one who waits, joins a friend by code, or plays against the robot.
import { type battle, BattleState, battleRule } from '@shuyuan/contract/battle/battle.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import { TrainMode } from '@shuyuan/contract/train/train.ts'
import { randomInt } from 'node:crypto'
import fastq from 'fastq'
import { sql } from 'kysely'
import type { Ctx, SlowCtx } from '../../kernel/ctx.ts'
import { fail, failField } from '../../kernel/fail.ts'
import { appPart } from '../../kernel/part.ts'
import { mustNotBeClosed, mustTrainOn } from '../train/bank.service.ts'
import { choiceStock, sitsOn } from '../train/draw.service.ts'
import { begin, joinRobot } from './begin.service.ts'
import { pairOf } from './battle.rules.ts'
import { hintBattle } from './hint.service.ts'

type Started = Output<typeof battle.start>

/** Battles of the same two people that give a rating, per day. */
const RATED_A_DAY = 5
const DAY_MS = 86_400_000

/** Battles that start at the same time in one process. The others wait without a connection, so that battles that have begun find one. */
const AT_ONCE = 3
const startsOf = appPart(() => fastq.promise((start: () => Promise<Started>) => start(), AT_ONCE))

const lock = (ctx: Ctx, what: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`battle ${what}`}, 0))`.execute(ctx.db)

/** The caller's battle that has not ended. */
export async function checkBattle(ctx: Ctx): Promise<Output<typeof battle.check>> {
  const row = await ctx.db
    .selectFrom('battleSide')
    .innerJoin('battle', 'battle.id', 'battleId')
    .where('userId', '=', ctx.user.id)
    .where('open', '=', true)
    .select(['battle.id', 'side', 'state'])
    .executeTakeFirst()
  return row ?? null
}

/**
 * Continues the caller's battle that has not ended, or starts one.
 * Fails as mustTrainOn, trainClosed; battleExam while a question of the bank is on the caller's open paper; battleFew for a bank with too few
 * questions; battleCode for a code without a waiting player.
 */
export function startBattle(ctx: SlowCtx, form: Input<typeof battle.start>): Promise<Started> {
  // the countdown begins now, not when the call arrived
  return startsOf(ctx.app).push(() => ctx.transaction((inner) => start({ ...inner, now: ctx.app.clock() }, form)))
}

async function start(ctx: Ctx, { repoId, mode, code }: Input<typeof battle.start>): Promise<Started> {
  await lock(ctx, `user ${ctx.user.id}`)
  const present = await checkBattle(ctx)
  if (present) return present
  if (code !== undefined) return joinFriend(ctx, code)
  if (repoId === undefined) return failField('repoId', sayKernel('unchosen', { label: '题库' }))
  await mustPlayOn(ctx, repoId)
  if (mode === 'robot') {
    const made = await wait(ctx, { repoId, mode, due: ctx.now, code: '' })
    if (!(await begin(ctx, made))) fail('battleFew')
    await joinRobot(ctx, made, ctx.user.id)
    return { id: made.id, side: 1, state: BattleState.open }
  }
  if (mode === 'match') {
    const rival = await waitingRival(ctx, repoId)
    if (rival) return join(ctx, rival)
    // two who ask at the same moment must find each other; those who found a rival at once have their row's lock alone
    await lock(ctx, `match ${repoId}`)
    const late = await waitingRival(ctx, repoId)
    if (late) return join(ctx, late)
  }
  const due = new Date(ctx.now.getTime() + (mode === 'friend' ? battleRule.code : battleRule.wait))
  const made = await wait(ctx, { repoId, mode, due, code: mode === 'friend' ? await freeCode(ctx) : '' })
  return { id: made.id, side: 1, state: BattleState.waiting }
}

/** The caller may play on the bank now. Fails as startBattle. */
async function mustPlayOn(ctx: Ctx, repoId: string) {
  await mustTrainOn(ctx, { repoId, mode: TrainMode.random })
  await mustNotBeClosed(ctx, repoId)
  if (await sitsOn(ctx, repoId, ['paper', 'activity'])) fail('battleExam')
  const stock = await choiceStock(ctx, repoId)
  if (Object.values(stock).reduce((sum, one) => sum + one, 0) < battleRule.questions) fail('battleFew')
}

type Waiting = { id: string; repoId: string; seed: string }
async function wait(ctx: Ctx, { due, ...row }: { repoId: string; mode: string; due: Date; code: string }): Promise<Waiting> {
  const seed = String(randomInt(2 ** 47))
  const { id } = await ctx.db
    .insertInto('battle')
    .values({ ...row, seed, dueTime: due, createTime: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db.insertInto('battleSide').values({ battleId: id, side: 1, userId: ctx.user.id }).execute()
  return { id, repoId: row.repoId, seed }
}

type Rival = Waiting & { userId: string | null }
const waiting = (ctx: Ctx) =>
  ctx.db
    .selectFrom('battle')
    .innerJoin('battleSide', 'battleId', 'battle.id')
    .where('battle.state', '=', BattleState.waiting)
    .where('dueTime', '>', ctx.now)
    .select(['battle.id', 'repoId', 'seed', 'userId'])

const waitingRival = (ctx: Ctx, repoId: string): Promise<Rival | undefined> =>
  waiting(ctx)
    .where('repoId', '=', repoId)
    .where('mode', '=', 'match')
    .orderBy('battle.id')
    .limit(1)
    .forUpdate('battle')
    .skipLocked()
    .executeTakeFirst()

async function joinFriend(ctx: Ctx, code: string): Promise<Started> {
  const rival = await waiting(ctx).where('code', '=', code).forUpdate('battle').executeTakeFirst()
  if (!rival) return fail('battleCode')
  await mustPlayOn(ctx, rival.repoId)
  return join(ctx, rival)
}

/** Takes the second side of a battle that waits; its row is locked. */
async function join(ctx: Ctx, rival: Rival): Promise<Started> {
  if (rival.userId === null || rival.userId === ctx.user.id) return fail('battleSelf')
  const pair = pairOf(rival.userId, ctx.user.id)
  const { count } = await ctx.db
    .selectFrom('battle')
    .where('pair', '=', pair)
    .where('rated', '=', true)
    .where('beginTime', '>', new Date(ctx.now.getTime() - DAY_MS))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (!(await begin(ctx, rival, { pair, rated: count < RATED_A_DAY }))) fail('battleFew')
  await ctx.db.insertInto('battleSide').values({ battleId: rival.id, side: 2, userId: ctx.user.id }).execute()
  ctx.afterCommit(() => hintBattle(ctx.app, rival.id, [{ type: 'begun', no: 1 }]))
  return { id: rival.id, side: 2, state: BattleState.open }
}

/** A code without a waiting player. */
async function freeCode(ctx: Ctx): Promise<string> {
  await lock(ctx, 'code')
  for (;;) {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    if (!(await ctx.db.selectFrom('battle').where('code', '=', code).select('id').executeTakeFirst())) return code
  }
}
