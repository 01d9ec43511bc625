// The school's directory as a source of accounts: compare, look at the differences, carry them out (docs/decisions/0138).
import { say } from '../account.texts.ts'
import { say as saySite } from '../../site/site.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { command, download, endpoints, fileReply, query } from '../../kernel/endpoint.ts'
import { choice, code, count, flag, id, isStorable, keyword, moment, pageOf, paging, text } from '../../kernel/field.ts'

export const DirectoryState = { running: 0, planned: 1, applied: 2, refused: 3, failed: 4 } as const
export type DirectoryState = (typeof DirectoryState)[keyof typeof DirectoryState]
export const directoryState = {
  [DirectoryState.running]: '比对中',
  [DirectoryState.planned]: '仅预演',
  [DirectoryState.applied]: '已执行',
  [DirectoryState.refused]: '已拦截',
  [DirectoryState.failed]: '同步失败',
} as const
export const DirectoryOrigin = { night: 0, user: 1 } as const
export const directoryOrigin = { [DirectoryOrigin.night]: '每日自动', [DirectoryOrigin.user]: '手动同步' } as const

export const directoryKind = {
  depart: '新增部门',
  add: '新增账号',
  change: '修改资料',
  move: '调整部门',
  disable: '停用账号',
  restore: '恢复账号',
  skip: '不处理',
} as const
export type DirectoryKind = keyof typeof directoryKind

/** Why an entry is left as it is. */
export const directoryReason = {
  nameTaken: '用户名已被其他账号使用',
  nameWrong: '用户名不合规定',
  twice: '目录中有相同的用户名',
  mobileTaken: '手机号已被其他账号使用',
  mobileWrong: '手机号格式不正确',
  emailWrong: '邮箱格式不正确',
  departWrong: '部门名称过长或层级过多',
  bound: '已绑定本站的其他账号',
  administrator: '系统管理员的账号不由目录修改',
  disabledHere: '账号已在本站禁用',
} as const
export type DirectoryReason = keyof typeof directoryReason

/** Why a run did not change anything. */
export const directoryNote = {
  tooMany: '要停用的账号超过上限，没有执行',
  changed: '目录在预演之后有变化，请核对新的结果后再执行',
  untried: '设置有变化，须先由管理员预演并执行一次',
  unset: '没有启用目录账号服务',
  down: '目录服务器没有完整答复，没有修改任何账号',
  limit:
    '目录服务器限制了返回条数，没有给出全部用户，没有修改任何账号。OpenLDAP 请在 slapd.conf 中为查询账号加一行：limits dn.exact="查询账号 DN" size=unlimited',
  referral: '查找范围 DN 在另一台目录服务器上，没有修改任何账号',
  empty: '目录中没有找到用户，没有修改任何账号',
  tooLong: '目录中的用户超过二十万，没有修改任何账号',
  conflict: '同步期间账号有变化，没有修改任何账号',
  seats: '用户数超过授权上限，没有修改任何账号',
  stopped: '同步时服务器停止了，没有修改任何账号',
} as const
export type DirectoryNote = keyof typeof directoryNote

export const directoryField = { userName: '用户名', realName: '姓名', mobile: '手机号', email: '邮箱', depart: '部门' } as const
export type DirectoryField = keyof typeof directoryField
export const departFrom = { none: '不同步部门', ou: '按组织单位（OU）', attribute: '按属性' } as const

const attributeForm = encoded(saySite('ldapAttributeForm'))
const optionalAttribute = (title: '手机号属性' | '邮箱属性' | '部门属性') =>
  z
    .string()
    .trim()
    .max(60)
    .regex(/^(?:[a-z][a-z\d-]*)?$/i, attributeForm)
    .default('')
    .meta({ title, control: 'text' })

