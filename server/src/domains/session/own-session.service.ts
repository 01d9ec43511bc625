// The caller's own sessions: list them, end one of them.
import type { session } from '@shuyuan/contract/session/own-session.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { deviceOf } from './device.format.ts'
import { invalidateUsers } from './session.service.ts'

/** The caller's active sessions, the current one first, then by last activity. */
export async function listOwnSessions({ db, now, user }: Ctx): Promise<Output<typeof session.list>> {
  const rows = await db
    .selectFrom('sysSession')
    .where('userId', '=', user.id)
    .where('ended', 'is', null)
    .where('expireTime', '>', now)
    .where((eb) => eb.or([eb('idleUntil', 'is', null), eb('idleUntil', '>', now)]))
    .select(['id', 'device', 'ip', 'createTime', 'lastSeen'])
    .orderBy('lastSeen', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  const shown = rows.map((row) => ({ ...row, device: deviceOf(row.device), current: row.id === user.sessionId }))
  return shown.toSorted((a, b) => Number(b.current) - Number(a.current))
}

/** Ends one of the caller's own sessions, on every node. Fails notFound for another user's and for one that has ended. */
export async function endOneSession(ctx: Ctx, { id }: Input<typeof session.end>): Promise<true> {
  const { db, user, app, now } = ctx
  const { numUpdatedRows } = await db
    .updateTable('sysSession')
    .set({ ended: 'logout' })
    .where('id', '=', id)
    .where('userId', '=', user.id)
    .where('ended', 'is', null)
    .where('expireTime', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('notFound')
  ctx.afterCommit(() => invalidateUsers(app, [user.id]))
  return true
}
