// Invoices: requested once by the buyer, issued by the back office, hidden from other users.
import { file } from '@shuyuan/contract/common/file.ts'
import { coursePayment } from '@shuyuan/contract/pay/order/course-payment.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { invoice } from '@shuyuan/contract/pay/invoice/invoice.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { OrderState, InvoiceState } from '@shuyuan/contract/pay/order-state.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { expect, test } from 'vitest'
import { turn } from '../../../../test/sign-in-steps.ts'
import { startWith } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { plainAddress } from '../../../kernel/files/signed-file.ts'
import { makeOrder } from '../order.factory.ts'
import { hasBought } from '../order/order.service.ts'

const company = { companyName: '云水酒店有限公司', companyId: '91310000MA1FL0XX5Q', email: 'caiwu@example.com', phone: '13700000001' }

const { app, ann, bob, admin } = await startWith('ann', 'bob')
await turn(app, admin.token, { invoiceApply: true })

const order = (more: object = {}, of = ann) => makeOrder(app.db, { userId: of.id, ...more })
const save = (orderId: string, more: object = {}, by = ann) => app.call(invoice.save, { orderId, ...company, ...more }, by.token)
const asked = async (orderId: string, by = ann) => app.ok(invoice.detail, { orderId }, by.token)
const inbox = async (of = ann) => (await app.ok(msg.paging, {}, of.token)).records
const pdf = async (by: Person, name = '发票.pdf') =>
  (await app.upload(file.upload, Buffer.from('%PDF-1.7\nan invoice'), name, { scene: 'attachment' }, by.token)).data.url

test('the list has the own paid orders, newest first, with the invoice state', async () => {
  await makeUser(app.db, { userName: 'buyer' })
  const buyer = await app.as('buyer')
  const at = (day: number) => new Date(`2026-03-0${day}T08:00:00+08:00`)
  await order({ goodsTitle: '旧课', createTime: at(1), payTime: at(1) }, buyer)
  const exam = { goodsType: 'exam', goodsId: '7', goodsTitle: '消防考试', price: 1_250, payMethod: 'alipay' }
  const id = await order({ ...exam, createTime: at(2), payTime: at(2) }, buyer)
  await order({ goodsTitle: '未付', orderState: OrderState.unpaid, payTime: null, payMethod: '' }, buyer)
  await order({ goodsTitle: '已退', orderState: OrderState.refunded, createTime: at(3), payTime: at(3) }, buyer)
  await save(id, {}, buyer)
  const { records } = await app.ok(coursePayment.page, {}, buyer.token)
  expect(records.map((row) => [row.courseName, row.orderState_dictText])).toEqual([
    ['已退', '已退款'],
    ['消防考试', '已支付'],
    ['旧课', '已支付'],
  ])
  expect(records[1]).toMatchObject({
    orderId: id,
    goodsType_dictText: '考试',
    courseId: '',
    price: '12.50',
    payMethod_dictText: '支付宝',
    payTime: '2026-03-02 08:00:00',
    invoiceState: InvoiceState.processing,
    invoiceState_dictText: '处理中',
  })
  expect(records[2]).toMatchObject({ courseId: '1', invoiceState: InvoiceState.none, invoiceApplyId: '' })
  expect((await app.ok(coursePayment.page, { params: { courseName: '消防' } }, buyer.token)).total).toBe(1)
  expect((await app.ok(coursePayment.page, {}, bob.token)).total).toBe(0)
  expect((await app.call(coursePayment.page, { orders: [{ column: 'user_id', asc: true }] }, buyer.token)).fields[0]?.field).toBe('orders')
})

test('goods count as bought with an own paid order, and no longer when it was refunded', async () => {
  const goods = { goodsType: 'exam' as const, goodsId: '71' }
  const has = (of: Person) => hasBought(app.db, of.id, goods.goodsType, goods.goodsId)
  await order({ ...goods, orderState: OrderState.unpaid, payTime: null })
  expect(await has(ann)).toBe(false)
  const id = await order(goods)
  expect([await has(ann), await has(bob), await hasBought(app.db, ann.id, 'repo', '71')]).toEqual([true, false, false])
  await app.db.updateTable('payOrder').set({ orderState: OrderState.refunded }).where('id', '=', id).execute()
  expect(await has(ann)).toBe(false)
})

test('each field reports what is missing or malformed', async () => {
  const orderId = await order()
  const empty = await app.call(invoice.save, { orderId, companyName: ' ', companyId: '', email: '', phone: '' }, ann.token)
  expect(Object.fromEntries(empty.fields.toReversed().map((one) => [one.field, one.msg]))).toEqual({
    companyName: '单位名称不能为空！',
    companyId: '税号不能为空！',
    email: '收票邮箱不能为空！',
    phone: '收票手机号不能为空！',
  })
  expect((await save(orderId, { email: 'caiwu@' })).fields).toEqual([{ field: 'email', msg: '邮箱格式不正确!' }])
  expect((await save(orderId, { phone: '12345' })).fields).toEqual([{ field: 'phone', msg: '手机号码格式不正确!' }])
  expect((await save(orderId, { companyName: '长'.repeat(101) })).fields[0]?.field).toBe('companyName')
  expect((await asked(orderId)).id).toBe('')
})

