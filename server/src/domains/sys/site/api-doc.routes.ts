// /api/sys/api-doc
import { apiDoc } from '@shuyuan/contract/sys/site/api-doc.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { openApiDoc } from './api-doc.service.ts'

export default serve(apiDoc, { open: openApiDoc })
