// Invoices: requested for a paid order, issued by the back office; the applicant gets a message.
import type { NotNull } from 'kysely'
import { say } from '@shuyuan/contract/pay/pay.server.texts.ts'
import type { invoice } from '@shuyuan/contract/pay/invoice/invoice.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { appliedState, type GoodsType, goodsType, invoiceState, OrderState, InvoiceState } from '@shuyuan/contract/pay/order-state.ts'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { addressHours, fileAddresses, plainAddress } from '../../../kernel/files/signed-file.ts'
import { pageByKey } from '../../../kernel/page.ts'
import { protectAfter } from '../../common/protect.service.ts'
import { switches } from '../../site/config/config.service.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { ofUsersWithinDataScope, withinDataScope } from '../../people/user/data-scope.service.ts'
import { usersCalled } from '../../people/user/name-search.service.ts'
import { courseIdOf } from '../order/order.service.ts'
import { privateInvoices } from './private-files.service.ts'

const LIST = 'pay:invoice:list'

/**
 * Requests an invoice for the caller's own paid order, or corrects the request. A repeated identical request (double click) changes
 * nothing. Fails invoiceOff, notFound for another user's order, orderUnpaid, invoiceNoMoney, invoiceDone for a processed one, and conflict
 * where another page has requested or changed it since.
 */
export async function saveInvoice(
  ctx: Ctx,
  { id, orderId, version, ...form }: Input<typeof invoice.save>,
): Promise<Output<typeof invoice.save>> {
  if (!(await switches(ctx)).invoiceApply) fail('invoiceOff')
  // a second request waits for the lock on the order's row
  const order = must(
    await ctx.db
      .selectFrom('payOrder')
      .where('id', '=', orderId)
      .where('userId', '=', ctx.user.id)
      .select(['orderState', 'price'])
      .forUpdate()
      .executeTakeFirst(),
  )
  const stored = await ctx.db.selectFrom('payInvoice').where('orderId', '=', orderId).selectAll().forUpdate().executeTakeFirst()
  if (id !== undefined && stored?.id !== id) fail('notFound')
  if (stored?.invoiceState === InvoiceState.done) fail('invoiceDone')
  if (order.orderState !== OrderState.paid) fail('orderUnpaid')
  if (order.price === 0) fail('invoiceNoMoney')
  if (!stored) {
    const fresh = { ...form, orderId, userId: ctx.user.id, price: order.price, createTime: ctx.now, updateTime: ctx.now }
    const added = await ctx.db.insertInto('payInvoice').values(fresh).returning('id').executeTakeFirstOrThrow()
    ctx.change.after = { id: added.id, orderId, ...form }
    return added
  }
  const { companyName, companyId, email, phone } = stored
  const before = { companyName, companyId, email, phone }
  const isSame = Object.entries(form).every(([name, value]) => before[name as keyof typeof before] === value)
  if (isSame && stored.invoiceState === InvoiceState.processing) return { id: stored.id }
  const isOld = id === undefined ? stored.invoiceState === InvoiceState.processing : version !== undefined && version !== stored.version
  if (isOld) fail('conflict')
  ctx.change.before = before
  ctx.change.after = form
  await ctx.db
    .updateTable('payInvoice')
    .set({ ...form, invoiceState: InvoiceState.processing, version: stored.version + 1, updateTime: ctx.now })
    .where('id', '=', stored.id)
    .execute()
  return { id: stored.id }
}

const orders = ({ db }: Ctx) =>
  db
    .selectFrom('payOrder')
    .innerJoin('sysUser', 'sysUser.id', 'payOrder.userId')
    .leftJoin('payInvoice', 'payInvoice.orderId', 'payOrder.id')
    .select(['payOrder.id as orderId', 'orderNo', 'payOrder.userId', 'goodsType', 'goodsId', 'goodsTitle', 'payOrder.price'])
    .select(['payInvoice.id', 'companyName', 'companyId', 'payInvoice.email', 'phone', 'invoiceState', 'fileUrl', 'fileName', 'reply'])
    .select('payInvoice.version')

/**
 * One invoice by its own id or by its order's. Fails notFound for another user's, unless the caller may list invoices and the applicant is
 * within their data scope.
 */
