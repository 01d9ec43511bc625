// /api/pay/invoice
import { invoice } from '@shuyuan/contract/pay/invoice/invoice.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { findInvoice, pageInvoices, saveInvoice, updateInvoiceState } from './invoice.service.ts'

export default serve(invoice, { save: saveInvoice, detail: findInvoice, paging: pageInvoices, updateState: updateInvoiceState })
