// Roles, as pickers list them.
import * as z from 'zod'
import { endpoints, query } from '../kernel/endpoint.ts'

const Role = z.object({ id: z.string(), roleName: z.string(), roleLevel: z.int() })

export const role = endpoints('sys/role', {
  list: query({ title: '角色列表', permit: ['sys:role:list', 'sys:user:list'], input: z.object({}), output: z.array(Role) }),
})
