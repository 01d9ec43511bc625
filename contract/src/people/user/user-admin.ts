// Administration of users: part of the endpoints of /api/sys/user.
import { say } from '../people.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, download, fileReply, hot, query, upload } from '../../kernel/endpoint.ts'
import { code, flag, id, ids, isStorable, keyword, moment, optionalText, pageOf, paging, sound, text } from '../../kernel/field.ts'
import { ImportReply, importOptions } from '../../kernel/import.ts'
import { email, idCard, mobile, newPassword, orEmpty } from '../../kernel/rule.ts'
import { HotelBlock, StoredHotel } from './user-profile.ts'
import { roleType, UserRow, UserState, userState } from './user-row.ts'

const xlsx = fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
const anyDeptCode = z.string().max(60).refine(isStorable)

/** The decision on a registration; the resulting state of the user is a UserState. */
export const UserVerdict = { approved: 1, rejected: 2 } as const
export type UserVerdict = (typeof UserVerdict)[keyof typeof UserVerdict]

const filters = {
  userName: keyword('用户名'),
  realName: keyword('姓名'),
  mobile: keyword('手机号'),
  state: z
    .union([code('状态', userState), z.enum(['', '0', '1', '2'])])
    .optional()
    .meta({ title: '状态', control: 'code', options: userState }),
  /** the department with its branches */
  deptCode: anyDeptCode.optional().meta({ title: '部门', control: 'depart' }),
  roleIds: z.array(id('角色')).max(100).optional().meta({ title: '角色', control: 'ids' }),
  excludes: z.array(id('用户')).max(5_000).optional(),
  /** departments to exclude, with their branches */
  excludeDeparts: z.array(anyDeptCode).max(500).optional(),
  /** groups whose members are excluded */
  excludeGroups: z.array(id('分组')).max(100).optional(),
  userType: code('用户类型', roleType).optional(),
}

/** A user in a list for administrators. */
const ListedUser = UserRow.extend({
  email: z.string().meta({ title: '邮箱', control: 'text' }),
  /** role ids, in the order of their names in the next field */
  roles: z.array(z.string()).meta({ title: '角色' }),
  roles_dictText: z.string().meta({ title: '角色' }),
  expireTime: moment('有效期至').nullable(),
  lastLogin: moment('最近登录').nullable(),
  /** until when wrong passwords lock the account, on devices where it did not sign in before; null while it is not locked */
  lockedUntil: moment('锁定至').nullable(),
})

/** The hotel where a learner works (decisions.md 29). */
const hotelFields = {
  hotelCode: optionalText('酒店编码', 60),
  businessLicense: optionalText('营业执照注册名称'),
  signageName: optionalText('对外门牌标识'),
  legalPerson: optionalText('法定代表人', 60),
  businessAddress: optionalText('营业地址', 300).meta({ title: '营业地址', control: 'text' }),
  /** values of dictionary police_catalog from the top down: the last is the station, the one before it the branch */
  policeStation2: z.array(z.string().max(60).refine(isStorable)).max(6).default([]).meta({ title: '所属分局/派出所', control: 'unknown' }),
}

export const userName = text('用户名', 60, say('userEmpty'))
  .regex(/^\S+$/, encoded(say('userNameSpaces')))
  .meta({ title: '用户名', control: 'text' })
export const realName = text('姓名', 60, say('realNameEmpty'))
const deptCode = text('部门', 60, say('departEmpty')).meta({ title: '部门', control: 'depart' })
const roles = z
  .array(id('角色'), { error: encoded(say('roleUnchosen')) })
  .min(1, encoded(say('roleUnchosen')))
  .max(50)
  .meta({ title: '角色', control: 'ids' })
const expireTime = moment('有效期至').nullable()

const isBlank = (value: unknown) => value === undefined || value === null || value === ''
const UserForm = z
  .object({
    id: id('用户').optional(),
    /** the version that the editor had read; an older one is refused with conflict */
    version: z.int32().optional(),
    userName,
    realName,
    /** required for a new user; an empty value keeps the stored password */
    password: orEmpty(newPassword()),
    /** without it the roles decide: back office for a role with permissions, else the stored type, a learner for a new user */
    roleType: code('用户类型', roleType).optional(),
    roles,
    deptCode,
    mobile: orEmpty(mobile),
    email: orEmpty(email),
    idCard: orEmpty(idCard),
    state: code('状态', userState).optional(),
    expireTime: expireTime.default(null),
    avatar: optionalText('头像', 500),
    face: optionalText('人脸照片', 500),
    ...hotelFields,
  })
  .refine((form) => !isBlank(form.id) || !isBlank(form.password), {
    path: ['password'],
    error: encoded(sayKernel('passwordEmpty')),
    when: sound('id', 'password'),
  })

