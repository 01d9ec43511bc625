// /api/sys/role
import { role } from '@shuyuan/contract/sys/role.ts'
import { serve } from '../../kernel/endpoint.ts'
import { listRoles } from './role.service.ts'

export default serve(role, { list: listRoles })
