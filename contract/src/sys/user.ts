// Signing in, who I am, and the lists from which people are picked.
import * as z from 'zod'
import { command, endpoints, hot, query } from '../kernel/endpoint.ts'
import { code, id, isStorable, keyword, moment, pageOf, paging, text } from '../kernel/field.ts'
import { mobile } from '../kernel/rule.ts'

export const userState = { 0: '正常', 1: '禁用', 2: '待审核' } as const
export const roleType = { 1: '学员', 2: '管理人员' } as const

const SignedIn = z.object({ token: z.string(), roleType: z.int(), userId: z.string() })

export const Me = z.object({
  id: z.string(),
  userName: z.string(),
  realName: z.string(),
  avatar: z.string(),
  mobile: z.string(),
  roleType: z.int(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  deptCode: z.string(),
  deptCode_dictText: z.string(),
  points: z.int(),
  unreadMsg: z.int(),
})

/** A user as lists and pickers show one: no secrets, no ID number. */
export const UserRow = z.object({
  id: id('用户'),
  userName: text('用户名', 60),
  realName: text('姓名', 60),
  mobile: z.string().meta({ title: '手机号', control: 'text' }),
  deptCode: z.string().meta({ title: '部门', control: 'depart' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
  state: code('状态', userState),
  state_dictText: z.string().meta({ title: '状态' }),
  roleType: code('用户类型', roleType),
  avatar: z.string(),
  createTime: moment('创建时间'),
})

const captchaKey = z.string().max(64).refine(isStorable)
const captchaFields = { captchaKey: captchaKey.optional(), captchaValue: z.string().max(20).optional() }
/** 1 login (decisions.md, 26). The other kinds come with the calls that take them. */
const smsType = z.literal(['login', '1', 1], { error: '短信类型不正确' }).default('login')
const deptCode = z.string().max(60).refine(isStorable)

export const user = endpoints('sys/user', {
  login: hot({
    title: '密码登录',
    permit: '-',
    rate: { by: 'ip', max: 6_000, seconds: 60 },
    input: z.object({
      userName: text('用户名', 60),
      password: z.string({ error: '密码不能为空！' }).min(1, '密码不能为空！').max(200),
      ...captchaFields,
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
      captchaValue: z.string({ error: '图形验证码不能为空！' }).min(1, '图形验证码不能为空！').max(20),
      smsType,
    }),
    output: z.object({ waitSeconds: z.int() }),
  }),
  'mobile-login': hot({
    title: '短信登录',
    permit: '-',
    rate: { by: 'ip', max: 60, seconds: 60 },
    input: z.object({ mobile, smsCode: z.string({ error: '短信验证码不能为空' }).min(1, '短信验证码不能为空').max(10) }),
    output: SignedIn,
  }),
  info: query({ title: '当前用户', permit: 'any', input: z.object({ token: z.string().optional() }), output: Me }),
  currentUser: query({
    title: '当前用户资料',
    permit: 'any',
    input: z.object({}),
    output: UserRow.extend({ email: z.string(), points: z.int() }),
  }),
  isComplete: query({
    title: '资料是否完整',
    permit: '-',
    input: z.object({}),
    output: z.object({ code: z.int(), complete: z.boolean().optional() }),
  }),
  logout: command({ title: '退出登录', permit: 'any', input: z.object({}), output: z.literal(true) }),
  paging: query({
    title: '用户列表',
    permit: 'sys:user:list',
    input: paging({
      userName: keyword('用户名'),
      realName: keyword('姓名'),
      mobile: keyword('手机号'),
      state: z
        .union([code('状态', userState), z.enum(['', '0', '1', '2'])])
        .optional()
        .meta({ title: '状态', control: 'code', options: userState }),
      deptCode: deptCode.optional().meta({ title: '部门', control: 'depart' }),
      roleIds: z.array(id('角色')).max(100).optional(),
      excludes: z.array(id('用户')).max(5_000).optional(),
      /** departments that are left out with their branches */
      excludeDeparts: z.array(deptCode).max(500).optional(),
      userType: z.int().optional(),
    }),
    output: pageOf(UserRow),
  }),
})
