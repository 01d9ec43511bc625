// /api/pay/bill and /api/pay/sales
import { payBill } from '@shuyuan/contract/pay/bill/bill.ts'
import { sales } from '@shuyuan/contract/pay/bill/sales.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { pageBills, runBill } from './bill.service.ts'
import { pageSales, salesByMonth } from './sales.service.ts'

export default [...serve(payBill, { paging: pageBills, run: runBill }), ...serve(sales, { paging: pageSales, months: salesByMonth })]
