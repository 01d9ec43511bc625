// /api/sys/config/prop and /api/sys/sms-log
import { configProp } from '@shuyuan/contract/sys/config/prop.ts'
import { smsLog } from '@shuyuan/contract/sys/sms-log.ts'
import { serve } from '../../kernel/endpoint.ts'
import { changeProp, propDetail, saveProp, uploadWay } from './prop.service.ts'
import { pageSmsLog, sendTestSms } from './sms-outbox.service.ts'

export default [
  ...serve(configProp, { detail: propDetail, save: saveProp, change: changeProp, upload: uploadWay, 'sms-test': sendTestSms }),
  ...serve(smsLog, { paging: pageSmsLog }),
]
