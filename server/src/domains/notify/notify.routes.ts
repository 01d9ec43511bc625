// /api/notify
import { notifyLog } from '@shuyuan/contract/notify/log.ts'
import { notify } from '@shuyuan/contract/notify/notify.ts'
import { notifyPlan } from '@shuyuan/contract/notify/plan.ts'
import { notifyTmpl } from '@shuyuan/contract/notify/tmpl.ts'
import { serve } from '../../kernel/endpoint.ts'
import { pageNotifyLogs } from './log.service.ts'
import { cancelPlans, pagePlans, sendOrPlan } from './plan.service.ts'
import { readReach } from './prepare.service.ts'
import { deleteTmpls, findTmpl, pageTmpls, saveTmpl } from './tmpl.service.ts'

export default [
  ...serve(notifyTmpl, { paging: pageTmpls, detail: findTmpl, save: saveTmpl, delete: deleteTmpls }),
  ...serve(notifyLog, { paging: pageNotifyLogs }),
  ...serve(notifyPlan, { paging: pagePlans, cancel: cancelPlans }),
  ...serve(notify, { reach: readReach, send: sendOrPlan }),
]
