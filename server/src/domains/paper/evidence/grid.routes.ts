import { recordGrid } from '@shuyuan/contract/paper/proctor/record-grid.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { recordGridOf } from './grid.service.ts'

export default serve(recordGrid, { 'record-grid': recordGridOf })
