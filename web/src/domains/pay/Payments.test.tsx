// Invoices are offered while the site issues them; an existing request can always be read.
import { InvoiceState, OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { invoice } from '@shuyuan/contract/pay/invoice/invoice.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { coursePayment } from '@shuyuan/contract/pay/order/course-payment.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openOrder, page, refused } from '../../../test/answers.ts'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../test/render.tsx'
import { Payments } from './Payments.tsx'

const row = {
  orderId: '1',
  courseName: '消防安全',
  orderNo: '20261121000101',
  orderState: OrderState.paid,
  orderState_dictText: '已支付',
  price: '99.00',
  paidPoints: 0,
  goodsType: 'course',
  payMethod: '',
  payMethod_dictText: '',
  payTime: null,
  invoiceState: InvoiceState.none,
  invoiceState_dictText: '未申请',
  invoiceApplyId: '',
  fileUrl: '',
}

it.each([
  [true, ['申请发票 消防安全', '修改发票申请 急救']],
  [false, ['修改发票申请 急救']],
])('with the switch at %s the buttons are %s', async (invoiceApply, offered) => {
  await signInWith([])
  const asked = { ...row, orderId: '2', courseName: '急救', invoiceState: InvoiceState.processing, invoiceApplyId: '7' }
  fakeServer({
    [coursePayment.page.path]: { data: { records: [row, asked], total: 2, pages: 1, current: 1, size: 10 } },
    [configSwitch.detail.path]: { data: { invoiceApply } },
  })
  show(<Payments />)
  await screen.findAllByRole('button', { name: offered.at(-1)! })
  await screen.findByRole('button', { name: offered[0]! })
  expect(screen.getAllByRole('button', { name: /发票.* / }).map((button) => button.getAttribute('aria-label'))).toEqual(offered)
})

it('a request of a page that was open before the switch went off is refused in words', async () => {
  await signInWith([])
  const shown = notices()
  const blank = { id: '', orderId: '1', courseName: '消防安全', price: '99.00', invoiceState: InvoiceState.none, reply: '' }
  const sent = fakeServer({
    [coursePayment.page.path]: page([row]),
    [configSwitch.detail.path]: { data: { invoiceApply: true } },
    [invoice.detail.path]: {
      data: { ...blank, companyName: '云栖酒店集团', companyId: '91310000MA1FL0XX5Q', email: 'caiwu@example.com', phone: '13700000001' },
    },
    [invoice.save.path]: refused('invoiceOff'),
  })
  const { mouse } = show(<Payments />)
  await mouse.click(await screen.findByRole('button', { name: '申请发票 消防安全' }))
  // its frame is there before the form
  await screen.findByDisplayValue('云栖酒店集团')
  const dialog = within(screen.getByRole('dialog', { name: '申请发票' }))
  await mouse.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(shown).toEqual(['申请发票未开启，请联系管理员!']))
  expect(bodies(sent, invoice.save)).toMatchObject([{ orderId: '1', companyName: '云栖酒店集团' }])
})

