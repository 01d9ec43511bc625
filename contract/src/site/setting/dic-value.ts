// The values of a dictionary as a tree.
import { say } from '../site.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { count, id, ids, text } from '../../kernel/field.ts'
import { parentId } from '../../kernel/parent.ts'
import { DicNode, dicCode } from './dic.ts'

const ValueForm = z
  .object({
    id: id('字典值').optional(),
    /** a value that exists stays in its dictionary */
    dicCode: dicCode.optional(),
    parentId: parentId('上级').default('0'),
    title: text('名称', 100),
    value: text('字典值', 60),
  })
  .refine((form) => form.id !== undefined || form.dicCode !== undefined, { path: ['dicCode'], error: encoded(say('dicCodeEmpty')) })

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
    input: ValueForm,
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
