// Points for passing an exam: credited once for an exam with its make-up exams, and withdrawn once, according to paper_award.
import type { AwardBand } from '@shuyuan/contract/exam/marking-settings.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { makeUpChainOf } from '../../exam/make-up-chain.service.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { awardFor } from './award.rules.ts'
import { addPoints, addPointsToAll } from '../../points/points.service.ts'
import { recordEvent, recordForAll } from '../channel/timeline.service.ts'
import { among } from '../../../kernel/database.ts'

type Awarded = { id: string; examId: string; userId: string; title: string }
type Due = Pick<Ctx, 'db' | 'now'>

/**
 * Changes the award of a paper to `due` points less what other papers of the person have earned in the same make-up chain, so that the best one
 * counts once. In the caller's transaction with the paper's row locked. Each change writes one row of the points log. Withdrawing never makes a
 * balance negative: a learner who has spent the points keeps 0 and gets no second award for the same paper.
 * @returns the points given, or taken back as a negative number
 */
export async function settleAward(ctx: Due, paper: Awarded, due: number): Promise<number> {
  const { db, now } = ctx
  const stored = await db.selectFrom('paperAward').where('paperId', '=', paper.id).select('points').executeTakeFirst()
  const given = stored?.points ?? 0
  if (due === 0 && given === 0) return 0
  // two papers of one person must not both find nothing given
  const balance = await balanceOf(ctx, paper.userId)
  const others = due > 0 ? await givenElsewhere(ctx, paper) : 0
  const change = others > 0 ? await changeBeside(ctx, paper, { due, given, others }) : due - given
  const moved = change >= 0 ? change : -Math.min(-change, balance)
  if (moved === 0) return 0
  const row = { examId: paper.examId, userId: paper.userId, points: given + moved, updateTime: now }
  await db
    .insertInto('paperAward')
    .values({ paperId: paper.id, ...row })
    .onConflict((conflict) => conflict.column('paperId').doUpdateSet(row))
    .execute()
  const remark = moved > 0 ? rewardOf(paper) : `收回考试奖励：${paper.title}`
  await addPoints(ctx, paper.userId, moved, remark, { refType: 'paper', refId: paper.id })
  await recordEvent(db, { paperId: paper.id, kind: 'award', data: { points: moved }, at: now })
  return moved
}

/**
 * The change of a paper where others of the chain have earned points, too: up to what it is worth beyond theirs, or down by what all of them have
 * been given beyond the best one.
 */
async function changeBeside(
  ctx: Due,
  paper: Awarded,
  { due, given, others }: { due: number; given: number; others: number },
): Promise<number> {
  const best = given + others > due ? Math.max(due, await bestElsewhere(ctx, paper)) : due
  const surplus = given + others - best
  return surplus > 0 ? -Math.min(surplus, given) : Math.max(0, due - others - given)
}

/** The most that another passed paper of the person is worth in the make-up chain of the exam. */
async function bestElsewhere({ db }: Due, { id, examId, userId }: Awarded): Promise<number> {
  const rows = await db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .where('paper.userId', '=', userId)
    .where('paper.id', '!=', id)
    .where('paper.state', '=', PaperState.done)
    .where('paper.passed', '=', true)
    .where(sql<boolean>`paper.exam_id in (${makeUpChainOf(examId)})`)
    .select(['paper.score', 'exam.awardPoints', 'exam.awardBands'])
    .$narrowType<{ awardBands: AwardBand[] }>()
    .execute()
  return rows.reduce((most, { score, ...terms }) => Math.max(most, awardFor(terms, score)), 0)
}

/** What other papers of the person have earned in the make-up chain of the exam. */
async function givenElsewhere({ db }: Due, { id, examId, userId }: Awarded): Promise<number> {
  const { sum } = await db
    .selectFrom('paper')
    .innerJoin('paperAward', 'paperAward.paperId', 'paper.id')
    .where('paper.userId', '=', userId)
    .where('paper.id', '!=', id)
    .where(sql<boolean>`paper.exam_id in (${makeUpChainOf(examId)})`)
    .select(sql<number>`coalesce(sum(paper_award.points), 0)::int`.as('sum'))
    .executeTakeFirstOrThrow()
  return sum
}

