// Registration: by a form, or at the first sign-in with a phone number.
import { say as sayPeople } from '@shuyuan/contract/people/people.server.texts.ts'
import { say } from '@shuyuan/contract/account/account.server.texts.ts'
import { say as sayForm } from '@shuyuan/contract/people/people.texts.ts'
import type { RegDepart } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { UserDeptType } from '@shuyuan/contract/site/config/switch.ts'
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../../kernel/ctx.ts'
import { report } from '../../site/log/happening.service.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { consumeCaptcha } from '../../common/captcha.service.ts'
import { bindPending } from './bind-key.service.ts'
import { switches } from '../../site/config/config.service.ts'
import { departTree, rootDepart } from '../../people/org/depart.service.ts'
import { type Account, accountFacts, asSigningIn } from './enter.service.ts'
import { mustFitLicense } from '../../site/config/license.service.ts'
import { recorded } from '../../site/log/log.service.ts'
import { trackSignIn } from '../../site/log/login-log.service.ts'
import { rememberDevice } from '../../session/device-mark.service.ts'
import { hashPassword, mustBeUncommon } from '../../session/password.service.ts'
import { builtInRole } from '../../people/role-menu/role.service.ts'
import { openSession } from '../../session/session.service.ts'
import { consumeSmsCode } from '../code/sms.service.ts'

type RegForm = Input<typeof user.reg>
type NewAccount = { userName: string; realName: string; passwordHash: string; mobile: string | null; state: UserState; deptCode: string }

/**
 * Registers a learner and signs them in, or leaves them pending while the switch userAudit is on. Fails regOff, captchaWrong, badInput at
 * userName, mobile or deptCode, smsWrong for the phone's code, or as bindPending.
 */
export function register(ctx: Ctx, input: RegForm): Promise<Output<typeof user.reg>> {
  return trackSignIn(ctx, 'reg', input.userName, async (attempt) => {
    const { userReg, userAudit } = await switches(ctx)
    if (!userReg) fail('regOff')
    mustBeUncommon(input.password, input.userName)
    const deptCode = await departFor(ctx, input.deptCode)
    await consumeCaptcha(ctx, input.captchaKey, input.captchaValue)
    // before the code is consumed, so that it stays valid when another name must be chosen
    await mustBeFree(ctx, input)
    if (input.mobile !== '') await consumeSmsCode(ctx, input.mobile, 'reg', input.smsCode)
    const newAccount = { ...(await newAccountOf(input)), state: userAudit ? UserState.pending : UserState.active, deptCode }
    const { account, token } = await store(ctx, newAccount, input.bindKey)
    Object.assign(attempt, { id: account.id, ...(userAudit ? { note: '等待审核' } : {}) })
    return token === undefined ? { pending: true } : { token, roleType: account.roleType, userId: account.id }
  })
}

const newAccountOf = async ({ userName, realName, password, mobile }: RegForm) => ({
  userName,
  realName,
  passwordHash: await hashPassword(password),
  mobile: mobile === '' ? null : mobile,
})

function store(ctx: Ctx, newAccount: NewAccount, bindKey: string | undefined) {
  const { userName, realName, mobile, deptCode, state } = newAccount
  return recorded(ctx, user.reg, { userName, realName, mobile, deptCode }, async (inner) => {
    const account = await addLearner(inner, newAccount)
    if (bindKey !== undefined) await bindPending(inner, account.id, bindKey)
    if (state === UserState.active) await rememberDevice(inner, account.id)
    // the audit row names the new account
    inner.user = asSigningIn(ctx, account).user
    return { account, token: state === UserState.pending ? undefined : await openSession(inner, account.id, false) }
  })
}

async function mustBeFree({ app }: Ctx, { userName, mobile }: Pick<RegForm, 'userName' | 'mobile'>) {
  const named = await app.db
    .selectFrom('sysUser')
    .where((eb) => eb(eb.fn<string>('lower', ['userName']), '=', userName.toLowerCase()))
    .select('id')
    .executeTakeFirst()
  if (named) failField('userName', sayPeople('userNameTaken'))
  if (mobile === '') return
  const called = await app.db.selectFrom('sysUser').where('mobile', '=', mobile).select('id').executeTakeFirst()
  if (called) failField('mobile', say('mobileRegistered'))
}

/** The department of a new account: the one in the switches, or the chosen one. Fails at deptCode. */
async function departFor(ctx: Ctx, chosen: string): Promise<string> {
  const { userDeptType } = await switches(ctx)
  if (userDeptType === UserDeptType.fixed) return defaultDepart(ctx)
  if (chosen === '') failField('deptCode', sayForm('departEmpty'))
  const known = await ctx.db.selectFrom('sysDepart').where('deptCode', '=', chosen).select('deptCode').executeTakeFirst()
  return known ? chosen : failField('deptCode', sayPeople('departGone'))
}

/** The department in the switches; the root where none is set or it was removed. */
async function defaultDepart(ctx: Pick<Ctx, 'app' | 'db'>): Promise<string> {
  const { userDeptType, userDeptCode } = await switches(ctx)
  const { db } = ctx
  const known =
    userDeptType === UserDeptType.fixed &&
    (await db.selectFrom('sysDepart').where('deptCode', '=', userDeptCode).select('deptCode').executeTakeFirst())
  return known ? known.deptCode : (await rootDepart(db)).deptCode
}

/** The departments that can be chosen at registration. Fails regOff while registration is off or assigns the department itself. */
export async function regDeparts(ctx: Ctx): Promise<RegDepart[]> {
  const { userReg, userDeptType } = await switches(ctx)
  if (!userReg || userDeptType === UserDeptType.fixed) fail('regOff')
  return departTree(ctx, {})
}

/** Registers the owner of an unused phone number, in the caller's transaction; password sign-in fails until a password is set. */
export async function addByMobile(ctx: Ctx, mobile: string, bindKey: string | undefined): Promise<Account> {
  const { userAudit } = await switches(ctx)
  const used = await ctx.db.selectFrom('sysUser').where('userName', '=', mobile).select('id').executeTakeFirst()
  const account = await addLearner(ctx, {
    userName: used ? `${mobile}-${randomBytes(4).toString('hex')}` : mobile,
    realName: `用户${mobile.slice(-4)}`,
    passwordHash: '',
    mobile,
    state: userAudit ? UserState.pending : UserState.active,
    deptCode: await defaultDepart(ctx),
  })
  if (bindKey !== undefined) await bindPending(ctx, account.id, bindKey)
  return account
}

async function addLearner(ctx: Ctx, newAccount: NewAccount): Promise<Account> {
  const { db, now } = ctx
  const account = await db
    .insertInto('sysUser')
    .values({ ...newAccount, createTime: now, updateTime: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning(accountFacts)
    .executeTakeFirst()
  if (!account) {
    // another registration came first
    const { mobile } = newAccount
    const called = mobile !== null && (await db.selectFrom('sysUser').where('mobile', '=', mobile).select('id').executeTakeFirst())
    failField(called ? 'mobile' : 'userName', called ? say('mobileRegistered') : sayPeople('userNameTaken'))
  }
  await mustFitLicense(ctx)
  await db
    .insertInto('sysUserRole')
    .columns(['userId', 'roleId'])
    .expression((eb) =>
      eb
        .selectFrom('sysRole')
        .where('id', '=', builtInRole.learner)
        .select([eb.val(account.id).as('userId'), 'id']),
    )
    .execute()
  await report(ctx, 'user.created', [{ userId: account.id, data: {} }])
  return account
}