export const DirectorySettings = z.object({
  nightly: flag('每晚自动同步'),
  /** whom the directory is asked for; the connection is that of the sign-in */
  filter: text('用户范围条件', 500)
    .regex(/^\(.*\)$/, encoded(say('directoryFilterForm')))
    .meta({ title: '用户范围条件', control: 'text' }),
  userNameAttribute: text('用户名属性', 60)
    .regex(/^[a-z][a-z\d-]*$/i, attributeForm)
    .meta({ title: '用户名属性', control: 'text' }),
  mobileAttribute: optionalAttribute('手机号属性'),
  emailAttribute: optionalAttribute('邮箱属性'),
  departFrom: choice('部门来源', departFrom),
  /** a path of names, divided by / */
  departAttribute: optionalAttribute('部门属性'),
  /** departments of the directory stand below it; '' for the top department of the site */
  deptCode: z.string().max(60).refine(isStorable).default('').meta({ title: '同步到部门', control: 'depart' }),
  /** of the active accounts of the directory */
  maxDisable: count('停用上限', 0, 100, '%'),
})
const settingsComplete = DirectorySettings.refine((form) => form.departFrom !== 'attribute' || form.departAttribute !== '', {
  path: ['departAttribute'],
  error: encoded(say('directoryDepartAttribute')),
})

const counts = z.object(Object.fromEntries(Object.keys(directoryKind).map((kind) => [kind, z.int()])) as Record<DirectoryKind, z.ZodInt>)
const Run = z.object({
  id: z.string(),
  runState: code('同步结果', directoryState),
  origin: code('同步方式', directoryOrigin),
  startTime: moment('开始时间'),
  endTime: moment('结束时间').nullable(),
  entries: z.int().meta({ title: '目录人数' }),
  accounts: z.int().meta({ title: '已同步账号' }),
  counts,
  /** '' without one */
  note: z.string().meta({ title: '同步说明' }),
  userName: z.string().meta({ title: '账号' }),
})
const Row = z.object({
  id: z.string(),
  kind: choice('同步操作', directoryKind),
  userName: z.string().meta({ title: '用户名' }),
  realName: z.string().meta({ title: '姓名' }),
  depart: z.string().meta({ title: '部门' }),
  /** '' unless it is left as it is */
  reason: z.string().meta({ title: '不处理的原因' }),
  changes: z
    .array(z.object({ field: z.enum(Object.keys(directoryField) as DirectoryField[]), from: z.string(), to: z.string() }))
    .meta({ title: '变化' }),
})

const LIST = 'sys:directory:list'
const UPDATE = 'sys:directory:update'
const runId = id('同步记录')

export const directory = endpoints('sys/directory', {
  detail: query({
    title: '目录同步设置',
    permit: LIST,
    input: z.object({}),
    output: z.object({
      settings: DirectorySettings,
      /** whether the directory is set up as a way to sign in */
      ready: z.boolean(),
      running: z.boolean(),
      /** whether a plan of these settings was carried out by a user: the nightly run acts only then */
      tried: z.boolean(),
    }),
  }),
  save: command({ title: '保存目录同步设置', permit: UPDATE, apiToken: false, input: settingsComplete, output: z.literal(true) }),
  paging: query({ title: '目录同步记录', permit: LIST, input: paging({}), output: pageOf(Run) }),
  row: query({
    title: '目录同步明细',
    permit: LIST,
    input: paging({ runId, kind: choice('同步操作', directoryKind), userName: keyword('用户名') }),
    output: pageOf(Row),
  }),
  export: download({
    title: '导出目录同步明细',
    permit: LIST,
    input: z.object({ runId }),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  /** compares, and changes nothing */
  try: command({ title: '预演目录同步', permit: UPDATE, apiToken: false, input: z.object({}), output: z.literal(true) }),
  /** compares again, and carries the plan out if it is still the one of this run, which must be the newest */
  apply: command({ title: '执行目录同步', permit: UPDATE, apiToken: false, input: z.object({ runId }), output: z.literal(true) }),
})
