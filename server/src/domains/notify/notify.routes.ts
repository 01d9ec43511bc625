// /api/notify
import { notifyLog } from '@shuyuan/contract/notify/log.ts'
import { notify } from '@shuyuan/contract/notify/notify.ts'
import { notifyTmpl } from '@shuyuan/contract/notify/tmpl.ts'
import { serve } from '../../kernel/endpoint.ts'
import { pageNotifyLogs } from './log.service.ts'
import { sendNotify } from './send.service.ts'
import { deleteTmpls, findTmpl, pageTmpls, saveTmpl } from './tmpl.service.ts'

export default [
  ...serve(notifyTmpl, { paging: pageTmpls, detail: findTmpl, save: saveTmpl, delete: deleteTmpls }),
  ...serve(notifyLog, { paging: pageNotifyLogs }),
  ...serve(notify, { send: sendNotify }),
]
