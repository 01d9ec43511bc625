// Effects of a verdict on a request: the record, the account, and a message to the user.
import { RealState } from '@shuyuan/contract/account/realname/real.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { idCardOfReal, idCardOfUser, idCardPrint, openIdCard, sealedIdCard } from '../../people/user/id-card.service.ts'
import { enrolAfter, putFace } from '../../face/library.service.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { invalidateUsers } from '../../session/session.service.ts'
import { among } from '../../../kernel/database.ts'

/** auditBy null: decided by the system */
export type Verdict = { auditMsg: string; auditBy: string | null; autoResult?: string }
type Judged = { id: string; userId: string; realName: string; face: string; idCard: string; sex: string }

/**
 * Passes when no other verified account has this number. Two accounts that request it concurrently wait for each other. Fails realTaken.
 */
export async function mustBeFree({ app, db }: Pick<Ctx, 'app' | 'db'>, userId: string, idCard: string): Promise<void> {
  const print = idCardPrint(app, idCard)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`real ${print}`}, 0))`.execute(db)
  const other = await db
    .selectFrom('sysUser')
    .where('idCardPrint', '=', print)
    .where('realPerson', '=', true)
    .where('id', '!=', userId)
    .select('id')
    .executeTakeFirst()
  if (other) fail('realTaken')
}

/** The waiting ones among these, locked. Fails realAudited for one that was decided, notFound for an unknown one. */
export async function mustBeWaiting({ app, db }: Pick<Ctx, 'app' | 'db'>, ids: readonly string[]): Promise<Judged[]> {
  const wanted = [...new Set(ids)]
  const rows = await db
    .selectFrom('sysReal')
    .where(among('id', wanted))
    .orderBy('id')
    .forUpdate()
    .select(['id', 'userId', 'realName', 'face', 'idCard', 'sex', 'state'])
    .execute()
  if (rows.length < wanted.length) fail('notFound')
  if (rows.some((row) => row.state !== RealState.waiting)) fail('realAudited')
  return rows.map((row) => ({ ...row, idCard: openIdCard(app, idCardOfReal, row.id, row.idCard) }))
}

/** Passes waiting requests: name, number, photo and sex become the account's, and the photo waits for its enrolment. Fails as mustBeWaiting and mustBeFree. */
export async function passRecords(ctx: Ctx, ids: readonly string[], verdict: Verdict): Promise<void> {
  const rows = await mustBeWaiting(ctx, ids)
  const people = rows.map((row) => row.userId)
  // locks accounts first, then numbers, each in order, as a concurrent request does: no deadlock
  await ctx.db.selectFrom('sysUser').where(among('id', people)).orderBy('id').forUpdate().select('id').execute()
  for (const { userId, realName, face, idCard, sex } of rows.toSorted((a, b) => (a.idCard < b.idCard ? -1 : 1))) {
    await mustBeFree(ctx, userId, idCard)
    await ctx.db
      .updateTable('sysUser')
      .set((eb) => ({ realPerson: true, realName, face, sex, updateTime: ctx.now, version: eb('version', '+', 1) }))
      .set(sealedIdCard(ctx.app, idCardOfUser, userId, idCard))
      .where('id', '=', userId)
      .execute()
  }
  for (const { userId, face } of rows) await putFace(ctx, { userId, url: face, source: 'real' })
  enrolAfter(ctx)
  await note(ctx, rows, RealState.passed, verdict)
  await sendMsg(ctx, people, { title: '实名认证已通过', content: `您的实名认证已通过审核。审核意见：${verdict.auditMsg}`, refType: 'real' })
  // a session caches the name
  ctx.afterCommit(() => invalidateUsers(ctx.app, people))
}

/** Rejects waiting requests; the account stays unchanged. Fails as mustBeWaiting. */
export async function rejectRecords(ctx: Ctx, ids: readonly string[], verdict: Verdict): Promise<void> {
  const rows = await mustBeWaiting(ctx, ids)
  await note(ctx, rows, RealState.rejected, verdict)
  const content = `您的实名认证未通过审核，请修改后重新提交。原因：${verdict.auditMsg}`
  await sendMsg(
    ctx,
    rows.map((row) => row.userId),
    { title: '实名认证未通过', content, refType: 'real' },
  )
}

async function note(ctx: Ctx, rows: Judged[], state: RealState, verdict: Verdict) {
  await ctx.db
    .updateTable('sysReal')
    .set({ ...verdict, state, auditTime: ctx.now })
    .where(
      among(
        'id',
        rows.map((row) => row.id),
      ),
    )
    .execute()
  ctx.change.after = { state, names: rows.map((row) => row.realName) }
}
