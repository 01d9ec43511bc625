// Revoking and renewing granted certificates, and the users who can see one.
import { type grant, type GrantSource, GrantState } from '@shuyuan/contract/cert/grant.ts'
import type { CertVariable } from '@shuyuan/contract/cert/layout.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, must } from '../../kernel/fail.ts'
import { report } from '../site/log/happening.service.ts'
import { sendMsg } from '../message/msg.service.ts'
import { withinDataScope } from '../people/user/data-scope.service.ts'
import { type Due, grantTo, mustBeLater, type Ref } from './grant.service.ts'
import { among } from '../../kernel/database.ts'

/** Locks grants for a change. Fails notFound for one outside the caller's data scope. */
async function mustReach(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await ctx.db
    .selectFrom('certGrant')
    .innerJoin('sysUser', 'sysUser.id', 'certGrant.userId')
    .where(among('certGrant.id', wanted))
    .where(await withinDataScope(ctx))
    .orderBy('certGrant.id')
    .select(['certGrant.id', 'certId', 'certGrant.userId', 'certGrant.state', 'title', 'grantNo', 'refType', 'refId', 'vars'])
    .forUpdate('certGrant')
    .execute()
  if (rows.length < wanted.length) fail('notFound')
  return rows
}

/** Revokes certificates, with a message to each holder; a revoked one stays as it is. Fails notFound. */
export async function revokeGrants(ctx: Ctx, { ids, reason }: Input<typeof grant.revoke>): Promise<Output<typeof grant.revoke>> {
  const rows = (await mustReach(ctx, ids)).filter((one) => one.state !== GrantState.revoked)
  await revoke(ctx, rows, reason, ctx.user.id)
  ctx.change.after = { revoked: rows.length, reason }
  return { revoked: rows.length }
}

type Revoked = { id: string; userId: string; title: string; grantNo: string }

/** Revokes these grants, with a message to each holder. `by`: null without a deciding user. */
export async function revoke(ctx: Due, rows: readonly Revoked[], reason: string, by: string | null) {
  if (rows.length === 0) return
  await ctx.db
    .updateTable('certGrant')
    .set({ state: GrantState.revoked, revokeReason: reason, revokeTime: ctx.now, revokeBy: by })
    .where(
      'id',
      'in',
      rows.map((one) => one.id),
    )
    .execute()
  await report(
    ctx,
    'cert.revoked',
    rows.map(({ id: grantId, userId, title, grantNo }) => ({ userId, data: { grantId, grantNo, title } })),
  )
  for (const { id, userId, title, grantNo } of rows)
    await sendMsg(ctx, [userId], {
      title: '证书已撤销',
      content: `您的证书“${title}”（编号${grantNo}）已撤销，原因：${reason}`,
      refType: 'certGrant',
      refId: id,
    })
}

/** Renews certificates that are not revoked: new number, new period. Fails notFound, and at `expireTime`. */
export async function renewGrants(ctx: Ctx, { ids, expireTime }: Input<typeof grant.renew>): Promise<Output<typeof grant.renew>> {
  mustBeLater(expireTime, ctx.now)
  let granted = 0
  for (const { certId, userId, state, refType, refId, vars } of await mustReach(ctx, ids)) {
    if (state !== GrantState.valid) continue
    const {
      courseTitle = '',
      examTitle = '',
      score = '',
      activityTitle = '',
      place = '',
      pathTitle = '',
    } = vars as Partial<Record<CertVariable, string>>
    const ref = { refType: refType as GrantSource, refId }
    const more = {
      vars: { courseTitle, examTitle, score, activityTitle, place, pathTitle },
      expireTime,
      createBy: ctx.user.id,
      renew: true,
    }
    granted += await grantTo(ctx, { certId, userIds: [userId], ...ref, ...more })
  }
  ctx.change.after = { granted }
  return { granted }
}

/** Revokes what a cause earned for a user, after it no longer holds. */
export async function revokeEarned(ctx: Due, { refType, refId, userId }: Ref & { userId: string }, reason: string): Promise<void> {
  const rows = await ctx.db
    .selectFrom('certGrant')
    .where('refType', '=', refType)
    .where('refId', '=', refId)
    .where('userId', '=', userId)
    .where('state', '!=', GrantState.revoked)
    .select(['id', 'userId', 'title', 'grantNo'])
    .forUpdate()
    .execute()
  await revoke(ctx, rows, reason, null)
}

/** The row of a grant that the caller may see. Fails notFound. */
export async function mustSee(ctx: Ctx, id: string, mayAll: boolean): Promise<{ id: string }> {
  const scope = mayAll ? await withinDataScope(ctx) : sql<boolean>`false`
  return must(
    await ctx.db
      .selectFrom('certGrant')
      .innerJoin('sysUser', 'sysUser.id', 'certGrant.userId')
      .where('certGrant.id', '=', id)
      .where((eb) => eb.or([eb('certGrant.userId', '=', ctx.user.id), scope]))
      .select('certGrant.id')
      .executeTakeFirst(),
  )
}
