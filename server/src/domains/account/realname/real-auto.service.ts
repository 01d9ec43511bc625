// Automatic audit: the identity provider compares name, number and photo; undecided requests are left to a person.
import type { Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { Failure } from '../../../kernel/fail.ts'
import type { IdentityOpinion } from '../../../providers/identity.ts'
import { idCardOfReal, openIdCard } from '../../people/user/id-card.service.ts'
import { faceIdentity } from './real-check.service.ts'
import { mustBeWaiting, passRecords, rejectRecords } from './real-pass.service.ts'

export const identityOf = appPart(faceIdentity)

export type AutoReview = { passed: number; rejected: number; manual: number; msg: string }

/** The provider's opinion on one request; undecided where the call fails. */
async function opinionOn({ app, log }: Ctx, id: string): Promise<IdentityOpinion> {
  const row = await app.db
    .selectFrom('sysReal')
    .where('id', '=', id)
    .select(['userId', 'realName', 'idCard', 'face'])
    .executeTakeFirstOrThrow()
  try {
    return await identityOf(app).verify({ ...row, idCard: openIdCard(app, idCardOfReal, id, row.idCard) })
  } catch (error) {
    log.warn({ err: error, id }, 'identity provider')
    return { verdict: 'unknown', reason: '人脸服务暂时不可用，已转人工审核' }
  }
}

/**
 * Audits waiting requests one by one, each in its own transaction; requests that another auditor has decided meanwhile are skipped.
 * @returns how many passed, were rejected, and are left to a person, with the reason of the last of these
 */
export async function reviewByProvider(ctx: Ctx, ids: readonly string[]): Promise<AutoReview> {
  const result: AutoReview = { passed: 0, rejected: 0, manual: 0, msg: '' }
  for (const id of ids) {
    const outcome = await settle(ctx, id, await opinionOn(ctx, id))
    if (outcome === undefined) continue
    result[outcome.verdict === 'unknown' ? 'manual' : outcome.verdict]++
    if (outcome.verdict === 'unknown') result.msg = outcome.reason
  }
  return result
}

/** @returns the result of the request; undefined where another auditor was first */
async function settle(ctx: Ctx, id: string, opinion: IdentityOpinion): Promise<IdentityOpinion | undefined> {
  const { verdict, reason } = opinion
  try {
    await ctx.app.db.transaction().execute(async (db) => {
      const inner = { ...ctx, db, change: {} }
      const ruling = { auditMsg: reason, auditBy: null, autoResult: reason }
      if (verdict === 'passed') return passRecords(inner, [id], ruling)
      if (verdict === 'rejected') return rejectRecords(inner, [id], ruling)
      await mustBeWaiting(inner, [id])
      await db.updateTable('sysReal').set({ autoResult: reason }).where('id', '=', id).execute()
      return undefined
    })
    return opinion
  } catch (error) {
    if (error instanceof Failure && error.reason === 'realAudited') return undefined
    if (error instanceof Failure && error.reason === 'realTaken') return settle(ctx, id, { verdict: 'unknown', reason: error.message })
    throw error
  }
}
