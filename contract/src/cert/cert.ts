// Certificates: templates with a layout in versions.
import * as z from '../kernel/z.ts'
import { command, download, endpoints, fileReply, query } from '../kernel/endpoint.ts'
import { code, count, id, ids, keyword, moment, pageOf, paging, text } from '../kernel/field.ts'
import { encoded } from '../kernel/message.ts'
import { say } from './cert.texts.ts'
import { Layout } from './layout.ts'

export const CertState = { enabled: 0, disabled: 1 } as const
export type CertState = (typeof CertState)[keyof typeof CertState]
export const certState = { [CertState.enabled]: '启用', [CertState.disabled]: '停用' } as const

const settings = {
  title: text('证书名称', 60),
  authority: text('颁发机构', 60),
  /** 0: for ever */
  validMonths: count('发放有效期', 0, 1_200, '个月'),
  /** days before the end; renewal opens with the first one */
  remindDays: z
    .array(z.int().min(1).max(365), { error: encoded(say('certRemindDays')) })
    .max(5, encoded(say('certRemindDays')))
    .default([60, 30, 7])
    .meta({ title: '到期提醒', control: 'days' }),
  state: code('状态', certState).default(CertState.enabled),
}

const CertRow = z.object({
  id: id('证书'),
  ...settings,
  state: code('状态', certState),
  state_dictText: z.string().meta({ title: '状态' }),
  version: z.int32(),
  grantCount: count('已发放'),
  createTime: moment('创建时间'),
  updateTime: moment('更新时间'),
})

export const cert = endpoints('cert/cert', 'cert', {
  paging: query({
    title: '证书列表',
    permit: 'cert:list',
    input: paging({ title: keyword('证书名称'), state: code('状态', certState).optional() }),
    output: pageOf(CertRow),
  }),
  detail: query({
    title: '证书设置',
    permit: 'cert:list',
    input: z.object({ id: id('证书') }),
    output: CertRow.extend({ layout: Layout }),
  }),
  /** a changed layout becomes a new version; what was granted keeps its own */
  save: command({
    title: '保存证书',
    permit: ['cert:add', 'cert:update'],
    addOrUpdate: true,
    input: z.object({ id: id('证书').optional(), version: z.int32().optional(), ...settings, layout: Layout }),
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除证书', rehearsable: true, permit: 'cert:delete', input: ids('证书'), output: z.literal(true) }),
  /** the PDF of a layout with example values, as it will be printed */
  preview: download({
    title: '预览证书',
    permit: ['cert:add', 'cert:update', 'cert:list'],
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({ title: settings.title, authority: settings.authority, validMonths: settings.validMonths, layout: Layout }),
    output: fileReply('application/pdf'),
  }),
})