it('a payment names what it paid and how, in words, and few payments have neither table nor search', async () => {
  await signInWith([])
  const paid = { ...row, payMethod: 'alipay', payMethod_dictText: '支付宝', payTime: '2026-11-21 09:30:00' }
  fakeServer({
    [coursePayment.page.path]: { data: { records: [paid], total: 1, pages: 1, current: 1, size: 10 } },
    [configSwitch.detail.path]: { data: { invoiceApply: false } },
  })
  show(<Payments />)
  expect(await screen.findByText('课程 · 支付宝 · 2026-11-21 09:30 · 20261121000101')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('search')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

it('shows the order that the address names in full, though the list has other ones', async () => {
  await signInWith([])
  const order = {
    id: '9',
    orderNo: '2026112100010009',
    goodsType: 'exam',
    goodsId: '4',
    goodsTitle: '叉车操作考试',
    price: '80.00',
    costPoints: 0,
  }
  fakeServer({
    [coursePayment.page.path]: { data: { records: [row], total: 1, pages: 1, current: 1, size: 10 } },
    [configSwitch.detail.path]: { data: { invoiceApply: false } },
    [payOrder.detail.path]: {
      data: { ...order, orderState: OrderState.refunded, orderState_dictText: '已退款', payTime: '2026-11-21 09:30:00' },
    },
  })
  show(<Payments />, { path: '/web/uc?to=pay&id=9' })
  const named = await screen.findByRole('region', { name: '订单详情' })
  expect(named.textContent).toContain('已退款')
  expect(named.textContent).toContain('2026-11-21 09:30')
  expect(screen.getByRole('link', { name: '叉车操作考试' }).getAttribute('href')).toBe('/web/exam/check/4')
})

it('an open order is paid from its row, and a paid one has its receipt', async () => {
  await signInWith([])
  const unpaid = { ...row, orderId: '5', orderState: OrderState.unpaid, orderState_dictText: '待支付' }
  const sent = fakeServer({
    [coursePayment.page.path]: page([unpaid, { ...row, orderId: '2', courseName: '急救' }]),
    [configSwitch.detail.path]: { data: { invoiceApply: false } },
    [payOrder.detail.path]: { data: openOrder },
    [payConfig.list.path]: { data: [] },
  })
  const { mouse } = show(<Payments />)
  await mouse.click(await screen.findByLabelText('继续支付 消防安全'))
  expect(await screen.findByRole('dialog', { name: '支付订单', hidden: true })).toBeTruthy()
  await waitFor(() => expect(bodies(sent, payOrder.detail)).toEqual([{ id: '5' }]))
  expect(screen.getByLabelText('下载收据 急救')).toBeTruthy()
  expect(screen.queryByLabelText('下载收据 消防安全')).toBeNull()
})

const blankInvoice = { id: '', orderId: '1', courseName: '消防安全', price: '99.00', invoiceState: InvoiceState.none, reply: '' }
const company = { companyName: '云栖 & 会展', companyId: '91310000MA1FL0XX5Q', email: 'caiwu@', phone: '13700000001' }

it('a request says what it lacks, field by field', async () => {
  await signInWith([])
  const sent = fakeServer({
    [coursePayment.page.path]: page([row]),
    [configSwitch.detail.path]: { data: { invoiceApply: true } },
    [invoice.detail.path]: { data: { ...blankInvoice, companyName: '', companyId: '', email: '', phone: '' } },
    [invoice.save.path]: { data: { id: '7' } },
  })
  const { mouse } = show(<Payments />)
  await mouse.click(await screen.findByLabelText('申请发票 消防安全'))
  const field = async (label: string) => screen.findByLabelText(label)
  await field('单位名称')
  const save = () => mouse.click(screen.getByText('保存'))
  await save()
  for (const text of ['单位名称不能为空！', '税号不能为空！', '收票邮箱不能为空！', '收票手机号不能为空！'])
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  const labels = { companyName: '单位名称', companyId: '税号', email: '收票邮箱', phone: '收票手机号' } as const
  for (const [name, label] of Object.entries(labels)) {
    await mouse.click(await field(label))
    await mouse.paste(company[name as keyof typeof company])
  }
  await save()
  expect((await screen.findAllByText('邮箱格式不正确!')).length).toBeGreaterThan(0)
  expect(bodies(sent, invoice.save)).toEqual([])
})

it('a request that is processed is opened again with what was asked for', async () => {
  await signInWith([])
  const asked = { ...row, invoiceState: InvoiceState.processing, invoiceState_dictText: '处理中', invoiceApplyId: '7' }
  fakeServer({
    [coursePayment.page.path]: page([asked]),
    [configSwitch.detail.path]: { data: { invoiceApply: true } },
    [invoice.detail.path]: { data: { ...blankInvoice, ...company, id: '7', version: 1, invoiceState: InvoiceState.processing } },
  })
  const { mouse } = show(<Payments />)
  await mouse.click(await screen.findByLabelText('修改发票申请 消防安全'))
  expect(await screen.findByLabelText('单位名称')).toHaveProperty('value', company.companyName)
  expect(screen.getByText('申请发票：处理中')).toBeTruthy()
  await mouse.click(screen.getByText('取消'))
  await waitFor(() => expect(screen.queryByLabelText('单位名称')).toBeNull())
})
