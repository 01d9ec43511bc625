import { override } from '@shuyuan/contract/exam/override/override.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deleteOverrides, pageOverrides, saveOverride } from './override.service.ts'

export default serve(override, { list: pageOverrides, save: saveOverride, delete: deleteOverrides })
