// Taking over from another device where the exam wants an invigilator to agree (exam option 换机需监考解锁).
import type { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { publishUnlockRequest } from '../channel/watch-change.service.ts'
import { sendPush, storePush } from '../channel/push.service.ts'

/** Columns of a paper that nobody asks for. */
export const unasked = { unlockLogin: null, unlockAsked: null, unlockSession: null } as const

/**
 * Notes that this sign-in wants the locked paper: once, however often its page asks. On record with address and agent.
 * @returns whether it asks for the first time
 */
export async function askToUnlock({ app, db, user, request }: Ctx, row: { id: string; unlockLogin: string | null }): Promise<boolean> {
  if (row.unlockLogin === user.sessionId) return false
  const now = app.clock()
  const { ip, userAgent } = request
  const entry = randomBytes(12).toString('base64url')
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

/** Lets the sign-in that asks take over; its page goes on by itself. Fails paperHanded, or unlockNone where nobody asks. */
export async function unlockPaper(ctx: Ctx, { paperId }: Input<typeof watch.unlock>) {
  const { app, db, now, user } = ctx
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
    .set({ ...unasked, unlockedLogin: row.unlockLogin })
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
