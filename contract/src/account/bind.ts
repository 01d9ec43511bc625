// Sign-in methods bound to an account besides its password: mobile number and third-party accounts.
import { say as saySite } from '../site/site.texts.ts'
import { say } from './account.texts.ts'
import { encoded } from '../kernel/message.ts'
import * as z from '../kernel/z.ts'
import { command, endpoints, hot, query } from '../kernel/endpoint.ts'
import { id, isStorable, moment, pageOf, paging } from '../kernel/field.ts'
import { mobile } from '../kernel/rule.ts'
import { loginType, loginTypes } from '../site/provider/prop-login.ts'

/** Everything that can be bound, with its title. */
export const bindTypes = { mobile: '手机号', ...loginTypes } as const
const bindType = z.enum(Object.keys(bindTypes) as (keyof typeof bindTypes)[], { error: encoded(saySite('loginTypeWrong')) })

/** A mobile number has no row: its id is `m` followed by the user's id. */
const bindId = z.string({ error: encoded(say('bindUnchosen')) }).regex(/^m?\d{1,18}$/, encoded(say('bindGone')))

const BindRow = z.object({
  id: bindId,
  loginType: bindType.meta({ title: '绑定方式', control: 'choice', options: bindTypes }),
  loginType_dictText: z.string().meta({ title: '绑定方式' }),
  /** the mobile number, or the user's id at the third party */
  openId: z.string().meta({ title: '第三方信息', control: 'text' }),
  nickName: z.string().meta({ title: '昵称', control: 'text' }),
  /** null for a mobile number that was bound before the time was recorded */
  createTime: moment('绑定时间').nullable(),
})
export type BindRow = z.input<typeof BindRow>

export const smsCode = z
  .string({ error: encoded(say('smsCodeEmpty')) })
  .trim()
  .min(1, encoded(say('smsCodeEmpty')))
  .max(10, encoded(say('smsWrong')))
  .meta({ title: '短信验证码', control: 'text' })
/** The purpose of the code as older clients send it; the endpoint decides, not this field. */
export const BindSmsType = { unbind: 0, bind: 1 } as const
export type BindSmsType = (typeof BindSmsType)[keyof typeof BindSmsType]

/** The captcha was consumed when the code was sent; the fields that older clients repeat are ignored. */
const sentBefore = {
  captchaKey: z.string().max(64).optional(),
  captchaValue: z.string().max(20).optional(),
  /** learner.md §4 */
  smsType: z.union([z.literal([BindSmsType.unbind, BindSmsType.bind]), z.string().max(20)]).optional(),
}
const MobileForm = z.object({ mobile, smsCode, ...sentBefore })
const Direct = z.object({ mobile, userId: id('用户') })
const done = z.literal(true)

/** Parameters with which a third party redirects to /sync. */
export const ThirdReturn = z.object({
  loginType,
  code: z
    .string({ error: encoded(say('thirdCodeNone')) })
    .min(1, encoded(say('thirdCodeNone')))
    .max(1_000)
    .refine(isStorable),
  state: z
    .string({ error: encoded(say('thirdStateWrong')) })
    .min(1)
    .max(200)
    .refine(isStorable),
  /** the issuer that the provider names beside the code (RFC 9207) */
  iss: z.string().max(500).refine(isStorable).optional(),
})

export const bind = endpoints('sys/user/bind', {
  /** openId is '' when nothing is bound; the binding of another user requires sys:user:list */
  'bind-info': query({
    title: '账号绑定信息',
    permit: 'any',
    input: z.object({ loginType: bindType, userId: id('用户').optional() }),
    output: z.object({ openId: z.string(), loginType: bindType, userId: z.string() }),
  }),
  'bind-mobile': hot({
    title: '绑定手机号',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: MobileForm,
    output: done,
  }),
  'unbind-mobile': hot({
    title: '解绑手机号',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: MobileForm,
    output: done,
  }),
  'direct-bind': command({ title: '为用户绑定手机号', permit: 'sys:user:update', apiToken: false, input: Direct, output: done }),
  'direct-unbind': command({ title: '解除用户的手机绑定', permit: 'sys:user:update', apiToken: false, input: Direct, output: done }),
  'third-bind': hot({
    title: '绑定第三方账号',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: ThirdReturn,
    output: done,
  }),
  'bind-list': query({ title: '我的账号绑定', permit: 'any', input: z.object({}), output: z.array(BindRow) }),
  unbind: command({ title: '解除账号绑定', permit: 'any', input: z.object({ id: bindId }), output: done }),
  'unbind-by-id': command({
    title: '解除用户的账号绑定',
    permit: 'sys:user:update',
    apiToken: false,
    input: z.object({ id: bindId }),
    output: done,
  }),
  paging: query({
    title: '用户的账号绑定',
    permit: 'sys:user:list',
    input: paging({ userId: id('用户') }),
    output: pageOf(BindRow),
  }),
})
