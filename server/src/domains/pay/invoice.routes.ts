// /api/pay/invoice, and the paid orders of /api/course/buy/coursePayment
import { coursePayment } from '@shuyuan/contract/pay/course-payment.ts'
import { invoice } from '@shuyuan/contract/pay/invoice.ts'
import { serve } from '../../kernel/endpoint.ts'
import { findInvoice, pageInvoices, saveInvoice, updateInvoiceState } from './invoice.service.ts'
import { pageOwnPayments } from './order.service.ts'
import { downloadReceipt } from './receipt.service.ts'

export default [
  ...serve(invoice, { save: saveInvoice, detail: findInvoice, paging: pageInvoices, updateState: updateInvoiceState }),
  ...serve(coursePayment, { page: pageOwnPayments, download: downloadReceipt }),
]
