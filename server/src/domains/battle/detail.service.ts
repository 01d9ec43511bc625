// A battle as its players and the back office see it. Due steps are done before it is read.
import { type battle, type BattleEnding, type BattleMode, BattleState, battleRule } from '@shuyuan/contract/battle/battle.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Answer, PaperQuestion, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { fail, must } from '../../kernel/fail.ts'
import { shownKey } from '../paper/attempt/entry/practice.service.ts'
import { openQuestions } from '../qu/bank/open.service.ts'
import { withinDataScope } from '../people/user/data-scope.service.ts'
import { deadlineOf } from './battle.rules.ts'
import { tickBattle } from './play.service.ts'

type Detail = Output<typeof battle.detail>

type SideRow = {
  side: number
  userId: string
  realName: string
  avatar: string
  isRobot: boolean
  score: number
  ratingBefore: number | null
  ratingAfter: number | null
}
type AnswerRow = { side: number; quNo: number; answer: Answer | null; isRight: boolean; ms: number; score: number }
type Content = { no: number; question: PaperQuestion; key: QuestionKey }

const sidesOf = sql<SideRow[]>`(select coalesce(json_agg(json_build_object('side', s.side, 'userId', coalesce(s.user_id::text, ''),
  'realName', coalesce(u.real_name, ''), 'avatar', coalesce(u.avatar, ''), 'isRobot', s.robot_level is not null, 'score', s.score,
  'ratingBefore', s.rating_before, 'ratingAfter', s.rating_after) order by s.side), '[]')
  from battle_side s left join sys_user u on u.id = s.user_id where s.battle_id = battle.id)`
const answersOf = sql<AnswerRow[]>`(select coalesce(json_agg(json_build_object('side', a.side, 'quNo', a.qu_no, 'answer', a.answer,
  'isRight', a.is_right, 'ms', a.ms, 'score', a.score) order by a.side), '[]') from battle_answer a where a.battle_id = battle.id)`

/** The last closed question and the open one with their keys; all of them once the battle has ended. */
const contentAt = (now: Date) => sql<Content[]>`(select coalesce(json_agg(json_build_object('no', n, 'question', questions -> (n - 1),
  'key', keys -> (n - 1))), '[]') from generate_series(
    case when battle.state = ${BattleState.ended} then 1 else greatest(1, qu_no - 1) end,
    case when battle.state = ${BattleState.ended} then jsonb_array_length(questions) when qu_begin <= ${now} then qu_no else qu_no - 1 end
  ) n where n <= jsonb_array_length(questions))`

/** In one statement, because everybody in every battle asks at each question. */
async function mustRead({ db }: Ctx, id: string, now: Date) {
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
        'battle.state',
        'code',
        'quNo',
        'quBegin',
        'dueTime',
        'winner',
        'ending',
        'rated',
      ])
      .select(sql<number>`jsonb_array_length(questions)`.as('total'))
      .select([sidesOf.as('sides'), answersOf.as('answers'), contentAt(now).as('content')])
      .executeTakeFirst(),
  )
}

/** Fails notFound for callers who neither play nor may list battles of one of the players. */
export async function findBattle(ctx: Ctx, { id }: Input<typeof battle.detail>): Promise<Detail> {
  const { app, user } = ctx
  const now = app.clock()
  let row = await mustRead(ctx, id, now)
  if (row.state !== BattleState.ended && row.dueTime !== null && row.dueTime <= now) {
    await tickBattle(app, id)
    row = await mustRead(ctx, id, now)
  }
  const { sides, answers } = row
  const side = sides.find((one) => one.userId === user.id)?.side ?? 0
  if (side === 0 && !(await mayWatch(ctx, id))) fail('notFound')
  const phase = phaseOf(row, now)
  const isOver = row.state === BattleState.ended
  const lastClosed = isOver ? row.total : row.quNo - 1
  const [sat, elsewhere] = [await openQuestions(ctx, ['paper']), await openQuestions(ctx)]
  const shown = new Map(row.content.map((one) => [one.no, one]))
  const closed = Array.from({ length: Math.max(0, lastClosed) }, (_, at) => at + 1).flatMap((no): Detail['closed'] => {
    const given = answers.filter((one) => one.quNo === no)
    // a battle that ended early has questions that were not shown
    if (given.length < sides.length || given.length === 0) return []
    const content = shown.get(no)
    const isShown = content !== undefined && !elsewhere.has(content.key.quId)
    return [
      {
        no,
        question: isShown ? content.question : null,
        key: isShown ? shownKey(content.key) : null,
        answers: given.map((one) => ({ ...one, answer: isShown ? one.answer : null })),
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
    state: row.state,
    phase,
    code: side === 1 ? row.code : '',
    side,
    no: row.quNo,
    total: row.total,
    leftMs: leftOf(row, phase, now),
    sides: sides.map((one) => ({ ...one, done: present.some((answer) => answer.side === one.side) })),
    question: open && !sat.has(open.key.quId) ? open.question : null,
    answer: present.find((one) => one.side === side)?.answer ?? null,
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
