// Granted certificates: in a batch or by themselves; expiry, renewal, revocation, and the public check.
import * as z from '../kernel/z.ts'
import { command, download, endpoints, fileReply, query } from '../kernel/endpoint.ts'
import { choice, code, id, ids, keyword, moment, pageOf, paging, text } from '../kernel/field.ts'
import { sayKernel } from '../kernel/kernel.texts.ts'
import { encoded } from '../kernel/message.ts'

export const GrantState = { valid: 0, revoked: 1, renewed: 2 } as const
export type GrantState = (typeof GrantState)[keyof typeof GrantState]

/** What a certificate is worth now. */
export const certStatus = { valid: '有效', expired: '已过期', revoked: '已撤销' } as const
export type CertStatus = keyof typeof certStatus

export const FileState = { waiting: 0, ready: 1, failed: 2 } as const
export type FileState = (typeof FileState)[keyof typeof FileState]
export const fileState = { [FileState.waiting]: '生成中', [FileState.ready]: '已生成', [FileState.failed]: '生成失败' } as const

export const grantSources = {
  manual: '手动发放',
  course: '学完课程',
  exam: '考试及格',
  activity: '活动获奖',
  path: '完成培养方案',
} as const
export type GrantSource = keyof typeof grantSources

/** The most certificates in one archive. */
export const mostInZip = 1_000

const granted = {
  id: id('证书'),
  certId: z.string(),
  title: z.string().meta({ title: '证书名称' }),
  certGrantNo: z.string().meta({ title: '证书编号' }),
  authority: z.string().meta({ title: '颁发机构' }),
  createTime: moment('获得时间'),
  expireTime: moment('有效期至').nullable(),
  status: choice('状态', certStatus),
  revokeReason: z.string().meta({ title: '撤销原因' }),
  fileState: code('证书文件', fileState),
  /** a signed address; empty while the file is made, and for a revoked certificate */
  certFilePdf: z.string(),
  /** the public address that the QR code holds */
  verifyUrl: z.string(),
}
const MyGrant = z.object(granted)
const GrantRow = MyGrant.extend({
  userId: z.string(),
  userName: z.string().meta({ title: '账号' }),
  realName: z.string().meta({ title: '姓名' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
  source_dictText: z.string().meta({ title: '来源' }),
})

const expireTime = moment('有效期至').optional()

export const grant = endpoints('cert/grant', 'cert', {
  /** a person who has it and whose certificate does not end soon keeps it and is not counted */
  'grant-batch': command({
    title: '发放证书',
    permit: 'cert:grant:add',
    input: z.object({
      certId: id('证书'),
      userIds: z
        .array(id('人员'), { error: encoded(sayKernel('peopleUnchosen')) })
        .min(1, encoded(sayKernel('peopleUnchosen')))
        .max(5_000)
        .meta({ title: '人员', control: 'persons' }),
      expireTime,
    }),
    output: z.object({ granted: z.int() }),
  }),
  'my-paging': query({
    title: '我的证书',
    permit: 'any',
    /** `refType` and `refId`: only those of one course, exam or activity */
    input: paging({ title: keyword('证书名称'), refType: choice('来源', grantSources).optional(), refId: id('来源').optional() }),
    output: pageOf(MyGrant),
  }),
  'my-list': query({ title: '我的证书', permit: 'any', input: z.object({}), output: z.array(MyGrant) }),
  /** one's own, or with cert:grant:list one within the data scope */
  detail: query({ title: '证书详情', permit: 'any', input: z.object({ id: id('证书') }), output: GrantRow }),
  paging: query({
    title: '发放记录',
    permit: 'cert:grant:list',
    input: paging({
      realName: keyword('姓名'),
      title: keyword('证书名称'),
      certGrantNo: keyword('证书编号'),
      certId: id('证书').optional(),
      status: choice('状态', certStatus).optional(),
      expireBefore: moment('到期不晚于').optional(),
    }),
    output: pageOf(GrantRow),
  }),
  revoke: command({
    title: '撤销证书',
    permit: 'cert:grant:revoke',
    input: ids('证书').extend({ reason: text('撤销原因', 200) }),
    output: z.object({ revoked: z.int() }),
  }),
  /** each gets a new number and a new period; the earlier one stays valid until its own end */
  renew: command({
    title: '续发证书',
    permit: 'cert:grant:add',
    input: ids('证书').extend({ expireTime }),
    output: z.object({ granted: z.int() }),
  }),
  zip: download({
    title: '批量下载证书',
    permit: 'cert:grant:list',
    rate: { by: 'user', max: 10, seconds: 60 },
    input: ids('证书'),
    output: fileReply('application/zip'),
  }),
})

export const certVerify = endpoints('cert', 'cert', {
  verify: query({
    title: '验证证书',
    permit: '-',
    rate: { by: 'ip', max: 30, seconds: 60 },
    input: z.object({ certGrantNo: text('证书编号', 60) }),
    output: z.object({
      certGrantNo: z.string(),
      /** masked */
      realName: z.string().meta({ title: '持证人' }),
      title: z.string().meta({ title: '证书名称' }),
      authority: z.string().meta({ title: '颁发机构' }),
      createTime: moment('颁发时间'),
      expireTime: moment('有效期至').nullable(),
      state: choice('状态', certStatus),
    }),
  }),
})
