// /api/exam/history
import { examHistory } from '@shuyuan/contract/stat/exam-history.ts'
import { serve } from '../../kernel/endpoint.ts'
import { pageHistory } from './exam-history.service.ts'

export default serve(examHistory, { paging: pageHistory })
