// Trainings of a learner: position, answer card, questions, end, result and list.
import { say } from '@shuyuan/contract/train/train.server.texts.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { type train, trainMode, TrainState, TrainMode } from '@shuyuan/contract/train/train.ts'
import { type NotNull, sql } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { fail, must } from '../../kernel/fail.ts'
import { keyedPageOf } from '../../kernel/page.ts'
import { judgeAnswer, poseQuestion } from '../paper/attempt/entry/practice.service.ts'
import { mustNotBeOpen } from '../qu/bank/open.service.ts'
import { questionInVersion } from '../qu/bank/question-read.service.ts'
import { ofUsersWithinDataScope } from '../people/user/data-scope.service.ts'
import { usersNamed } from '../people/user/name-search.service.ts'
import { count, type Counted, judgedOf, mustOwn, poseIn, type TrainRow } from './answer.service.ts'
import { mustNotBeClosed, mustTrainOn } from './bank.service.ts'
import { mustBeWithinHours } from './hours.service.ts'
import { percentOf } from './train.rules.ts'
import { among } from '../../kernel/database.ts'

type Calls = typeof train
const counts = ['train.rightCount', 'train.answerCount', 'train.totalCount', 'train.position'] as const

const listed = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('train')
    .leftJoin('repo', 'repo.id', 'train.repoId')
    .leftJoin('sysUser', 'sysUser.id', 'train.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .leftJoin('repoChapter', (join) =>
      join.on(sql<boolean>`repo_chapter.id = case train.mode when ${sql.lit(TrainMode.chapter)} then train.scope::bigint
        when ${sql.lit(TrainMode.wrong)} then substring(train.scope from 'c([0-9]+)')::bigint end`),
    )
    .leftJoin('exam', (join) =>
      join.on(
        sql<boolean>`exam.id = case train.mode when ${sql.lit(TrainMode.wrong)} then substring(train.scope from 'e([0-9]+)')::bigint end`,
      ),
    )
    .select(['train.id', 'train.repoId', 'train.userId', 'train.mode', 'train.scope', 'train.state', ...counts])
    .select([
      'train.createTime',
      'train.updateTime',
      'repo.title as repoTitle',
      'realName',
      'deptName',
      'repoChapter.title as chapterTitle',
      'exam.title as examTitle',
    ])
    .$narrowType<{ repoTitle: NotNull; realName: NotNull }>()
/** A training is a record from its first answer on; in review mode, which has no answers, from the second question on. */
const isRecord = sql<boolean>`(train.answer_count > 0 or (train.mode = ${sql.lit(TrainMode.review)} and train.position > 0))`
type Listed = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const shown = ({ repoTitle, deptName, chapterTitle, examTitle, ...row }: Listed): Output<Calls['detail']> => ({
  ...row,
  // a mock paper must not reveal right answers before its end
  rightCount: row.mode === TrainMode.mock && row.state === TrainState.open ? 0 : row.rightCount,
  repoId_dictText: repoTitle,
  deptCode_dictText: deptName ?? '',
  mode_dictText: trainMode[row.mode],
  scope_dictText:
    row.mode === TrainMode.questionType
      ? (quTypeText[Number(row.scope) as keyof typeof quTypeText] ?? '')
      : [examTitle, chapterTitle].filter((one) => one !== null).join(' · '),
  percent: row.mode === TrainMode.mock && row.state === TrainState.open ? 0 : percentOf(row.rightCount, row.answerCount),
})

