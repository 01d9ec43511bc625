// Dictionaries: code lists with Chinese titles, in catalogues.
import { say } from '../site.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { id, ids, isStorable, keyword, text, type Tree } from '../../kernel/field.ts'
import { parentId } from '../../kernel/parent.ts'

export const dicCode = z
  .string({ error: encoded(say('dicCodeEmpty')) })
  .min(1, encoded(say('dicCodeEmpty')))
  .max(60)
  .refine(isStorable)

/** `rowGuid` and `dicCode` are the dictionary's code, by which its values are requested; a row can be saved as it was read. */
export type DicCatalog = Tree<{
  id: string
  parentId: string
  title: string
  rowGuid: string
  dicCode: string
  builtIn: boolean
  valueCount: number
}>
export const DicCatalog: z.ZodType<DicCatalog, DicCatalog> = z.object({
  id: z.string(),
  parentId: z.string(),
  title: z.string(),
  rowGuid: z.string(),
  dicCode: z.string(),
  builtIn: z.boolean(),
  valueCount: z.int(),
  get children(): z.ZodArray<z.ZodType<DicCatalog, DicCatalog>> {
    return z.array(DicCatalog)
  },
})

const DicForm = z.object({
  id: id('字典').optional(),
  parentId: parentId('上级字典').default('0'),
  title: text('字典名称', 60),
  /** never changes, because code refers to the dictionary by it */
  dicCode: text('字典编码', 60).regex(/^\w+$/, encoded(say('dicCodeForm'))),
})

export const dic = endpoints('sys/dic', {
  list: query({
    title: '字典值',
    permit: 'any',
    input: z.object({
      dicCode,
      title: keyword('名称'),
      /** this value alone: selects that search on the server ask for the title of the chosen one */
      value: z.string().max(60).optional(),
      limit: z.int().min(1).max(5_000).optional(),
    }),
    output: z.array(z.object({ value: z.string(), title: z.string() })),
  }),
  tree: query({ title: '字典目录', permit: 'sys:dic:list', input: z.object({}), output: z.array(DicCatalog) }),
  save: command({
    title: '保存字典',
    permit: ['sys:dic:add', 'sys:dic:update'],
    addOrUpdate: true,
    input: DicForm,
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除字典', rehearsable: true, permit: 'sys:dic:delete', input: ids('字典'), output: z.literal(true) }),
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
