// One's own sessions: where one is signed in, and ending one of them.
import type { session } from '@shuyuan/contract/sys/session/own-session.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { deviceOf } from './device.rules.ts'
import { forget } from './session.service.ts'

/** The living sessions of the person who calls, this one first, then by when they were last seen. */
export async function listOwnSessions({ db, now, user }: Ctx): Promise<Output<typeof session.list>> {
  const rows = await db
    .selectFrom('sysSession')
    .where('userId', '=', user.id)
    .where('ended', 'is', null)
    .where('expireTime', '>', now)
    .select(['id', 'device', 'ip', 'createTime', 'lastSeen'])
    .orderBy('lastSeen', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  const shown = rows.map((row) => ({ ...row, device: deviceOf(row.device), current: row.id === user.sessionId }))
  return shown.toSorted((a, b) => Number(b.current) - Number(a.current))
}

/** Ends one of one's own sessions, on every node. Fails notFound for anybody else's and for one that has ended. */
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
  ctx.afterCommit(() => forget(app, [user.id]))
  return true
}