/** The signed-in user's newest unfinished training that they may continue, or null. */
export async function checkTrain(ctx: Ctx): Promise<Output<Calls['check']>> {
  const row = await listed(ctx)
    .where('train.userId', '=', ctx.user.id)
    .where('train.state', '=', TrainState.open)
    .where(isRecord)
    .$if(!can(ctx, 'repo:list'), (q) =>
      q.where((e) => e.or([e('repo.isTrain', '=', true), e('train.mode', 'in', [TrainMode.wrong, TrainMode.spaced])])),
    )
    .orderBy('train.updateTime', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? shown(row) : null
}

/** An own training. Fails notFound. */
export async function findTrain(ctx: Ctx, { id }: Input<Calls['detail']>): Promise<Output<Calls['detail']>> {
  await mustOwn(ctx, id)
  return shown(await listed(ctx).where('train.id', '=', id).executeTakeFirstOrThrow())
}

/** Every question of an own training in order, with its result. Fails notFound. */
export async function trainCard(ctx: Ctx, { id }: Input<Calls['card']>): Promise<Output<Calls['card']>> {
  const row = await mustOwn(ctx, id)
  const isHidden = row.mode === TrainMode.mock && row.state === TrainState.open
  const { rows } = await sql<Output<Calls['card']>[number]>`
    select given.qu_id as "quId", qu.qu_type as "quType", f.qu_id is not null as favourite,
      case when a.qu_id is null then null when ${isHidden} then 'answered' else a.result end as result
    from train join lateral unnest(train.qu_ids) with ordinality as given (qu_id, place) on true
    join qu on qu.id = given.qu_id
    left join train_answer a on a.train_id = train.id and a.qu_id = given.qu_id
    left join qu_favourite f on f.qu_id = given.qu_id and f.user_id = train.user_id
    where train.id = ${id}::bigint order by place`.execute(ctx.db)
  return rows
}

/**
 * A question of an own training. The key is included only after the answer, in mode 13, or after the end of a mock paper; an unanswered question is
 * shown only while the bank may be trained on.
 * Fails notFound, questionSat, trainClosed, trainHours, and as mustTrainOn.
 */
export async function trainQuestion(ctx: Ctx, { trainId, quId }: Input<Calls['qu-detail']>): Promise<Output<Calls['qu-detail']>> {
  const row = await mustOwn(ctx, trainId)
  await mustNotBeClosed(ctx, row.repoId)
  await mustNotBeOpen(ctx, quId)
  const { posed, isAnswered, answer } = await poseIn(ctx, row, quId)
  if (!isAnswered) mustBeWithinHours(ctx, await mustTrainOn(ctx, row))
  const own = await ctx.db
    .selectFrom('qu')
    .leftJoin('quFavourite', (join) => join.onRef('quFavourite.quId', '=', 'qu.id').on('quFavourite.userId', '=', ctx.user.id))
    .leftJoin('quNote', (join) => join.onRef('quNote.quId', '=', 'qu.id').on('quNote.userId', '=', ctx.user.id))
    .where('qu.id', '=', quId)
    .select(['quFavourite.quId as favourite', 'quNote.content as note'])
    .executeTakeFirstOrThrow()
  const isShown = row.mode === TrainMode.review || (row.mode === TrainMode.mock ? row.state !== TrainState.open : isAnswered)
  return {
    ...posed.shown,
    favourite: own.favourite !== null,
    note: own.note ?? '',
    answer,
    judged: isShown ? await judgedOf(ctx, quId, posed, answer) : null,
  }
}

/** Stores the learner's position, so that another device can continue there. Fails notFound. */
export async function storePosition(ctx: Ctx, { trainId, position }: Input<Calls['position']>): Promise<true> {
  await mustOwn(ctx, trainId)
  await ctx.app.db
    .updateTable('train')
    .set({ position, updateTime: ctx.now })
    .where('id', '=', trainId)
    .where('state', '=', TrainState.open)
    .execute()
  return true
}

/** Ends an own training; a mock paper is judged and counted now. A repeated call gives the same answer. Fails notFound. */
export async function finishTrain(ctx: Ctx, { id }: Input<Calls['finish']>): Promise<Output<Calls['finish']>> {
  const row = await mustOwn(ctx, id, true)
  if (row.state === TrainState.open) {
    const rightCount = row.mode === TrainMode.mock ? await countMock(ctx, row) : undefined
    await ctx.db
      .updateTable('train')
      .set({ state: TrainState.ended, finishTime: ctx.now, updateTime: ctx.now, ...(rightCount === undefined ? {} : { rightCount }) })
      .where('id', '=', id)
      .execute()
  }
  return endOf(ctx, id)
}

/** The result of an own ended training. Fails notFound, also while it is unfinished. */
export async function trainResult(ctx: Ctx, { id }: Input<Calls['result']>): Promise<Output<Calls['result']>> {
  const row = await mustOwn(ctx, id)
  if (row.state === TrainState.open) fail('notFound', say('trainRunning'))
  return endOf(ctx, id)
}

async function endOf(ctx: Ctx, id: string): Promise<Output<Calls['finish']>> {
  const { rows: types } = await sql<Output<Calls['finish']>['types'][number]>`
    select qu.qu_type as "quType", count(*)::int as total, count(a.qu_id)::int as answered,
      (count(*) filter (where a.result = 'right'))::int as right
    from train join lateral unnest(train.qu_ids) as given (qu_id) on true join qu on qu.id = given.qu_id
    left join train_answer a on a.train_id = train.id and a.qu_id = given.qu_id
    where train.id = ${id}::bigint group by qu.qu_type order by qu.qu_type`.execute(ctx.db)
  const card = await trainCard(ctx, { id })
  const { finishTime } = await ctx.db.selectFrom('train').where('id', '=', id).select('finishTime').executeTakeFirstOrThrow()
  const wrongIds = card.flatMap((one) => (one.result !== null && !['right', 'pending'].includes(one.result) ? [one.quId] : []))
  return { ...(await findTrain(ctx, { id })), finishTime: must(finishTime ?? undefined), types, wrongIds }
}

async function countMock(ctx: Ctx, row: TrainRow): Promise<number> {
  const answers = await ctx.db.selectFrom('trainAnswer').where('trainId', '=', row.id).select(['quId', 'version', 'answer']).execute()
  const counted: Counted[] = []
  for (const { quId, version, answer } of answers) {
    const question = await questionInVersion(ctx, quId, version)
    if (!question) continue
    const given = answer as unknown as Answer | null
    const posed = poseQuestion(question, row.seed)
    counted.push({ question, posed, answer: given, verdict: judgeAnswer(posed, given) })
  }
  await count(ctx, row, counted)
  return counted.filter(({ verdict }) => verdict.isRight).length
}

/** Trainings that the list reaches; older ones are found by person or bank. */
const DEEPEST = 50_000

/** One page of own trainings; with `all`, of users within the data scope. Fails forbidden for `all` without repo:train:list. */
export async function pageTrains(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const { repoId, realName, mode, state, all } = params
  if (all && !can(ctx, 'repo:train:list')) fail('forbidden')
  const ofUsers = all ? await ofUsersWithinDataScope(ctx, 'train.userId') : sql<boolean>`train.user_id = ${ctx.user.id}`
  const query = ctx.db
    .selectFrom('train')
    .where(isRecord)
    .where(ofUsers)
    .$if(repoId !== undefined, (q) => q.where('train.repoId', '=', repoId ?? ''))
    .$if(!!realName, (q) => q.where('train.userId', '=', usersNamed(realName ?? '')))
    .$if(mode !== undefined, (q) => q.where('train.mode', '=', mode!))
    .$if(state !== undefined, (q) => q.where('train.state', '=', state!))
  const page = await keyedPageOf(ctx.db, query, paging, {
    key: 'train.id',
    sortable: { updateTime: 'train.updateTime', createTime: 'train.createTime' },
    fallback: [
      ['train.updateTime', 'desc'],
      ['train.id', 'desc'],
    ],
    deepest: DEEPEST,
    read: (ids) => listed(ctx).where(among('train.id', ids)).execute(),
  })
  return { ...page, records: page.records.map(shown) }
}
