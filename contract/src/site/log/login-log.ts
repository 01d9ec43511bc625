// The sign-in log: successful and failed sign-ins.
import * as z from '../../kernel/z.ts'
import { download, endpoints, fileReply, query } from '../../kernel/endpoint.ts'
import { flag, id, isStorable, keyword, moment, pageOf, paging } from '../../kernel/field.ts'

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const signInWay = {
  password: '密码',
  sms: '短信',
  face: '人脸',
  wechat: '微信',
  'crop-wechat': '企业微信',
  'ding-talk': '钉钉',
  oidc: '统一身份认证',
  ldap: '目录账号',
  lti: '学习平台',
  totp: '两步验证',
  reg: '注册',
} as const
const filters = {
  /** user name or real name */
  userName: keyword('账号或姓名'),
  way: z.string().max(30).refine(isStorable).optional().meta({ title: '方式', control: 'choice', options: signInWay }),
  success: flag('成功').optional(),
  from: moment('开始时间').optional(),
  to: moment('结束时间').optional(),
}

export const LoginLogRow = z.object({
  id: id('日志'),
  createTime: moment('时间'),
  userName: z.string().meta({ title: '账号', control: 'text' }),
  realName: z.string().meta({ title: '姓名', control: 'text' }),
  way: z.string().meta({ title: '方式', control: 'text' }),
  way_dictText: z.string().meta({ title: '方式' }),
  success: flag('成功'),
  reason: z.string().meta({ title: '原因', control: 'text' }),
  ip: z.string().meta({ title: 'IP 地址', control: 'text' }),
  userAgent: z.string().meta({ title: '客户端', control: 'text' }),
})

export const loginLog = endpoints('sys/login-log', {
  /** counts up to 10,000 rows; `capped`: there are more */
  paging: query({
    title: '登录日志',
    permit: 'sys:log:list',
    input: paging(filters),
    output: pageOf(LoginLogRow).extend({ capped: z.boolean() }),
  }),
  export: download({
    title: '导出登录日志',
    permit: 'sys:log:list',
    input: z.object({ params: z.object(filters).partial().default({}) }),
    output: fileReply(sheet),
  }),
})
