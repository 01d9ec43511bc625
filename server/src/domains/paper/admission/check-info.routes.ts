import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { findCheckInfo } from './check-info.service.ts'

export default serve(checkInfo, { 'check-info': findCheckInfo })
