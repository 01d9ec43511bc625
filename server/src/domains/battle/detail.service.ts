// A battle as its players and the back office see it. What is due is done before it is read.
import { type battle, type BattleEnding, type BattleMode, BattleState, battleRule } from '@shuyuan/contract/battle/battle.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Answer, PaperQuestion, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { fail, must } from '../../kernel/fail.ts'
import { openQuestionIds } from '../paper/attempt/open-questions.service.ts'
import { shownKey } from '../paper/attempt/practice.service.ts'
import { withinDataScope } from '../sys/people/data-scope.service.ts'
import { deadlineOf } from './battle.rules.ts'
import { tickBattle } from './play.service.ts'

type Detail = Output<typeof battle.detail>

async function mustRead({ db }: Ctx, id: string) {
  return must(
    await db
      .selectFrom('battle')
      .leftJoin('repo', 'repo.id', 'battle.repoId')
      .where('battle.id', '=', id)
      .select([
        'battle.id',
        'repoId',
        'repo.title as repoTitle',
        'mode',
        'state',
        'code',
        'quNo',
        'quBegin',
        'dueTime',
        'winner',
        'ending',
        'rated',
      ])
      .select(sql<number>`jsonb_array_length(questions)`.as('total'))
      .executeTakeFirst(),
  )
}

/** Fails notFound for callers who neither play nor may list battles of one of the players. */
export async function findBattle(ctx: Ctx, { id }: Input<typeof battle.detail>): Promise<Detail> {
  const { app, db, user } = ctx
  let row = await mustRead(ctx, id)
  const now = app.clock()
  if (row.state !== BattleState.ended && row.dueTime !== null && row.dueTime <= now) {
    await tickBattle(app, id)
    row = await mustRead(ctx, id)
  }
  const sides = await sidesOf(ctx, id)
  const side = sides.find((one) => one.userId === user.id)?.side ?? 0
  if (side === 0 && !(await mayWatch(ctx, id))) fail('notFound')
  const answers = await db.selectFrom('battleAnswer').where('battleId', '=', id).orderBy('side').selectAll().execute()
  const phase = phaseOf(row, now)
  const isOver = row.state === BattleState.ended
  const lastClosed = isOver ? row.total : row.quNo - 1
  const hidden = await openQuestionIds(ctx)
  const shown = await contentOf(db, id, isOver ? 1 : lastClosed, phase === 'question' ? row.quNo : lastClosed)
  const closed = Array.from({ length: Math.max(0, lastClosed) }, (_, at) => at + 1).flatMap((no): Detail['closed'] => {
    const given = answers.filter((one) => one.quNo === no)
    // a battle that ended early has questions that nobody saw
    if (given.length < sides.length || given.length === 0) return []
    const content = shown.get(no)
    const isShown = content !== undefined && !hidden.has(content.question.quId)
    return [
      {
        no,
        question: isShown ? content.question : null,
        key: isShown ? shownKey(content.key) : null,
        answers: given.map((one) => ({ ...one, answer: isShown ? (one.answer as Answer | null) : null })),
      },
    ]
  })
  const open = phase === 'question' ? shown.get(row.quNo) : undefined
  const present = answers.filter((one) => one.quNo === row.quNo && !isOver)
  return {
    id,
    repoId: row.repoId,
    repoId_dictText: row.repoTitle ?? '',
    mode: row.mode as BattleMode,
    state: row.state as BattleState,
    phase,
    code: side === 1 ? row.code : '',
    side,
    no: row.quNo,
    total: row.total,
    leftMs: leftOf(row, phase, now),
    sides: sides.map((one) => ({ ...one, done: present.some((answer) => answer.side === one.side) })),
    question: open && !hidden.has(open.question.quId) ? open.question : null,
    answer: (present.find((one) => one.side === side)?.answer ?? null) as Answer | null,
    closed,
    winner: row.winner,
    ending: row.ending === '' ? null : (row.ending as BattleEnding),
    rated: row.rated,
  }
}

type Timed = { state: number; quBegin: Date | null; dueTime: Date | null }
const phaseOf = ({ state, quBegin }: Timed, now: Date): Detail['phase'] =>
  state === BattleState.ended
    ? 'over'
    : state === BattleState.waiting
      ? 'waiting'
      : quBegin !== null && now < quBegin
        ? 'count'
        : 'question'

function leftOf({ quBegin, dueTime }: Timed, phase: Detail['phase'], now: Date): number {
  const until =
    phase === 'waiting' ? dueTime : phase === 'over' || quBegin === null ? null : phase === 'count' ? quBegin : deadlineOf(quBegin)
  if (until === null) return 0
  const left = until.getTime() - now.getTime()
  return Math.max(0, phase === 'question' ? Math.min(left, battleRule.question) : left)
}

/** The questions `from` to `to` with their keys, by number. */
async function contentOf(db: Ctx['db'], id: string, from: number, to: number) {
  const { rows } = await sql<{ no: number; question: PaperQuestion; key: QuestionKey }>`
    select n::int as no, questions -> (n - 1) as question, keys -> (n - 1) as key
    from battle, generate_series(greatest(1, ${from}::int), ${to}::int) n
    where id = ${id}::bigint and n <= jsonb_array_length(questions)`.execute(db)
  return new Map(rows.map((row) => [row.no, row]))
}

async function sidesOf({ db }: Ctx, id: string) {
  const rows = await db
    .selectFrom('battleSide')
    .leftJoin('sysUser', 'sysUser.id', 'userId')
    .where('battleId', '=', id)
    .orderBy('side')
    .select(['side', 'userId', 'realName', 'avatar', 'robotLevel', 'score', 'ratingBefore', 'ratingAfter'])
    .execute()
  return rows.map(({ robotLevel, ...row }) => ({
    ...row,
    userId: row.userId ?? '',
    realName: row.realName ?? '',
    avatar: row.avatar ?? '',
    isRobot: robotLevel !== null,
  }))
}

async function mayWatch(ctx: Ctx, id: string): Promise<boolean> {
  if (!can(ctx, 'battle:list')) return false
  const found = await ctx.db
    .selectFrom('battleSide')
    .innerJoin('sysUser', 'sysUser.id', 'userId')
    .where('battleId', '=', id)
    .where(await withinDataScope(ctx))
    .select('side')
    .executeTakeFirst()
  return found !== undefined
}
