// /api/sys/depart
import { depart } from '@shuyuan/contract/sys/depart.ts'
import { serve } from '../../kernel/endpoint.ts'
import { departTree } from './depart.service.ts'

export default serve(depart, { tree: departTree, 'tree-select': departTree })