async function balanceOf({ db }: Due, userId: string): Promise<number> {
  const { points } = await db.selectFrom('sysUser').where('id', '=', userId).select('points').forUpdate().executeTakeFirstOrThrow()
  return points
}

const rewardOf = ({ title }: Awarded) => `考试及格奖励：${title}`

/**
 * The same for papers of different people: those that gain points share their statements.
 * @returns the points given, or taken back as a negative number, by paper; papers without a change are missing
 */
export async function settleAwards(ctx: Due, papers: readonly (Awarded & { due: number })[]): Promise<Map<string, number>> {
  const moved = new Map<string, number>()
  if (papers.length === 0) return moved
  const ids = papers.map((one) => one.id)
  const stored = await ctx.db.selectFrom('paperAward').where(among('paperId', ids)).select(['paperId', 'points']).execute()
  const given = new Map(stored.map((row) => [row.paperId, row.points]))
  const givenTo = ({ id }: Awarded) => given.get(id) ?? 0
  const others = await givenElsewhereToAll(
    ctx,
    papers.filter((one) => one.due > 0),
  )
  const isSingle = (one: Awarded & { due: number }) => one.due < givenTo(one) || (givenTo(one) > 0 && (others.get(one.id) ?? 0) > 0)
  for (const paper of papers.filter(isSingle)) {
    const change = await settleAward(ctx, paper, paper.due)
    if (change !== 0) moved.set(paper.id, change)
  }
  const rising = papers.filter((one) => one.due > givenTo(one) && !isSingle(one))
  const gains = rising
    .map((paper) => ({ paper, before: givenTo(paper), change: paper.due - givenTo(paper) - (others.get(paper.id) ?? 0) }))
    .filter(({ change }) => change > 0)
  for (const { paper, change } of gains) moved.set(paper.id, change)
  await creditAll(ctx, gains)
  return moved
}

async function creditAll(ctx: Due, gains: readonly { paper: Awarded; before: number; change: number }[]) {
  if (gains.length === 0) return
  const { db, now } = ctx
  await db
    .insertInto('paperAward')
    .values(
      gains.map(({ paper: { id, examId, userId }, before, change }) => ({
        paperId: id,
        examId,
        userId,
        points: before + change,
        updateTime: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('paperId').doUpdateSet((eb) => ({ points: eb.ref('excluded.points'), updateTime: eb.ref('excluded.updateTime') })),
    )
    .execute()
  await addPointsToAll(
    ctx,
    gains.map(({ paper, change }) => ({ userId: paper.userId, points: change, remark: rewardOf(paper), refId: paper.id })),
    'paper',
  )
  const evidence = new Map(gains.map(({ paper, change }) => [paper.id, { points: change }]))
  await recordForAll(db, [...evidence.keys()], { kind: 'award', at: now }, evidence)
}

/** As givenElsewhere, by paper; the people are locked, so that two papers of one person do not both find nothing given. */
async function givenElsewhereToAll({ db }: Due, papers: readonly Awarded[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  if (papers.length === 0) return found
  const people = papers.map((one) => one.userId)
  await db.selectFrom('sysUser').where(among('id', people)).select('id').orderBy('id').forUpdate().execute()
  for (const [examId, group] of Map.groupBy(papers, (one) => one.examId)) {
    const own = new Map(group.map((one) => [one.userId, one.id]))
    const rows = await db
      .selectFrom('paper')
      .innerJoin('paperAward', 'paperAward.paperId', 'paper.id')
      .where(among('paper.userId', [...own.keys()]))
      .where('paper.id', '!=', sql<string>`all(${[...own.values()]}::bigint[])`)
      .where(sql<boolean>`paper.exam_id in (${makeUpChainOf(examId)})`)
      .groupBy('paper.userId')
      .select(['paper.userId', sql<number>`coalesce(sum(paper_award.points), 0)::int`.as('sum')])
      .execute()
    for (const { userId, sum } of rows) found.set(own.get(userId) ?? '', sum)
  }
  return found
}
