// /api/exam/buy
import { examBuy } from '@shuyuan/contract/paper/admission/buy.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { buyExam } from './buy.service.ts'

export default serve(examBuy, { init: buyExam })
