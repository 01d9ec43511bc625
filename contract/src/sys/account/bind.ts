// The accounts with which a person signs in beside his password: the phone, and accounts elsewhere.
import { say } from '../sys.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from 'zod'
import { command, endpoints, hot, query } from '../../kernel/endpoint.ts'
import { id, isStorable, moment, pageOf, paging } from '../../kernel/field.ts'
import { mobile } from '../../kernel/rule.ts'
import { loginType, loginTypes } from '../provider/prop-login.ts'

/** Every way that can be bound, as lists name it. */
export const bindTypes = { mobile: '手机号', ...loginTypes } as const
const bindType = z.enum(Object.keys(bindTypes) as (keyof typeof bindTypes)[], { error: encoded(say('loginTypeWrong')) })

/** A phone has no row of its own: its id is `m` and the person's. */
const bindId = z.string({ error: encoded(say('bindUnchosen')) }).regex(/^m?\d{1,18}$/, encoded(say('bindGone')))

const BindRow = z.object({
  id: bindId,
  loginType: bindType.meta({ title: '绑定方式', control: 'choice', options: bindTypes }),
  loginType_dictText: z.string().meta({ title: '绑定方式' }),
  /** the number of a phone, else how the third party knows the person */
  openId: z.string().meta({ title: '第三方信息', control: 'text' }),
  nickName: z.string().meta({ title: '昵称', control: 'text' }),
  /** unknown of a phone */
  createTime: moment('绑定时间').nullable(),
})
export type BindRow = z.input<typeof BindRow>

export const smsCode = z
  .string({ error: encoded(say('smsCodeEmpty')) })
  .trim()
  .min(1, encoded(say('smsCodeEmpty')))
  .max(10, encoded(say('smsWrong')))
  .meta({ title: '短信验证码', control: 'text' })
/** What an older client says the code is for; the address decides. */
export const BindSmsType = { unbind: 0, bind: 1 } as const
export type BindSmsType = (typeof BindSmsType)[keyof typeof BindSmsType]

/** The picture was used up when the code was sent; what older clients send along is not looked at again. */
const sentBefore = {
  captchaKey: z.string().max(64).optional(),
  captchaValue: z.string().max(20).optional(),
  /** learner.md §4 */
  smsType: z.union([z.literal([BindSmsType.unbind, BindSmsType.bind]), z.string().max(20)]).optional(),
}
const MobileForm = z.object({ mobile, smsCode, ...sentBefore })
const Direct = z.object({ mobile, userId: id('用户') })
const done = z.literal(true)

/** What a third party sends back in the address of /sync. */
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
})

export const bind = endpoints('sys/user/bind', {
  /** openId is '' where nothing is bound; another person's only with sys:user:list */
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
  'direct-bind': command({ title: '为用户绑定手机号', permit: 'sys:user:update', input: Direct, output: done }),
  'direct-unbind': command({ title: '解除用户的手机绑定', permit: 'sys:user:update', input: Direct, output: done }),
  'third-bind': hot({
    title: '绑定第三方账号',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: ThirdReturn,
    output: done,
  }),
  'bind-list': query({ title: '我的账号绑定', permit: 'any', input: z.object({}), output: z.array(BindRow) }),
  unbind: command({ title: '解除账号绑定', permit: 'any', input: z.object({ id: bindId }), output: done }),
  'unbind-by-id': command({ title: '解除用户的账号绑定', permit: 'sys:user:update', input: z.object({ id: bindId }), output: done }),
  paging: query({
    title: '用户的账号绑定',
    permit: 'sys:user:list',
    input: paging({ userId: id('用户') }),
    output: pageOf(BindRow),
  }),
})
