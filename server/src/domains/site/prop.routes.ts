// /api/sys/config/prop and /api/sys/sms-log
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { smsLog } from '@shuyuan/contract/site/outbox/sms-log.ts'
import { serve } from '../../kernel/endpoint.ts'
import { changeProp, propDetail, saveProp, uploadMethod } from './provider/prop.service.ts'
import { testUpload } from './provider/upload-test.service.ts'
import { sendTestMail } from './outbox/mail-outbox.service.ts'
import { pageSmsLog, sendTestSms } from './outbox/sms-outbox.service.ts'

export default [
  ...serve(configProp, {
    detail: propDetail,
    save: saveProp,
    change: changeProp,
    upload: uploadMethod,
    'upload-test': testUpload,
    'sms-test': sendTestSms,
    'mail-test': sendTestMail,
  }),
  ...serve(smsLog, { paging: pageSmsLog }),
]
