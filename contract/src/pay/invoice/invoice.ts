// Invoices: requested by the payer, issued by the back office.
import { say } from '../pay.texts.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded, type Message } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { choice, code, count, id, keyword, moment, money, optionalText, pageOf, paging, text } from '../../kernel/field.ts'
import { email, mobile } from '../../kernel/rule.ts'
import { isTaxNumber } from './tax-number.ts'
import { appliedState, goodsType } from '../order-state.ts'

/** A required field with its own message for an empty and for a malformed value (learner.md, *Validation rules*). */
const filled = (title: string, empty: Message, rule: z.ZodType<string, string>, malformed: Message) =>
  z
    .string({ error: encoded(empty) })
    .trim()
    .min(1, encoded(empty))
    .refine((value) => value === '' || rule.safeParse(value).success, encoded(malformed))
    .meta({ title, control: 'text' })

const fields = {
  companyName: text('单位名称', 100, say('invoiceTitleEmpty')),
  /** the tax number */
  companyId: z
    .string({ error: encoded(say('taxNoEmpty')) })
    .trim()
    .toUpperCase()
    .min(1, encoded(say('taxNoEmpty')))
    .refine((value) => value === '' || isTaxNumber(value), encoded(say('taxNoForm')))
    .meta({ title: '税号', control: 'text' }),
  email: filled('收票邮箱', say('invoiceEmailEmpty'), email, sayKernel('emailForm')),
  phone: filled('收票手机号', say('invoicePhoneEmpty'), mobile, sayKernel('mobileForm')),
}

const goods = {
  orderId: id('订单'),
  orderNo: z.string().meta({ title: '订单号' }),
  goodsType: choice('商品类型', goodsType),
  goodsType_dictText: z.string().meta({ title: '商品类型' }),
  /** the title at the time of purchase, of courses and other goods (decisions.md 20) */
  courseName: z.string().meta({ title: '商品名称' }),
  price: money('金额'),
}
const progress = {
  invoiceState: code('发票状态', appliedState),
  invoiceState_dictText: z.string().meta({ title: '发票状态' }),
  fileUrl: z.string().meta({ title: '发票文件' }),
  fileName: z.string().meta({ title: '发票文件' }),
  /** the back office's reply to the applicant */
  reply: z.string().meta({ title: '处理说明' }),
  version: count('版本'),
}

const Invoice = z.object({
  /** empty: no invoice has been requested */
  id: z.string(),
  ...goods,
  /** id of the goods; `courseId` only for a course */
  goodId: z.string(),
  courseId: z.string(),
  buyId: z.string(),
  companyName: z.string().meta({ title: '单位名称' }),
  companyId: z.string().meta({ title: '税号' }),
  email: z.string().meta({ title: '收票邮箱' }),
  phone: z.string().meta({ title: '收票手机号' }),
  ...progress,
})

const InvoiceRow = z.object({
  id: id('发票'),
  ...goods,
  realName: z.string().meta({ title: '申请人' }),
  userName: z.string().meta({ title: '账号' }),
  companyName: z.string().meta({ title: '单位名称' }),
  companyId: z.string().meta({ title: '税号' }),
  email: z.string().meta({ title: '收票邮箱' }),
  phone: z.string().meta({ title: '收票手机号' }),
  ...progress,
  createTime: moment('申请时间'),
  updateTime: moment('更新时间'),
})

export const invoice = endpoints('pay/invoice', {
  /** the order names the goods; with `id` and `version` a change of an outdated version is refused */
  save: command({
    title: '申请发票',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object({ id: id('发票').optional(), orderId: id('订单'), version: count('版本').optional(), ...fields }),
    output: z.object({ id: z.string() }),
  }),
  /** by `orderId` also before a request: state 0, prefilled from the payer's last request */
  detail: query({
    title: '发票详情',
    permit: 'any',
    input: z
      .object({ id: id('发票').optional(), orderId: id('订单').optional() })
      .refine((given) => given.id !== undefined || given.orderId !== undefined, {
        path: ['orderId'],
        error: encoded(say('orderUnchosen')),
      }),
    output: Invoice,
  }),
  paging: query({
    title: '发票管理',
    permit: 'pay:invoice:list',
    input: paging({
      companyName: keyword('单位名称'),
      realName: keyword('申请人'),
      orderNo: keyword('订单号'),
      invoiceState: code('发票状态', appliedState).optional(),
    }),
    output: pageOf(InvoiceRow),
  }),
  /** without `fileUrl` the file stays, empty removes it; refused when the applicant has changed the request since `version` */
  updateState: command({
    title: '处理发票',
    permit: 'pay:invoice:update',
    input: z.object({
      id: id('发票'),
      invoiceState: code('发票状态', appliedState),
      fileUrl: z.string().max(500).optional().meta({ title: '发票文件', control: 'file' }),
      reply: optionalText('处理说明', 300).optional(),
      version: count('版本').optional(),
    }),
    output: z.literal(true),
  }),
})
