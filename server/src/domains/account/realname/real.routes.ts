// /api/sys/user/real
import { real } from '@shuyuan/contract/account/realname/real.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { auditReals, autoAuditReals, findReal, pageReals } from './real-audit.service.ts'
import { checkFacePhoto } from './real-face.service.ts'
import { ownReal, parseIdCard, submitReal } from './real.service.ts'

export default serve(real, {
  checkFace: checkFacePhoto,
  'parse-id': parseIdCard,
  queryUserInfo: ownReal,
  detail: findReal,
  submit: submitReal,
  paging: pageReals,
  audit: auditReals,
  'auto-audit': autoAuditReals,
})
