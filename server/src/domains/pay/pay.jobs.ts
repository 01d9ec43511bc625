// Payments that were not reported, refunds on their way, and the daily comparison with the payment services.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { compareYesterday } from './bill/bill.service.ts'
import { checkAll } from './order/check.service.ts'
import { forgetNotices } from './order/notice.service.ts'
import { runRefunds } from './order/refund.service.ts'

export const payJobs = (app: App): Job[] => [
  { name: 'pay.check', cron: '* * * * *', run: () => checkAll(app) },
  { name: 'pay.refunds', cron: '* * * * *', run: () => runRefunds(app) },
  {
    name: 'pay.bill',
    // the bills of the day before are ready by then, in China
    cron: '30 10 * * *',
    timeZone: 'Asia/Shanghai',
    async run() {
      await compareYesterday(app)
      await forgetNotices(app)
    },
  },
]