test('only an own paid order with a price can have an invoice', async () => {
  expect((await save(await order(), {}, bob)).code).toBe(errors.notFound[0])
  expect((await save('999999')).code).toBe(errors.notFound[0])
  for (const [orderState, payTime] of [
    [0, null],
    [1, null],
    [3, null],
    [4, new Date()],
  ] as const)
    expect((await save(await order({ orderState, payTime, goodsId: String(500 + orderState) }))).code).toBe(errors.orderUnpaid[0])
  expect((await save(await order({ price: 0, costPoints: 50, payMethod: 'points' }))).code).toBe(errors.invoiceNoMoney[0])
})

test('a double click makes one request, and a second page does not overwrite the first', async () => {
  const orderId = await order()
  const both = await Promise.all([save(orderId), save(orderId)])
  expect(both.map((one) => one.code)).toEqual([0, 0])
  expect(both[0]?.data.id).toBe(both[1]?.data.id)
  const rows = await app.db.selectFrom('payInvoice').where('orderId', '=', orderId).select('version').execute()
  expect(rows).toEqual([{ version: 1 }])
  // this page was opened before any request
  expect((await save(orderId, { companyName: '另一家公司' })).code).toBe(errors.conflict[0])
  // these two were opened after it
  const { id, version } = await asked(orderId)
  expect((await save(orderId, { id, version, companyName: '改名公司' })).code).toBe(0)
  expect((await save(orderId, { id, version, companyName: '另一家公司' })).code).toBe(errors.conflict[0])
  expect(await asked(orderId)).toMatchObject({ companyName: '改名公司', invoiceState: InvoiceState.processing, version: version + 1 })
})

test('an invoice of one order is not changed through another', async () => {
  const [mine, other] = [await order(), await order({}, bob)]
  await save(mine)
  await save(other, {}, bob)
  const { id } = await asked(other, bob)
  expect((await save(mine, { id, companyName: '偷梁换柱' })).code).toBe(errors.notFound[0])
  expect((await app.call(invoice.detail, { id }, ann.token)).code).toBe(errors.notFound[0])
  expect((await app.call(invoice.detail, { orderId: other }, ann.token)).code).toBe(errors.notFound[0])
  expect((await asked(other, bob)).companyName).toBe(company.companyName)
})

test('the back office issues it: file, message, and no further change', async () => {
  const orderId = await order({ goodsTitle: '客房服务课程' })
  await save(orderId)
  const { id, version } = await asked(orderId)
  const fileUrl = await pdf(admin)
  await app.ok(invoice.updateState, { id, invoiceState: InvoiceState.done, fileUrl, version }, admin.token)
  await app.ok(invoice.updateState, { id, invoiceState: InvoiceState.done, fileUrl }, admin.token)
  const done = await asked(orderId)
  expect({ ...done, fileUrl: plainAddress(done.fileUrl) }).toMatchObject({
    invoiceState: InvoiceState.done,
    invoiceState_dictText: '已处理',
    fileUrl,
    fileName: '发票.pdf',
  })
  const messages = (await inbox()).filter((one) => one.refId === orderId)
  expect(messages.map((one) => [one.title, one.refType])).toEqual([['您的发票申请已处理', 'invoice']])
  expect(messages[0]?.content).toContain('客房服务课程')
  expect((await save(orderId, { id, companyName: '改不了' })).code).toBe(errors.invoiceDone[0])
  expect((await save(orderId)).code).toBe(errors.invoiceDone[0])
  const log = await app.db
    .selectFrom('sysLog')
    .where('path', '=', invoice.updateState.path)
    .orderBy('id')
    .select(['before', 'after'])
    .execute()
  expect(log[0]).toMatchObject({ before: { invoiceState: InvoiceState.processing }, after: { invoiceState: InvoiceState.done, fileUrl } })
})

test('the back office rejects one with a reason, and it can be requested again', async () => {
  const orderId = await order()
  await save(orderId)
  const { id } = await asked(orderId)
  await app.ok(invoice.updateState, { id, invoiceState: InvoiceState.none, reply: '税号不正确' }, admin.token)
  expect((await inbox())[0]).toMatchObject({ title: '您的发票申请已退回', refId: orderId })
  const back = await asked(orderId)
  expect(back).toMatchObject({
    invoiceState: InvoiceState.none,
    invoiceState_dictText: '已退回',
    reply: '税号不正确',
    companyId: company.companyId,
  })
  expect((await save(orderId, { id, version: back.version, companyId: '91310000MA1FL0YY7M' })).code).toBe(0)
  expect((await asked(orderId)).invoiceState).toBe(InvoiceState.processing)
  // the back office still has the earlier page
  expect((await app.call(invoice.updateState, { id, invoiceState: InvoiceState.done, version: back.version }, admin.token)).code).toBe(
    errors.conflict[0],
  )
})

