// Starts payments and invoices.
import type { Domain } from '../../kernel/domain.ts'
import { privateReferencesOf } from '../common/protect.service.ts'
import { privateInvoices } from './invoice/private-files.service.ts'
import { paySocket } from './order/pay.socket.ts'
import { payJobs } from './pay.jobs.ts'

export const pay: Domain = {
  start({ app, jobs, pages }) {
    privateReferencesOf(app).push(privateInvoices)
    jobs(...payJobs(app))
    pages(paySocket)
  },
}
