// Real-name verification: request and audit.
import { say } from '../account.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, hot, query, upload } from '../../kernel/endpoint.ts'
import { code, id, ids, isStorable, keyword, moment, pageOf, paging, text } from '../../kernel/field.ts'
import { isIdCard } from '../../kernel/rule.ts'

export const RealState = { waiting: 0, passed: 1, rejected: 2 } as const
export type RealState = (typeof RealState)[keyof typeof RealState]
/** 0: signing in by face is not possible yet; 1: passed; 2: rejected with the reason in auditMsg (learner.md §4). */
export const realState = { [RealState.waiting]: '待审核', [RealState.passed]: '已通过', [RealState.rejected]: '已驳回' } as const
const verdicts = { [RealState.passed]: '通过', [RealState.rejected]: '驳回' } as const

const idCard = z
  .string({ error: encoded(say('idCardEmpty')) })
  .trim()
  .toUpperCase()
  .min(1, { error: encoded(say('idCardEmpty')), abort: true })
  .refine(isIdCard, encoded(sayKernel('idCardForm')))
  .meta({ title: '身份证号', control: 'text' })

export const RealForm = z.object({
  realName: text('真实姓名', 60, say('trueNameEmpty')),
  face: z
    .string({ error: encoded(say('faceNotUploaded')) })
    .min(1, encoded(say('faceNotUploaded')))
    .max(500)
    .refine(isStorable)
    .meta({ title: '人脸照片' }),
  idCard,
  /** these four fields follow from the identity number; the server recomputes them */
  sex: text('性别', 10, say('sexEmpty')),
  age: z
    .int({ error: encoded(say('ageEmpty')) })
    .min(0)
    .max(200)
    .meta({ title: '年龄', control: 'count' }),
  birthday: text('出生日期', 20, say('birthdayEmpty')),
  domicileAddress: text('户籍所在地', 200, say('residenceEmpty')),
  contactWay: text('联系方式', 60, say('contactEmpty')),
})

const facts = {
  id: z.string(),
  realName: z.string().meta({ title: '真实姓名' }),
  face: z.string().meta({ title: '人脸照片' }),
  /** masked for all callers but the auditor and the user */
  idCard: z.string().meta({ title: '身份证号' }),
  sex: z.string().meta({ title: '性别' }),
  age: z.int().meta({ title: '年龄' }),
  birthday: z.string().meta({ title: '出生日期' }),
  domicileAddress: z.string().meta({ title: '户籍所在地' }),
  contactWay: z.string().meta({ title: '联系方式' }),
  /** whether the user is verified, by this record or an earlier one */
  realPerson: z.boolean().meta({ title: '已实名' }),
  state: code('状态', realState),
  state_dictText: z.string().meta({ title: '状态' }),
  auditMsg: z.string().meta({ title: '审核意见' }),
  auditTime: moment('审核时间').nullable(),
  createTime: moment('提交时间'),
}
/** The caller's own request; state null: none was made, name and number are those of the account. */
const OwnReal = z.object({
  ...facts,
  age: z.int().nullable(),
  state: code('状态', realState).nullable(),
  createTime: moment('提交时间').nullable(),
})
const RealRow = z.object({
  ...facts,
  userId: z.string(),
  userName: z.string().meta({ title: '用户名' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
  /** the account's current photo when it differs from the request's */
  currentFace: z.string(),
  auditBy_dictText: z.string().meta({ title: '审核人' }),
  autoResult: z.string().meta({ title: '自动审核' }),
})
export type RealRow = z.infer<typeof RealRow>

/** Pixels of the photo: one inch (learner.md §5, *Real-name*). */
export const photoSize = { width: 295, height: 413 } as const

export const real = endpoints('sys/user/real', {
  checkFace: upload({
    title: '检查人脸照片',
    permit: 'any',
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({}),
    output: z.object({ verify: z.literal('success') }),
  }),
  'parse-id': query({
    title: '识别身份证号',
    permit: 'any',
    rate: { by: 'user', max: 120, seconds: 60 },
    input: z.object({ idCard }),
    output: z.object({ age: z.int(), birthday: z.string(), area: z.string(), sex: z.string() }),
  }),
  queryUserInfo: query({ title: '我的实名信息', permit: 'any', input: z.object({}), output: OwnReal }),
  detail: query({ title: '实名申请详情', permit: 'any', input: z.object({ id: id('实名申请').optional() }), output: RealRow.nullable() }),
  submit: command({
    title: '提交实名认证',
    permit: 'any',
    rate: { by: 'user', max: 20, seconds: 60 },
    input: RealForm,
    output: z.literal(true),
  }),
  paging: query({
    title: '实名申请列表',
    permit: 'sys:user:real:list',
    input: paging({ state: code('状态', realState), realName: keyword('真实姓名'), idCard: keyword('身份证号') }),
    output: pageOf(RealRow),
  }),
  audit: command({
    title: '审核实名',
    permit: 'sys:user:real:audit',
    apiToken: false,
    input: ids('实名申请').extend({
      state: z
        .literal([RealState.passed, RealState.rejected], { error: encoded(sayKernel('verdictEmpty')) })
        .meta({ title: '审核意见', control: 'code', options: verdicts }),
      auditMsg: text('审核理由', 500, sayKernel('verdictReasonEmpty')).meta({ control: 'textarea' }),
    }),
    output: z.literal(true),
  }),
  /** `hot`: each request has its own transaction, because the call waits for a provider */
  'auto-audit': hot({
    title: '自动审核实名',
    permit: 'sys:user:real:audit',
    apiToken: false,
    input: ids('实名申请'),
    /** `manual`: requests left for a manual audit; `msg`: the reason */
    output: z.object({ passed: z.int(), rejected: z.int(), manual: z.int(), msg: z.string() }),
  }),
})
