// Dictionaries: coded values with their titles.
import * as z from 'zod'
import { endpoints, query } from '../kernel/endpoint.ts'
import { isStorable } from '../kernel/field.ts'

export const dicCode = z.string({ error: '请填写字典编码' }).min(1, '请填写字典编码').max(60).refine(isStorable)

export const dic = endpoints('sys/dic', {
  list: query({
    title: '字典值',
    permit: 'any',
    input: z.object({ dicCode }),
    output: z.array(z.object({ value: z.string(), title: z.string() })),
  }),
})

export type DicNode = { id: string; parentId: string; title: string; value: string; children: DicNode[] }
export const DicNode: z.ZodType<DicNode, DicNode> = z.object({
  id: z.string(),
  parentId: z.string(),
  title: z.string(),
  value: z.string(),
  get children(): z.ZodArray<z.ZodType<DicNode, DicNode>> {
    return z.array(DicNode)
  },
})