export async function findInvoice(ctx: Ctx, { id, orderId }: Input<typeof invoice.detail>): Promise<Output<typeof invoice.detail>> {
  const inScope = can(ctx, LIST) ? await withinDataScope(ctx) : undefined
  const row = must(
    await orders(ctx)
      .where((eb) =>
        eb.or([eb('payOrder.userId', '=', ctx.user.id), ...(inScope ? [eb.and([inScope, eb('payInvoice.id', 'is not', null)])] : [])]),
      )
      .$if(id !== undefined, (q) => q.where('payInvoice.id', '=', id ?? ''))
      .$if(orderId !== undefined, (q) => q.where('payOrder.id', '=', orderId ?? ''))
      .executeTakeFirst(),
  )
  const state = row.invoiceState ?? InvoiceState.none
  const last = row.id === null ? await lastForm(ctx) : undefined
  return {
    id: row.id ?? '',
    ...goodsOf(row),
    goodId: row.goodsId,
    courseId: courseIdOf(row),
    buyId: row.orderId,
    companyName: row.companyName ?? last?.companyName ?? '',
    companyId: row.companyId ?? last?.companyId ?? '',
    email: row.email ?? last?.email ?? '',
    phone: row.phone ?? last?.phone ?? '',
    invoiceState: state,
    invoiceState_dictText: (row.id === null ? invoiceState : appliedState)[state],
    fileUrl: (await fileAddresses(ctx.app, addressHours.personal))(row.fileUrl ?? ''),
    fileName: row.fileName ?? '',
    reply: row.reply ?? '',
    version: row.version ?? 0,
  }
}

type Bought = { orderId: string; orderNo: string; goodsType: string; goodsId: string; goodsTitle: string; price: number }
const goodsOf = (row: Bought) => ({
  orderId: row.orderId,
  orderNo: row.orderNo,
  goodsType: row.goodsType as GoodsType,
  goodsType_dictText: goodsType[row.goodsType as GoodsType],
  courseName: row.goodsTitle,
  price: row.price,
})

/** The caller's most recent request. */
const lastForm = ({ db, user }: Ctx) =>
  db
    .selectFrom('payInvoice')
    .where('userId', '=', user.id)
    .orderBy('id', 'desc')
    .select(['companyName', 'companyId', 'email', 'phone'])
    .limit(1)
    .executeTakeFirst()

/** Orders by name of the company and by state read all requests before the page. */
const DEEPEST = 5_000

/** Requests of users within the caller's data scope, newest first. */
export async function pageInvoices(ctx: Ctx, { params, ...paging }: Input<typeof invoice.paging>): Promise<Output<typeof invoice.paging>> {
  const { companyName, realName, orderNo, invoiceState: state } = params
  const query = ctx.db
    .selectFrom('payInvoice')
    .leftJoin('payOrder', 'payOrder.id', 'payInvoice.orderId')
    .leftJoin('sysUser', 'sysUser.id', 'payInvoice.userId')
    .where(await ofUsersWithinDataScope(ctx, 'payInvoice.userId'))
    .$if(!!companyName, (q) => q.where('companyName', 'ilike', containing(companyName ?? '')))
    .$if(!!realName, (q) => q.where('payInvoice.userId', '=', usersCalled(realName ?? '')))
    .$if(!!orderNo, (q) => q.where('orderNo', 'ilike', containing(orderNo ?? '')))
    .$if(state !== undefined, (q) => q.where('invoiceState', '=', state!))
    .select([
      'payInvoice.id',
      'payOrder.id as orderId',
      'orderNo',
      'goodsType',
      'goodsId',
      'goodsTitle',
      'payInvoice.price',
      'realName',
      'userName',
    ])
    .select(['companyName', 'companyId', 'payInvoice.email', 'phone', 'invoiceState', 'fileUrl', 'fileName', 'reply'])
    .select(['payInvoice.version', 'payInvoice.createTime', 'payInvoice.updateTime'])
    .$narrowType<Record<'orderId' | 'orderNo' | 'goodsType' | 'goodsId' | 'goodsTitle' | 'realName' | 'userName', NotNull>>()
  const sortable = {
    createTime: 'payInvoice.createTime',
    updateTime: 'payInvoice.updateTime',
    price: 'payInvoice.price',
    companyName: 'companyName',
    invoiceState: 'invoiceState',
  }
  const page = await pageByKey(ctx.db, query, paging, {
    key: 'payInvoice.id',
    sortable,
    fallback: [['payInvoice.id', 'desc']],
    deepest: DEEPEST,
  })
  const addressOf = await fileAddresses(ctx.app, addressHours.personal)
  const records = page.records.map((row) => {
    const stored = row.invoiceState
    return { ...row, fileUrl: addressOf(row.fileUrl), ...goodsOf(row), invoiceState: stored, invoiceState_dictText: appliedState[stored] }
  })
  return { ...page, records }
}

