// The values of a dictionary as a tree.
import * as z from 'zod'
import { endpoints, query } from '../../kernel/endpoint.ts'
import { DicNode, dicCode } from '../dic.ts'

export const dicValue = endpoints('sys/dic/value', {
  tree: query({
    title: '字典值树',
    permit: 'any',
    input: z.object({ dicCode, excludes: z.array(z.string()).max(500).optional() }),
    output: z.array(DicNode),
  }),
})
