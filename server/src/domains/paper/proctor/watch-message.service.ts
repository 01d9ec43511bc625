// Messages from the invigilator to candidates with an open paper: stored as pushes, announced by socket.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { watchMessage } from '@shuyuan/contract/paper/proctor/watch-message.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { mustWatch } from '../../exam/entry/invigilation.service.ts'
import { roomOf } from '../channel/hint.service.ts'
import { isThere, seenSince } from '../attempt/clock/presence.service.ts'
import { sendPush, storePush } from '../channel/push.service.ts'

/** Sends a message to one candidate. Fails paperHanded if they have handed in, seatEmpty if they have opened no paper of the exam. */
export async function notifyOne(ctx: Ctx, { examId, userId, message }: Input<(typeof watchMessage)['single-msg']>) {
  const sent = await notify(ctx, examId, message, userId)
  if (sent.success + sent.fail === 0) fail((await hasHanded(ctx, examId, userId)) ? 'paperHanded' : 'seatEmpty')
  return true as const
}

async function hasHanded({ db }: Ctx, examId: string, userId: string): Promise<boolean> {
  const papers = db.selectFrom('paper').where('examId', '=', examId).where('userId', '=', userId).where('state', '>', PaperState.open)
  return (await papers.select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Sends a message to all candidates with an open paper. @returns how many have a page online now, and for how many the message waits */
export async function notifyAll(ctx: Ctx, { examId, message }: Input<(typeof watchMessage)['batch-msg']>) {
  return notify(ctx, examId, message)
}

async function notify(ctx: Ctx, examId: string, message: string, userId?: string) {
  const { app, db, now, afterCommit } = ctx
  const { people } = await mustWatch(ctx, examId)
  if (userId !== undefined) must(await db.selectFrom('sysUser').where('id', '=', userId).where(people).select('id').executeTakeFirst())
  const open = await db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('examId', '=', examId)
    .where('paper.state', '=', PaperState.open)
    .where(people)
    .$if(userId !== undefined, (query) => query.where('paper.userId', '=', userId ?? ''))
    .orderBy('paper.id')
    .select(['paper.id', 'paper.userId', isThere(seenSince(now)).as('there')])
    .forNoKeyUpdate('paper')
    .execute()
  const push = await storePush(
    db,
    open.map((row) => row.id),
    { type: 'msg', message },
    now,
  )
  afterCommit(() => sendPush(app, push))
  const there = open.filter((row) => row.there || app.sockets.count(roomOf(examId, row.userId)) > 0)
  return { success: there.length, fail: open.length - there.length }
}
