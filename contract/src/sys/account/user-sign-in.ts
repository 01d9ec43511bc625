// Signing in and out: part of the calls of /api/sys/user.
import { say } from '../sys.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from 'zod'
import { endpoints, hot, query } from '../../kernel/endpoint.ts'
import { isStorable, text, type Tree } from '../../kernel/field.ts'
import { mobile, newPassword, orEmpty } from '../../kernel/rule.ts'
import { type SmsType, smsTypes } from '../provider/prop-sms.ts'
import { smsCode, ThirdReturn } from './bind.ts'

const SignedIn = z.object({ token: z.string(), roleType: z.int(), userId: z.string() })
/** What third-login gave for an account that nobody has yet: whoever signs in with it gets that account bound. */
const bindKey = z.string().max(100).refine(isStorable).optional()

const captchaKey = z.string().max(64).refine(isStorable)
const captchaFields = { captchaKey: captchaKey.optional(), captchaValue: z.string().max(20).optional() }
const numbered: Record<string, SmsType> = { 1: 'login', 2: 'reg', 3: 'forgot' }
/** Older clients count: 1 login, 2 reg, 3 forgot (decisions.md, 26). */
const smsType = z
  .literal([...(Object.keys(smsTypes) as SmsType[]), '1', '2', '3', 1, 2, 3], { error: encoded(say('smsTypeWrong')) })
  .default('login')
  .transform((given) => numbered[given] ?? (given as SmsType))

const RegForm = z
  .object({
    userName: text('用户名', 60, sayKernel('userNameEmpty')).regex(/^[\p{L}\p{N}_.@-]+$/u, encoded(say('userNameForm'))),
    password: newPassword(),
    realName: text('姓名', 60, say('realNameEmpty')),
    mobile: orEmpty(mobile),
    smsCode: z
      .string()
      .trim()
      .max(10, encoded(say('smsWrong')))
      .default(''),
    deptCode: z.string().max(60).refine(isStorable).default(''),
    captchaKey: captchaKey.min(1, encoded(say('captchaEmpty'))),
    captchaValue: z
      .string({ error: encoded(say('captchaEmpty')) })
      .trim()
      .min(1, encoded(say('captchaEmpty')))
      .max(20),
    bindKey,
  })
  .refine((form) => form.mobile === '' || form.smsCode !== '', {
    path: ['smsCode'],
    error: encoded(say('smsCodeEmpty')),
    // beside the other messages, not after them
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

/** Departments as somebody who registers may choose one: names and codes, no more. */
export type RegDepart = Tree<{ deptName: string; deptCode: string }>
const RegDepart: z.ZodType<RegDepart, RegDepart> = z.object({
  deptName: z.string(),
  deptCode: z.string(),
  get children(): z.ZodArray<z.ZodType<RegDepart, RegDepart>> {
    return z.array(RegDepart)
  },
})

export const signInCalls = {
  login: hot({
    title: '密码登录',
    permit: '-',
    rate: { by: 'ip', max: 6_000, seconds: 60 },
    input: z.object({
      userName: text('用户名', 60),
      password: z
        .string({ error: encoded(sayKernel('passwordEmpty')) })
        .min(1, encoded(sayKernel('passwordEmpty')))
        .max(200),
      ...captchaFields,
      bindKey,
    }),
    output: SignedIn,
  }),
  sms: hot({
    title: '发送短信验证码',
    permit: '-',
    rate: { by: 'ip', max: 300, seconds: 3600 },
    input: z.object({
      mobile,
      captchaKey,
      captchaValue: z
        .string({ error: encoded(say('captchaEmpty')) })
        .min(1, encoded(say('captchaEmpty')))
        .max(20),
      smsType,
    }),
    output: z.object({ waitSeconds: z.int() }),
  }),
  'mobile-login': hot({
    title: '短信登录',
    permit: '-',
    rate: { by: 'ip', max: 60, seconds: 60 },
    input: z.object({ mobile, smsCode, bindKey }),
    output: SignedIn,
  }),
  'face-login': hot({
    title: '人脸登录',
    permit: '-',
    rate: { by: 'ip', max: 120, seconds: 60 },
    /** a jpeg, as its bytes in base64 or as a data address */
    input: z.object({
      base64: z
        .string({ error: encoded(say('faceUntaken')) })
        .min(1, encoded(say('faceUntaken')))
        .max(4_000_000, encoded(say('photoOver'))),
    }),
    output: SignedIn,
  }),
  /** Signed in; or, where the account elsewhere belongs to nobody here, a key with which one signs in or registers to bind it. */
  'third-login': hot({
    title: '第三方登录',
    permit: '-',
    rate: { by: 'ip', max: 600, seconds: 60 },
    input: ThirdReturn,
    output: z.union([SignedIn, z.object({ bindKey: z.string(), nickName: z.string() })]),
  }),
  /** Signed in; or pending where an administrator must agree first. */
  reg: hot({
    title: '注册',
    permit: '-',
    rate: { by: 'ip', max: 300, seconds: 60 },
    input: RegForm,
    output: z.union([SignedIn, z.object({ pending: z.literal(true) })]),
  }),
  /** Only while registration is on and lets people choose their department. */
  'reg-departs': query({
    title: '注册可选部门',
    permit: '-',
    rate: { by: 'ip', max: 600, seconds: 60 },
    input: z.object({}),
    output: z.array(RegDepart),
  }),
  forgot: hot({
    title: '找回密码',
    permit: '-',
    rate: { by: 'ip', max: 120, seconds: 60 },
    input: z.object({ mobile, smsCode, password: newPassword() }),
    output: z.literal(true),
  }),
}

/** The same, for the pages before the sign-in: they bring no back-office forms along. */
export const visitor = endpoints('sys/user', signInCalls)
