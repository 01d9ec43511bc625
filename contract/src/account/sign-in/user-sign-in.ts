// Signing in and out: part of the endpoints of /api/sys/user.
import { say } from '../account.texts.ts'
import { say as sayPeople } from '../../people/people.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from '../../kernel/z.ts'
import { endpoints, hot, query } from '../../kernel/endpoint.ts'
import { type Tree, isStorable, sound, text } from '../../kernel/field.ts'
import { mobile, newPassword, orEmpty } from '../../kernel/rule.ts'
import { type SmsType, smsTypes } from '../../site/provider/sms-type.ts'
import { smsCode, ThirdReturn } from '../bind.ts'

const SignedIn = z.object({ token: z.string(), roleType: z.int(), userId: z.string() })
/** The key that third-login answers for an unbound third-party account; signing in or registering with it binds that account. */
const bindKey = z.string().max(100).refine(isStorable).optional()

const passwordEmpty = encoded(sayKernel('passwordEmpty'))
const nameAndPassword = { userName: text('用户名', 60), password: z.string({ error: passwordEmpty }).min(1, passwordEmpty).max(200) }
const captchaKey = z.string().max(64).refine(isStorable)
const captchaFields = { captchaKey: captchaKey.optional(), captchaValue: z.string().max(20).optional() }
const numbered: Record<string, SmsType> = { 1: 'login', 2: 'reg', 3: 'forgot' }
/** Older clients send numbers: 1 login, 2 reg, 3 forgot (decisions.md, 26). */
const smsType = z
  .literal([...(Object.keys(smsTypes) as SmsType[]), '1', '2', '3', 1, 2, 3], { error: encoded(say('smsTypeWrong')) })
  .default('login')
  .transform((given) => numbered[given] ?? (given as SmsType))

const RegForm = z
  .object({
    userName: text('用户名', 60, sayKernel('userNameEmpty')).regex(/^[\p{L}\p{N}_.@-]+$/u, encoded(say('userNameForm'))),
    password: newPassword(),
    realName: text('姓名', 60, sayPeople('realNameEmpty')),
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
    when: sound('mobile', 'smsCode'),
    path: ['smsCode'],
    error: encoded(say('smsCodeEmpty')),
  })

/** Departments for the registration form: names and codes only. */
export type RegDepart = Tree<{ deptName: string; deptCode: string }>
const RegDepart: z.ZodType<RegDepart, RegDepart> = z.object({
  deptName: z.string(),
  deptCode: z.string(),
  get children(): z.ZodArray<z.ZodType<RegDepart, RegDepart>> {
    return z.array(RegDepart)
  },
})

/** left and right as the user sees them: their own */
export const faceActions = ['front', 'left', 'right'] as const
export type FaceAction = (typeof faceActions)[number]
const faceAction = z.enum(faceActions)

export const signInCalls = {
  login: hot({
    title: '密码登录',
    permit: '-',
    rate: { by: 'ip', max: 6_000, seconds: 60 },
    input: z.object({
      ...nameAndPassword,
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
    output: z.object({
      waitSeconds: z.int(),
      /** only on a demonstration without an SMS provider: the code for an account that everybody can open anyway; '' for other accounts */
      demoCode: z.string().optional(),
    }),
  }),
  'mobile-login': hot({
    title: '短信登录',
    permit: '-',
    rate: { by: 'ip', max: 60, seconds: 60 },
    input: z.object({ mobile, smsCode, bindKey }),
    output: SignedIn,
  }),
  /** Turns of the head for a sign-in by face; each challenge is used once, from one address. */
  'face-challenge': hot({
    title: '获取人脸验证动作',
    permit: '-',
    rate: { by: 'ip', max: 120, seconds: 60 },
    input: z.object({ userName: z.string().trim().max(60).refine(isStorable).optional() }),
    output: z.object({ challengeId: z.string(), actions: z.array(faceAction), seconds: z.int() }),
  }),
  'face-login': hot({
    title: '人脸登录',
    permit: '-',
    mostBytes: 8_100_000,
    rate: { by: 'ip', max: 120, seconds: 60 },
    /**
     * A JPEG in base64, or as a data URL; and a picture for each action of `face-challenge`, in its order. Without a challenge only where
     * the provider refuses photos of photos.
     */
    input: z.object({
      userName: z.string().trim().max(60).refine(isStorable).optional(),
      challengeId: z.string().max(64).optional(),
      frames: z
        .array(z.object({ action: faceAction, base64: z.string().max(1_000_000, encoded(say('photoOver'))) }))
        .max(4)
        .optional(),
      base64: z
        .string({ error: encoded(say('faceUntaken')) })
        .min(1, encoded(say('faceUntaken')))
        .max(4_000_000, encoded(say('photoOver'))),
    }),
    output: SignedIn,
  }),
  /** Answers a sign-in session, or, for an unbound third-party account, a key for signing in or registering to bind it. */
  'third-login': hot({
    title: '第三方登录',
    permit: '-',
    rate: { by: 'ip', max: 240, seconds: 60 },
    input: ThirdReturn,
    output: z.union([SignedIn, z.object({ bindKey: z.string(), nickName: z.string() })]),
  }),
  /** Checks name and password with the directory. The answer is the code for `third-login` or `third-bind`, once and for ten minutes. */
  'ldap-check': hot({
    title: '验证目录账号',
    permit: '-',
    rate: { by: 'ip', max: 6_000, seconds: 60 },
    input: z.object({
      ...nameAndPassword,
    }),
    output: z.object({ code: z.string() }),
  }),
  /** Answers a sign-in session, or pending when an administrator must approve the account. */
  reg: hot({
    title: '注册',
    permit: '-',
    rate: { by: 'ip', max: 300, seconds: 60 },
    input: RegForm,
    output: z.union([SignedIn, z.object({ pending: z.literal(true) })]),
  }),
  /** Only while registration is on and users choose their department. */
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

/** The same endpoints for pages before the sign-in, without the back-office forms. */
export const visitor = endpoints('sys/user', signInCalls)
