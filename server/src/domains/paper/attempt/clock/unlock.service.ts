// Takeovers that an invigilator has to unlock (exam option 换机需监考解锁).
import type { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../../../kernel/ctx.ts'
import { fail, must } from '../../../../kernel/fail.ts'
import { publishUnlockRequest } from '../../channel/watch-change.service.ts'
import { mustWatchPaper } from '../../grade/paper-scope.service.ts'
import { sendPush, storePush } from '../../channel/push.service.ts'
import { mustNotBeArchived } from '../../../exam/entry/archived.service.ts'

/** Column values of a paper with no pending unlock request. */
export const noUnlockRequest = { unlockLogin: null, unlockAsked: null, unlockSession: null } as const

/**
 * Records, with address and agent, that this sign-in session requests the write lock; repeated requests change nothing.
 * @returns whether this is its first request
 */
export async function requestUnlock({ app, db, user, request }: Ctx, row: { id: string; unlockLogin: string | null }): Promise<boolean> {
  if (row.unlockLogin === user.sessionId) return false
  const now = app.clock()
  const { ip, userAgent } = request
  const entry = randomBytes(16).toString('base64url')
  await db
    .insertInto('paperSession')
    .values({
      id: entry,
      paperId: row.id,
      userId: user.id,
      takeover: true,
      asked: true,
      ip,
      userAgent: userAgent.slice(0, 300),
      createTime: now,
    })
    .execute()
  await db
    .updateTable('paper')
    .set({ unlockLogin: user.sessionId, unlockAsked: now, unlockSession: entry })
    .where('id', '=', row.id)
    .execute()
  return true
}

/** Unlocks the takeover for the requesting sign-in session. Fails notFound, paperHanded, or unlockNone without a pending request. */
export async function unlockPaper(ctx: Ctx, { paperId }: Input<typeof watch.unlock>) {
  const { app, db, now, user } = ctx
  const { examId } = await mustWatchPaper(ctx, paperId)
  await mustNotBeArchived(ctx, [examId])
  const row = must(
    await db
      .selectFrom('paper')
      .where('id', '=', paperId)
      .where('state', '>=', PaperState.open)
      .select(['examId', 'state', 'unlockLogin', 'unlockSession'])
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
  if (row.state !== PaperState.open) fail('paperHanded')
  if (row.unlockLogin === null) fail('unlockNone')
  await db
    .updateTable('paper')
    .set({ ...noUnlockRequest, unlockedLogin: row.unlockLogin })
    .where('id', '=', paperId)
    .execute()
  await db
    .updateTable('paperSession')
    .set({ unlockBy: user.id, unlockTime: now })
    .where('id', '=', row.unlockSession ?? '')
    .execute()
  const push = await storePush(db, [paperId], { type: 'unlocked' }, now)
  ctx.change.after = { paperId, session: row.unlockSession }
  ctx.afterCommit(() => {
    publishUnlockRequest(app, row.examId)
    return sendPush(app, push)
  })
  return true as const
}
