// Bound phones and third-party accounts of a user: viewed and changed by the user and by administrators.
import { say } from '@shuyuan/contract/account/account.server.texts.ts'
import { bind, bindTypes } from '@shuyuan/contract/account/bind.ts'
import type { LoginType } from '@shuyuan/contract/site/provider/prop-login.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { violates } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { switches } from '../../site/config/config.service.ts'
import { recorded } from '../../site/log/log.service.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { consumeSmsCode } from '../code/sms.service.ts'
import { switchOfWay } from '../sign-in/third.service.ts'
import { mustManage, withinDataScope } from '../../people/user/data-scope.service.ts'

type MobileForm = Input<(typeof bind)['bind-mobile']>
type SignInMethod = keyof typeof bindTypes

/** All bindings, phones included: the id of a phone is `m` and the user's id. */
const everything = ({ db }: Pick<Ctx, 'db'>) =>
  db.selectFrom(
    db
      .selectFrom('sysUserBind')
      .select([sql<string>`id::text`.as('id'), 'userId', 'loginType', 'openId', 'nickName', 'createTime'])
      .unionAll(
        db
          .selectFrom('sysUser')
          .where('mobile', 'is not', null)
          .select([sql<string>`'m' || id`.as('id'), 'id as userId', sql<string>`'mobile'`.as('loginType')])
          .select([sql<string>`mobile`.as('openId'), sql<string>`''`.as('nickName'), sql<Date>`mobile_time`.as('createTime')]),
      )
      .as('bound'),
  )
const columns = ['bound.id', 'bound.loginType', 'bound.openId', 'bound.nickName', 'bound.createTime'] as const

const shown = <T extends { loginType: string }>(row: T) => {
  const loginType = row.loginType as SignInMethod
  return { ...row, loginType, loginType_dictText: bindTypes[loginType] }
}

/** The caller's own bindings, the phone first. */
export async function listOwnBinds(ctx: Ctx): Promise<Output<(typeof bind)['bind-list']>> {
  const rows = await everything(ctx)
    .where('bound.userId', '=', ctx.user.id)
    .select(columns)
    .orderBy((eb) => eb('bound.loginType', '=', 'mobile'), 'desc')
    .orderBy('bound.createTime')
    .execute()
  return rows.map(shown)
}

/** Bindings of users within the caller's data scope. */
export async function pageBinds(
  ctx: Ctx,
  { params: { userId }, ...paging }: Input<typeof bind.paging>,
): Promise<Output<typeof bind.paging>> {
  const query = everything(ctx)
    .innerJoin('sysUser', 'sysUser.id', 'bound.userId')
    .where(await withinDataScope(ctx))
    .$if(userId !== undefined, (one) => one.where('bound.userId', '=', userId ?? ''))
    .select(columns)
  const page = await pageOf(query, paging, { loginType: 'bound.loginType', createTime: 'bound.createTime' }, [
    ['bound.createTime', 'desc nulls last'],
    ['bound.id', 'asc'],
  ])
  return { ...page, records: page.records.map(shown) }
}

/** The binding of one kind, '' without one. Another user's only with sys:user:list, within the data scope; fails forbidden, notFound. */
export async function bindInfo(ctx: Ctx, { loginType, userId = ctx.user.id }: Input<(typeof bind)['bind-info']>) {
  if (userId !== ctx.user.id) {
    if (!can(ctx, 'sys:user:list')) fail('forbidden')
    must(
      await ctx.db
        .selectFrom('sysUser')
        .where('id', '=', userId)
        .where(await withinDataScope(ctx))
        .select('id')
        .executeTakeFirst(),
    )
  }
  const row = await everything(ctx)
    .where('bound.userId', '=', userId)
    .where('bound.loginType', '=', loginType)
    .select('openId')
    .executeTakeFirst()
  return { openId: row?.openId ?? '', loginType, userId }
}

/** Sets a user's phone number. Fails at mobile where another user has it. */
async function setMobile({ db, now }: Ctx, userId: string, mobile: string, byAdministrator: boolean) {
  try {
    const { rows } = await sql<{ id: string }>`
      update sys_user set mobile = ${mobile}, update_time = ${now}, version = version + ${byAdministrator ? 1 : 0}
      where id = ${userId} returning id`.execute(db)
    must(rows[0])
  } catch (error) {
    if (violates(error, 'unique')) failField('mobile', say('mobileBoundElsewhere'))
    throw error
  }
}

/** Binds a phone to the own account with an SMS code. Fails smsWrong, mobileBound where the caller has a phone, badInput at mobile. */
export async function bindMobile(ctx: Ctx, { mobile, smsCode }: MobileForm): Promise<true> {
  const { id } = ctx.user
  const { mobile: held } = await ctx.app.db.selectFrom('sysUser').where('id', '=', id).select('mobile').executeTakeFirstOrThrow()
  if (held !== null) fail('mobileBound')
  await consumeSmsCode(ctx, mobile, 'bind', smsCode)
  await recorded(ctx, bind['bind-mobile'], { mobile }, async (inner) => {
    const before = await lockedPerson(inner, id)
    if (before.mobile !== null) fail('mobileBound')
    await setMobile(inner, id, mobile, false)
  })
  return true
}

