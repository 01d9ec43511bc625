// Granting certificates: by hand, and for domains above by themselves; revoking and renewing.
import { say } from '@shuyuan/contract/cert/cert.server.texts.ts'
import { CertState } from '@shuyuan/contract/cert/cert.ts'
import { type grant, type GrantSource, GrantState } from '@shuyuan/contract/cert/grant.ts'
import type { CertVariable } from '@shuyuan/contract/cert/layout.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { json, among } from '../../kernel/database.ts'
import { fail, failField } from '../../kernel/fail.ts'
import { sendOwnMsgs } from '../message/msg.service.ts'
import { report } from '../site/log/happening.service.ts'
import { withinDataScope } from '../people/user/data-scope.service.ts'
import { site } from '../site/config/config.service.ts'
import { dayText, expiryOf, newGrantNo } from './grant.rules.ts'
import { pdfSoon } from './pdf-run.service.ts'

export type Due = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
export type Ref = { refType: GrantSource; refId: string }
type Granting = Ref & {
  certId: string
  userIds: readonly string[]
  vars?: Partial<Record<CertVariable, string>>
  /** variables of one user */
  varsOf?: (userId: string) => Partial<Record<CertVariable, string>>
  /** undefined: by the template */
  expireTime?: Date | undefined
  createBy?: string
  /** replaces a valid one, too */
  renew?: boolean
}
const DAY_MS = 86_400_000
const PORTION = 500
const MANUAL = '0'

/**
 * Grants a certificate to users for a cause, in the caller's transaction, with a message to each. A user who holds it for the same cause keeps
 * it, unless it has ended, ends within the reminders or is renewed: then the earlier one is replaced. @returns the number of granted ones
 */
export async function grantTo(ctx: Due, given: Granting): Promise<number> {
  const cert = await ctx.db
    .selectFrom('cert')
    .where('id', '=', given.certId)
    .where('state', '=', CertState.enabled)
    .select(['id', 'title', 'authority', 'version', 'validMonths', 'remindDays'])
    // a template that is being changed is granted in its new version
    .forShare()
    .executeTakeFirst()
  if (!cert) return 0
  const { siteName } = await site(ctx)
  const expireTime = given.expireTime ?? expiryOf(ctx.now, cert.validMonths)
  let count = 0
  for (let at = 0; at < given.userIds.length; at += PORTION) {
    const userIds = await replaceable(ctx, given, given.userIds.slice(at, at + PORTION), Math.max(0, ...cert.remindDays))
    const people = await ctx.db
      .selectFrom('sysUser')
      .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
      .where(among('sysUser.id', userIds))
      .where('sysUser.state', '=', UserState.active)
      .orderBy('sysUser.id')
      .select(['sysUser.id', 'userName', 'realName', 'deptName'])
      .execute()
    if (people.length === 0) continue
    const rows = people.map((person) => rowOf(ctx, given, { cert, siteName, expireTime }, person))
    const added = await ctx.db
      .insertInto('certGrant')
      .values(rows)
      .onConflict((conflict) =>
        // a literal: a prepared statement that is planned for any value finds no index for a parameter
        conflict.columns(['certId', 'userId', 'refType', 'refId']).where('state', '=', sql.lit(GrantState.valid)).doNothing(),
      )
      .returning(['id', 'userId', 'grantNo'])
      .execute()
    const data = {
      certId: cert.id,
      title: cert.title,
      refType: given.refType,
      refId: given.refId,
      expireTime: expireTime?.toISOString() ?? null,
    }
    await report(
      ctx,
      'cert.granted',
      added.map(({ id: grantId, grantNo, userId }) => ({ userId, data: { grantId, grantNo, ...data } })),
    )
    const content = `您获得了证书“${cert.title}”，可以在用户中心的“我的证书”中查看和下载。`
    await sendOwnMsgs(
      ctx,
      added.map(({ id, userId }) => ({ userId, title: '获得证书', content, refId: id })),
      'certGrant',
    )
    count += added.length
  }
  if (count > 0) ctx.afterCommit(() => pdfSoon(ctx.app))
  return count
}

type Issued = {
  cert: { id: string; title: string; authority: string; version: number }
  siteName: string
  expireTime: Date | null
}
type Holder = { id: string; userName: string; realName: string; deptName: string | null }

/** The row of a new certificate, with the values of its variables as they are now. */
function rowOf(
  { now }: Due,
  given: Granting,
  { cert, siteName, expireTime }: Issued,
  { id: userId, realName, userName, deptName }: Holder,
) {
  const grantNo = newGrantNo(now)
  const { title, authority } = cert
  const vars = {
    ...given.vars,
    ...given.varsOf?.(userId),
    certTitle: title,
    authority,
    siteName,
    issueDate: dayText(now),
    expireDate: dayText(expireTime),
    realName,
    userName,
    deptName: deptName ?? '',
    certNo: grantNo,
  }
  return {
    grantNo,
    certId: cert.id,
    version: cert.version,
    userId,
    title,
    authority,
    realName,
    vars: json(vars),
    refType: given.refType,
    refId: given.refId,
    createTime: now,
    expireTime,
    createBy: given.createBy ?? null,
  }
}

