import { makeUp } from '@shuyuan/contract/paper/admission/make-up.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { createMakeUp, countMakeUp } from './make-up.service.ts'

export default serve(makeUp, { 'make-up': createMakeUp, 'make-up-count': countMakeUp })
