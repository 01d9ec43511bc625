// Points: a log of awards and deductions; the balance is a column of the user.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { userPoints } from '@shuyuan/contract/points/points.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { containing } from '../../kernel/database.ts'
import { pageByKey } from '../../kernel/page.ts'
import { addToAllPoints, addToPoints } from '../account/own/account.service.ts'

/**
 * Adds points to a user, or with a negative number deducts them, in the caller's transaction. `remark` is the title in the log; `ref` names
 * the cause. Fails pointsShort for an insufficient balance, notFound for an unknown user.
 */
export async function addPoints(
  ctx: Pick<Ctx, 'db' | 'now'>,
  userId: string,
  points: number,
  remark: string,
  ref: { refType: string; refId: string; createBy?: string },
): Promise<void> {
  await addToPoints(ctx, userId, points)
  await ctx.db
    .insertInto('pointsLog')
    .values({ userId, points, refRemark: remark, ...ref, createTime: ctx.now })
    .execute()
}

export type GivenPoints = { userId: string; points: number; remark: string; refId: string }

/** Adds points to different users, each with a log row of its own, in the caller's transaction. Fails notFound for an unknown user. */
export async function addPointsToAll(ctx: Pick<Ctx, 'db' | 'now'>, given: readonly GivenPoints[], refType: string): Promise<void> {
  if (given.length === 0) return
  await addToAllPoints(ctx, given)
  await ctx.db
    .insertInto('pointsLog')
    .values(given.map(({ remark, ...row }) => ({ ...row, refRemark: remark, refType, createTime: ctx.now })))
    .execute()
}

const sortable = { createTime: 'pointsLog.createTime', points: 'pointsLog.points' }

/** The caller's own log, newest first. */
export function pageOwnPoints(
  ctx: Ctx,
  { params, ...paging }: Input<(typeof userPoints)['my-paging']>,
): Promise<Output<(typeof userPoints)['my-paging']>> {
  let found = ctx.db.selectFrom('pointsLog').where('userId', '=', ctx.user.id)
  if (params.refRemark) found = found.where('refRemark', 'ilike', containing(params.refRemark))
  const listed = found.select(['pointsLog.id', 'refRemark', 'createTime', 'points'])
  return pageByKey(ctx.db, listed, paging, { key: 'pointsLog.id', sortable, fallback: [['pointsLog.id', 'desc']] })
}