/** Removes the own phone with an SMS code. Fails badInput at mobile for any other number, smsWrong, lastWayIn. */
export async function unbindMobile(ctx: Ctx, { mobile, smsCode }: MobileForm): Promise<true> {
  const { id } = ctx.user
  const own = await ctx.app.db.selectFrom('sysUser').where('id', '=', id).where('mobile', '=', mobile).select('id').executeTakeFirst()
  if (!own) failField('mobile', say('unbindForeignMobile'))
  await consumeSmsCode(ctx, mobile, 'unbind', smsCode)
  await recorded(ctx, bind['unbind-mobile'], { mobile }, async (inner) => {
    await mustLeaveSignInMethod(inner, 'mobile')
    await inner.db.updateTable('sysUser').set({ mobile: null, updateTime: ctx.now }).where('id', '=', id).execute()
  })
  return true
}

const lockedPerson = ({ db }: Ctx, id: string) =>
  db.selectFrom('sysUser').where('id', '=', id).select(['mobile', 'passwordHash']).forUpdate().executeTakeFirstOrThrow()

/** Locks the caller's row. Fails lastWayIn where no sign-in method would be left: a phone counts, because it can reset the password. */
async function mustLeaveSignInMethod(ctx: Ctx, leaving: SignInMethod) {
  const { id } = ctx.user
  const { mobile, passwordHash } = await lockedPerson(ctx, id)
  if (passwordHash.startsWith('$argon2') || (mobile !== null && leaving !== 'mobile')) return
  const others = await ctx.db
    .selectFrom('sysUserBind')
    .where('userId', '=', id)
    .where('loginType', '!=', leaving)
    .select('loginType')
    .execute()
  const on = await switches(ctx)
  if (!others.some((row) => on[switchOfWay[row.loginType as LoginType]])) fail('lastWayIn')
}

/** Removes one of the own third-party accounts. Fails notFound for another user's, lastWayIn; a phone is removed by unbindMobile only. */
export async function unbindOwn(ctx: Ctx, { id }: Input<typeof bind.unbind>): Promise<true> {
  const own = ctx.db.selectFrom('sysUserBind').where('userId', '=', ctx.user.id)
  if (id.startsWith('m')) return id === `m${ctx.user.id}` ? failField('id', say('unbindNeedsCode')) : fail('notFound')
  const row = must(await own.where('id', '=', id).select('loginType').executeTakeFirst())
  await mustLeaveSignInMethod(ctx, row.loginType as SignInMethod)
  await ctx.db.deleteFrom('sysUserBind').where('id', '=', id).where('userId', '=', ctx.user.id).execute()
  ctx.change.before = { loginType: row.loginType }
  return true
}

/** Removes a user's third-party account and sends a message about it. Fails notFound, and as mustManage. */
export async function unbindById(ctx: Ctx, { id }: Input<(typeof bind)['unbind-by-id']>): Promise<true> {
  const row = must(
    await everything(ctx)
      .where('bound.id', '=', id)
      .select(['userId', ...columns])
      .executeTakeFirst(),
  )
  if (row.loginType === 'mobile') return unbindPhoneOf(ctx, { userId: row.userId, mobile: row.openId })
  await mustManage(ctx, [row.userId])
  await ctx.db.deleteFrom('sysUserBind').where('id', '=', id).execute()
  ctx.change.before = { userId: row.userId, loginType: row.loginType, openId: row.openId }
  await notify(ctx, row.userId, `${bindTypes[row.loginType as SignInMethod]}账号${row.nickName && `“${row.nickName}”`}`)
  return true
}

/** Sets a user's phone number without a code. Fails badInput at mobile where another user has it, and as mustManage. */
export async function bindPhoneOf(ctx: Ctx, { userId, mobile }: Input<(typeof bind)['direct-bind']>): Promise<true> {
  await mustManage(ctx, [userId])
  ctx.change.before = { mobile: (await lockedPerson(ctx, userId)).mobile }
  await setMobile(ctx, userId, mobile, true)
  return true
}

/** Removes a user's phone number and sends a message about it. Fails conflict where the number has changed since, and as mustManage. */
export async function unbindPhoneOf(ctx: Ctx, { userId, mobile }: Input<(typeof bind)['direct-unbind']>): Promise<true> {
  await mustManage(ctx, [userId])
  const { rows } = await sql<{ id: string }>`
    update sys_user set mobile = null, update_time = ${ctx.now}, version = version + 1
    where id = ${userId} and mobile = ${mobile} returning id`.execute(ctx.db)
  if (rows.length === 0) fail('conflict')
  ctx.change.before = { mobile }
  await notify(ctx, userId, `手机号 ${mobile.slice(0, 3)}****${mobile.slice(-4)}`)
  return true
}

async function notify(ctx: Ctx, userId: string, what: string) {
  if (userId === ctx.user.id) return
  const content = `管理员已解除您绑定的${what}。解绑后不能再用它登录，如需继续使用，请在用户中心重新绑定。`
  await sendMsg(ctx, [userId], { title: '账号解绑通知', content, refType: 'bind' })
}
