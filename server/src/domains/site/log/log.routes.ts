// /api/sys/log and /api/sys/login-log
import { log } from '@shuyuan/contract/site/log/log.ts'
import { loginLog } from '@shuyuan/contract/site/log/login-log.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { exportLogs, pageLogs } from './log-read.service.ts'
import { exportLoginLogs, pageLoginLogs } from './login-log-read.service.ts'

export default [
  ...serve(log, { paging: pageLogs, export: exportLogs }),
  ...serve(loginLog, { paging: pageLoginLogs, export: exportLoginLogs }),
]