test('one becomes processed only with a file, or with a reason in words', async () => {
  const orderId = await order()
  await save(orderId)
  const { id } = await asked(orderId)
  const issue = (more: object) => app.call(invoice.updateState, { id, invoiceState: InvoiceState.done, ...more }, admin.token)
  const needed = [{ field: 'fileUrl', msg: '请上传发票文件，或在处理说明里写明没有文件的原因' }]
  expect((await issue({})).fields).toEqual(needed)
  expect((await issue({ fileUrl: '', reply: '  ' })).fields).toEqual(needed)
  await app.ok(invoice.updateState, { id, invoiceState: InvoiceState.none, reply: '税号不正确' }, admin.token)
  expect((await issue({})).fields).toEqual(needed)
  expect((await issue({ reply: '纸质发票已寄出' })).code).toBe(0)
  expect((await issue({ reply: '' })).fields).toEqual(needed)
  expect(await asked(orderId)).toMatchObject({ invoiceState: InvoiceState.done, fileUrl: '', reply: '纸质发票已寄出' })
})

test('the file of an invoice must be uploaded by the back office', async () => {
  const orderId = await order()
  await save(orderId)
  const { id } = await asked(orderId)
  for (const fileUrl of ['https://evil.example/x.pdf', 'javascript:alert(1)', await pdf(bob)])
    expect((await app.call(invoice.updateState, { id, invoiceState: InvoiceState.done, fileUrl }, admin.token)).fields[0]?.field).toBe(
      'fileUrl',
    )
  expect(await asked(orderId)).toMatchObject({ invoiceState: InvoiceState.processing, fileUrl: '' })
  await app.ok(invoice.updateState, { id, invoiceState: InvoiceState.processing, fileUrl: await pdf(admin) }, admin.token)
  await app.ok(invoice.updateState, { id, invoiceState: InvoiceState.processing, fileUrl: '' }, admin.token)
  expect((await asked(orderId)).fileUrl).toBe('')
})

test('a company name is stored as text only', async () => {
  const orderId = await order()
  const companyName = '<img src=x onerror="alert(1)">公司 & "子"'
  expect((await save(orderId, { companyName })).code).toBe(0)
  expect((await asked(orderId)).companyName).toBe(companyName)
  const found = await app.ok(invoice.paging, { params: { companyName: '%' } }, admin.token)
  expect(found.total).toBe(0)
  expect((await app.ok(invoice.paging, { params: { companyName: '<img' } }, admin.token)).records[0]).toMatchObject({
    companyName,
    orderId,
  })
  expect((await save(await order(), { companyName: `a${String.fromCharCode(0)}b` })).fields[0]?.field).toBe('companyName')
})

test('the next request is prefilled with the last one', async () => {
  await makeUser(app.db, { userName: 'regular' })
  const regular = await app.as('regular')
  await save(await order({}, regular), {}, regular)
  expect(await asked(await order({}, regular), regular)).toMatchObject({ id: '', invoiceState: InvoiceState.none, version: 0, ...company })
})

test('learners cannot administer invoices, and the back office sees users within the data scope', async () => {
  expect((await app.call(invoice.paging, {}, ann.token)).code).toBe(errors.forbidden[0])
  expect((await app.call(invoice.updateState, { id: '1', invoiceState: InvoiceState.done }, ann.token)).code).toBe(errors.forbidden[0])
  const north = await makeDepart(app.db, (await rootDepart(app.db)).deptCode, '北区')
  const { id: roleId } = await app.db
    .insertInto('sysRole')
    .values({ roleName: '北区财务', roleLevel: 5, dataScope: DataScope.branch })
    .returning('id')
    .executeTakeFirstOrThrow()
  const tags = await app.db.selectFrom('sysMenu').where('permissionTag', 'like', 'pay:invoice:%').select('id').execute()
  await app.db
    .insertInto('sysRoleMenu')
    .values(tags.map((tag) => ({ roleId, menuId: tag.id })))
    .execute()
  await makeUser(app.db, { userName: 'north-money', roleType: RoleType.staff, roles: ['北区财务'], deptCode: north })
  await makeUser(app.db, { userName: 'north-ann', deptCode: north })
  const [money, learner] = [await app.as('north-money'), await app.as('north-ann')]
  const orderId = await order({}, learner)
  await save(orderId, {}, learner)
  const { records } = await app.ok(invoice.paging, { orders: [{ column: 'price', asc: true }] }, money.token)
  expect(records.map((row) => row.orderId)).toEqual([orderId])
  const foreign = await order()
  await save(foreign)
  const { id } = await asked(foreign)
  expect((await app.call(invoice.updateState, { id, invoiceState: InvoiceState.done }, money.token)).code).toBe(errors.notFound[0])
  expect((await app.call(invoice.detail, { id }, money.token)).code).toBe(errors.notFound[0])
  expect((await app.ok(invoice.detail, { orderId }, money.token)).companyName).toBe(company.companyName)
})