const stationMissing = say('stationMissing')
/** The hotel block with the back office's messages: every field required. */
export const HotelUserBlock = HotelBlock.extend({
  policeStation2: z
    .array(z.string().max(60).refine(isStorable), { error: encoded(stationMissing) })
    .min(2, encoded(stationMissing))
    .max(6)
    .meta({ title: '所属分局/派出所' }),
})
/** The input of save for a learner who needs the hotel block; the server decides that. */
export const HotelUserForm = UserForm.safeExtend(HotelUserBlock.shape)

/** A user with all fields of the form; no secrets. Identity number and face only for callers who can change users. */
const UserDetail = ListedUser.extend({
  departId: z.string(),
  idCard: z.string(),
  face: z.string(),
  realPerson: z.boolean(),
  points: z.int(),
  ...StoredHotel.shape,
  version: z.int32(),
})

const someone = ids('用户').shape.ids
const done = z.literal(true)

export const adminCalls = {
  paging: query({ title: '用户列表', permit: 'sys:user:list', input: paging(filters), output: pageOf(ListedUser) }),
  detail: query({ title: '用户详情', permit: 'sys:user:list', input: z.object({ id: id('用户') }), output: UserDetail }),
  // `hot`, because a hotel lookup must not hold a transaction; the service opens one and writes the audit row itself
  save: hot({
    title: '保存用户',
    permit: ['sys:user:add', 'sys:user:update'],
    addOrUpdate: true,
    input: UserForm,
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除用户', rehearsable: true, permit: 'sys:user:delete', input: ids('用户'), output: done }),
  state: command({
    title: '启用或禁用用户',
    permit: 'sys:user:update',
    input: z.object({ ids: someone, state: code('状态', { [UserState.active]: '正常', [UserState.disabled]: '禁用' }) }),
    output: done,
  }),
  audit: command({
    title: '审核注册用户',
    permit: 'sys:user:update',
    input: z.object({
      ids: someone,
      state: z
        .literal(Object.values(UserVerdict), { error: encoded(sayKernel('verdictEmpty')) })
        .meta({ title: '审核意见', control: 'code', options: { [UserVerdict.approved]: '通过', [UserVerdict.rejected]: '拒绝' } }),
      auditMsg: text('审核理由', 200, sayKernel('verdictReasonEmpty')).meta({ title: '审核理由', control: 'textarea' }),
    }),
    output: done,
  }),
  'reset-pass': command({
    apiToken: false,
    title: '重置密码',
    permit: 'sys:user:update',
    input: z.object({
      ids: someone,
      password: newPassword(),
      /** with their next sign-in these users choose another password first */
      mustChange: flag('下次登录须修改密码').default(false),
    }),
    output: done,
  }),
  unlock: command({ title: '解除登录锁定', permit: 'sys:user:unlock', input: z.object({ ids: someone }), output: done }),
  'batch-dept': command({ title: '批量设置部门', permit: 'sys:user:update', input: z.object({ ids: someone, deptCode }), output: done }),
  'batch-role': command({ title: '批量设置角色', permit: 'sys:user:update', input: z.object({ ids: someone, roles }), output: done }),
  'batch-expire': command({
    title: '批量设置有效期',
    permit: 'sys:user:update',
    input: z.object({ ids: someone, expireTime: expireTime.default(null) }),
    output: done,
  }),
  export: download({ title: '导出用户', permit: 'sys:user:export', input: z.object(filters).partial(), output: xlsx }),
  import: upload({
    title: '导入用户',
    permit: 'sys:user:add',
    slow: true,
    input: z.object({
      ...importOptions,
      /** rows with a password: the user has to choose another at the first sign-in */
      mustChange: z.stringbool().default(false),
      /** key of the progress that import-state reports */
      progressKey: z.string().max(64).default(''),
    }),
    output: ImportReply,
  }),
  'import-state': query({
    title: '用户导入进度',
    permit: 'sys:user:add',
    input: z.object({ progressKey: z.string().min(1).max(64) }),
    output: z.object({ stage: z.enum(['waiting', 'reading', 'checking', 'saving', 'done']), done: z.int(), total: z.int() }),
  }),
  /** the wrong rows of the sheet with their faults, as base64 */
  'import-wrong': upload({
    title: '导出有误的用户行',
    permit: 'sys:user:add',
    slow: true,
    input: z.object({}),
    output: z.object({ name: z.string(), sheet: z.base64() }),
  }),
  'import-template': download({ title: '用户导入模板', permit: 'sys:user:add', input: z.object({}), output: xlsx }),
}
