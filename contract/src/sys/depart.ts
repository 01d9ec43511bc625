// The tree of departments.
import * as z from 'zod'
import { endpoints, query } from '../kernel/endpoint.ts'
import type { Tree } from '../kernel/field.ts'

export type DepartNode = Tree<{ id: string; parentId: string; deptName: string; deptCode: string; sort: number }>
export const DepartNode: z.ZodType<DepartNode, DepartNode> = z.object({
  id: z.string(),
  parentId: z.string(),
  deptName: z.string(),
  deptCode: z.string(),
  sort: z.int(),
  get children(): z.ZodArray<z.ZodType<DepartNode, DepartNode>> {
    return z.array(DepartNode)
  },
})

const input = z.object({ dicCode: z.string().max(60).optional() })
export const depart = endpoints('sys/depart', {
  tree: query({ title: '部门树', permit: 'any', input, output: z.array(DepartNode) }),
  'tree-select': query({ title: '部门选择树', permit: 'any', input, output: z.array(DepartNode) }),
})
