import { seb } from '@shuyuan/contract/exam/seb/seb.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { sebConfig } from './seb.service.ts'

export default serve(seb, { config: sebConfig })
