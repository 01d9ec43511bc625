// The tree of departments.
import { say } from '../sys.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from 'zod'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { count, id, ids, isStorable, text, type Tree } from '../../kernel/field.ts'
import { parentId } from '../../kernel/parent.ts'

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

const DepartForm = z.object({
  id: id('部门').optional(),
  /** '0' stands at the top */
  parentId: parentId('上级部门').optional().meta({ title: '上级部门', control: 'text' }),
  deptName: text('部门名称', 60),
  /** made by the server when empty; never changes, because people and exams refer to it */
  deptCode: z
    .string()
    .trim()
    .max(60, encoded(say('deptCodeTooLong')))
    .regex(/^[\w-]*$/, encoded(say('deptCodeForm')))
    .optional()
    .meta({ title: '部门编码', control: 'text' }),
})

const DepartDetail = z.object({
  id: z.string(),
  parentId: z.string(),
  deptName: z.string(),
  deptCode: z.string(),
  sort: z.int(),
  childCount: count('下级部门'),
  userCount: count('本部门人数'),
  branchUserCount: count('含下级人数'),
  /** whether it lies where the caller may change departments */
  editable: z.boolean(),
})

const input = z.object({ dicCode: z.string().max(60).refine(isStorable).optional() })
export const depart = endpoints('sys/depart', {
  tree: query({ title: '部门树', permit: 'any', input, output: z.array(DepartNode) }),
  'tree-select': query({ title: '部门选择树', permit: 'any', input, output: z.array(DepartNode) }),
  detail: query({ title: '部门详情', permit: 'sys:depart:list', input: z.object({ id: id('部门') }), output: DepartDetail }),
  save: command({
    title: '保存部门',
    permit: ['sys:depart:add', 'sys:depart:update'],
    addOrUpdate: true,
    input: DepartForm,
    output: z.object({ id: z.string(), deptCode: z.string() }),
  }),
  delete: command({ title: '删除部门', permit: 'sys:depart:delete', input: ids('部门'), output: z.literal(true) }),
  /** moves to place `sort` (from 0) among the departments below `parentId`, by default where it is */
  sort: command({
    title: '移动部门',
    permit: 'sys:depart:update',
    input: z.object({ id: id('部门'), sort: count('排序'), parentId: parentId('上级部门').optional() }),
    output: z.literal(true),
  }),
})