const messageTitles: Record<InvoiceState, string> = {
  [InvoiceState.none]: '您的发票申请已退回',
  [InvoiceState.processing]: '您的发票申请正在处理',
  [InvoiceState.done]: '您的发票申请已处理',
}

/**
 * Sets the state of an invoice and its file; the applicant gets a message where something changed for them. Fails notFound also outside the
 * caller's data scope, conflict where the applicant has changed the request since, and at fileUrl for a file that the caller has not
 * uploaded, or for a processed request with neither file nor reply.
 */
export async function updateInvoiceState(ctx: Ctx, input: Input<typeof invoice.updateState>): Promise<true> {
  const { id, invoiceState: state } = input
  const stored = must(
    await ctx.db
      .selectFrom('payInvoice')
      .innerJoin('sysUser', 'sysUser.id', 'payInvoice.userId')
      .innerJoin('payOrder', 'payOrder.id', 'payInvoice.orderId')
      .where('payInvoice.id', '=', id)
      .where(await withinDataScope(ctx))
      .select(['payInvoice.userId', 'orderId', 'goodsTitle', 'invoiceState', 'fileUrl', 'fileName', 'reply', 'payInvoice.version'])
      .forUpdate('payInvoice')
      .executeTakeFirst(),
  )
  if (input.version !== undefined && input.version !== stored.version) fail('conflict')
  const file = await fileOf(ctx, input.fileUrl, stored)
  const reply = input.reply ?? stored.reply
  const before = { invoiceState: stored.invoiceState, fileUrl: stored.fileUrl, fileName: stored.fileName, reply: stored.reply }
  const after = { invoiceState: state, ...file, reply }
  if (JSON.stringify(before) === JSON.stringify(after)) return true
  // the reply to an earlier rejection is no reason
  const reason = input.reply ?? (stored.invoiceState === InvoiceState.done ? stored.reply : '')
  if (state === InvoiceState.done && file.fileUrl === '' && reason.trim() === '') failField('fileUrl', say('invoiceFileOrReason'))
  Object.assign(ctx.change, { before, after })
  await ctx.db
    .updateTable('payInvoice')
    .set({ ...after, version: stored.version + 1, updateTime: ctx.now })
    .where('id', '=', id)
    .execute()
  const content = [
    `“${stored.goodsTitle}”的发票：${state === InvoiceState.none ? '已退回，请修改后重新申请' : appliedState[state]}。`,
    reply,
  ]
    .filter((line) => line !== '')
    .join('\n')
  await sendMsg(ctx, [stored.userId], { title: messageTitles[state], content, refType: 'invoice', refId: stored.orderId })
  return true
}

type File = { fileUrl: string; fileName: string }

/** The file that is meant: the stored one, none, or one that the caller has uploaded. */
async function fileOf(ctx: Ctx, given: string | undefined, stored: File): Promise<File> {
  const { db, user } = ctx
  const { fileUrl, fileName } = stored
  const wanted = given === undefined ? undefined : plainAddress(given)
  if (wanted === undefined || wanted === fileUrl) return { fileUrl, fileName }
  if (wanted === '') return { fileUrl: '', fileName: '' }
  const file = await db
    .selectFrom('commonFile')
    .where('url', '=', wanted)
    .where('ownerId', '=', user.id)
    .select(['url', 'name', 'isPrivate'])
    .executeTakeFirst()
  if (file && !file.isPrivate) protectAfter(ctx, privateInvoices, file.url)
  return file ? { fileUrl: file.url, fileName: file.name } : failField('fileUrl', say('invoiceFileNeeded'))
}
