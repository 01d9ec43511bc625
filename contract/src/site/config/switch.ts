// The switches that a page needs before the sign-in.
import { say } from '../site.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { choice, code, flag, isStorable, sound } from '../../kernel/field.ts'

/** How a registering user gets a department. */
export const UserDeptType = { chosen: 0, fixed: 1 } as const
export type UserDeptType = (typeof UserDeptType)[keyof typeof UserDeptType]
export const LoginTick = { several: 0, newest: 1 } as const
export type LoginTick = (typeof LoginTick)[keyof typeof LoginTick]

/** Sign-in methods, registration and audit of accounts (admin.md §3). */
export const Switches = z.object({
  userReg: flag('开放注册'),
  userAudit: flag('注册审核'),
  userDeptType: code('注册部门', { [UserDeptType.chosen]: '自由选择部门', [UserDeptType.fixed]: '默认部门' }),
  /** the department of registering users when userDeptType is 1 */
  userDeptCode: z
    .string()
    .max(60)
    .refine(isStorable, encoded(say('defaultDepartUnknown')))
    .default('')
    .meta({ title: '默认部门', control: 'depart' }),
  mobileLogin: flag('手机登录'),
  wechatLogin: flag('微信登录'),
  faceLogin: flag('人脸登录'),
  cropLogin: flag('企业微信登录'),
  dingLogin: flag('钉钉登录'),
  oidcLogin: flag('统一身份认证登录'),
  ldapLogin: flag('目录账号登录'),
  realPerson: flag('实名认证'),
  /** audit of real names: none, by a person, by the face provider */
  faceAudit: choice('实名审核方式', { no: '不审核', manual: '人工审核', auto: '自动审核' }),
  /** 0: several sign-in sessions at a time; 1: a new one ends the older ones */
  loginTick: code('重复登录', { [LoginTick.several]: '允许多端登录', [LoginTick.newest]: '踢出先前登录' }),
  invoiceApply: flag('发票申请'),
})
export type Switches = z.infer<typeof Switches>

/** What is set up, so that a switch that is on has an effect: pages offer a method only when both are true. */
const Ready = z.object({
  /** codes by SMS: a provider sends them, or a demonstration shows them */
  sms: z.boolean(),
  /** an account sends e-mail */
  mail: z.boolean(),
  wechat: z.boolean(),
  'crop-wechat': z.boolean(),
  'ding-talk': z.boolean(),
  oidc: z.boolean(),
  ldap: z.boolean(),
  /** a provider compares faces */
  face: z.boolean(),
})
const KnownSwitches = Switches.extend({ ready: Ready })
export type KnownSwitches = z.infer<typeof KnownSwitches>

const SwitchForm = Switches.refine((form) => form.userDeptType === UserDeptType.chosen || form.userDeptCode !== '', {
  when: sound('userDeptType', 'userDeptCode'),
  path: ['userDeptCode'],
  error: encoded(say('defaultDepartUnchosen')),
})

export const configSwitch = endpoints('sys/config/switch', {
  detail: query({ title: '功能开关', permit: '-', input: z.object({}), output: KnownSwitches }),
  save: command({ title: '保存功能开关', permit: 'sys:switch:update', input: SwitchForm, output: z.literal(true) }),
})
