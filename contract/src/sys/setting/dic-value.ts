// The values of a dictionary as a tree.
import * as z from 'zod'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { count, id, ids, text } from '../../kernel/field.ts'
import { parentId } from '../../kernel/parent.ts'
import { DicNode, dicCode } from './dic.ts'

export const dicValue = endpoints('sys/dic/value', {
  tree: query({
    title: '字典值树',
    permit: 'any',
    input: z.object({ dicCode, excludes: z.array(z.string()).max(500).optional() }),
    output: z.array(DicNode),
  }),
  save: command({
    title: '保存字典值',
    permit: 'sys:dic:update',
    input: z.object({
      id: id('字典值').optional(),
      dicCode,
      parentId: parentId('上级').default('0'),
      title: text('名称', 100),
      value: text('字典值', 60),
    }),
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除字典值', permit: 'sys:dic:update', input: ids('字典值'), output: z.literal(true) }),
  /** moves to position `sort` (from 0) among the values below `parentId` (default: the current parent) */
  sort: command({
    title: '移动字典值',
    permit: 'sys:dic:update',
    input: z.object({ id: id('字典值'), sort: count('排序'), parentId: parentId('上级').optional() }),
    output: z.literal(true),
  }),
})