/** The users who get a new one; earlier ones that it replaces are marked. */
async function replaceable(ctx: Due, { certId, refType, refId, renew = false }: Granting, userIds: readonly string[], days: number) {
  const held = await ctx.db
    .selectFrom('certGrant')
    .where('certId', '=', certId)
    .where('refType', '=', refType)
    .where('refId', '=', refId)
    .where(among('userId', [...userIds]))
    .where('state', '=', GrantState.valid)
    .orderBy('id')
    .select(['id', 'userId', 'expireTime'])
    .forUpdate()
    .execute()
  const soon = new Date(ctx.now.getTime() + days * DAY_MS)
  const old = held.filter((one) => renew || (one.expireTime !== null && one.expireTime <= soon))
  if (old.length > 0)
    await ctx.db
      .updateTable('certGrant')
      .set({ state: GrantState.renewed })
      .where(
        'id',
        'in',
        old.map((one) => one.id),
      )
      .execute()
  const kept = new Set(held.filter((one) => !old.includes(one)).map((one) => one.userId))
  return [...new Set(userIds)].filter((id) => !kept.has(id))
}

/** Fails at `expireTime` for a period that has ended. */
export function mustBeLater(expireTime: Date | undefined, now: Date) {
  if (expireTime !== undefined && expireTime <= now) failField('expireTime', say('certExpirePast'))
}

/** Fails notFound for a user outside the caller's data scope, at `certId` for an unknown or disabled certificate, at `expireTime`. */
export async function grantBatch(
  ctx: Ctx,
  { certId, userIds, expireTime }: Input<(typeof grant)['grant-batch']>,
): Promise<Output<(typeof grant)['grant-batch']>> {
  mustBeLater(expireTime, ctx.now)
  const cert = await ctx.db
    .selectFrom('cert')
    .where('id', '=', certId)
    .where('state', '=', CertState.enabled)
    .select('id')
    .executeTakeFirst()
  if (!cert) failField('certId', say('certGone'))
  const ids = [...new Set(userIds)]
  const reached = await ctx.db
    .selectFrom('sysUser')
    .where(among('id', ids))
    .where(await withinDataScope(ctx))
    .select('id')
    .execute()
  if (reached.length < ids.length) fail('notFound')
  const granted = await grantTo(ctx, { certId, userIds: ids, refType: 'manual', refId: MANUAL, expireTime, createBy: ctx.user.id })
  ctx.change.after = { granted }
  return { granted }
}

type Vars = Partial<Record<CertVariable, string>>
type Earned = Ref & { certId: string | null; userId: string; vars: Vars }

/**
 * Grants what a course or an exam names, once; for domains above, in their transaction. Nothing while the module is off, and nothing to a
 * person from whom a user has revoked it.
 */
export async function grantEarned(ctx: Due, { certId, userId, vars, ...ref }: Earned): Promise<void> {
  if (certId !== null) await grantEarnedTo(ctx, { certId, ...ref, people: [{ userId, vars }] })
}

type EarnedByMany = Ref & {
  certId: string
  people: readonly { userId: string; vars: Vars }[]
  /** replaces a valid one, too */
  renew?: boolean
}

/** As grantEarned, to different people for one cause. */
export async function grantEarnedTo(ctx: Due, { certId, people, renew = false, ...ref }: EarnedByMany): Promise<void> {
  if (people.length === 0 || !(await site(ctx)).props.moduleCert) return
  const varsOf = new Map(people.map((one) => [one.userId, one.vars]))
  const taken = await ctx.db
    .selectFrom('certGrant')
    .where('refType', '=', ref.refType)
    .where('refId', '=', ref.refId)
    .where(among('userId', [...varsOf.keys()]))
    .where('certId', '=', certId)
    .where('state', '=', GrantState.revoked)
    .where('revokeBy', 'is not', null)
    .select('userId')
    .execute()
  for (const { userId } of taken) varsOf.delete(userId)
  const userIds = [...varsOf.keys()]
  if (userIds.length > 0) await grantTo(ctx, { certId, userIds, ...ref, renew, varsOf: (userId) => varsOf.get(userId) ?? {} })
}

/** Grants the winners of a competition its prize; for domains above, in their transaction. Nothing while the module is off. */
export async function grantPrize(ctx: Due, given: Granting): Promise<void> {
  if ((await site(ctx)).props.moduleCert) await grantTo(ctx, given)
}
