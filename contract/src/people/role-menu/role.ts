// Roles: level, data scope and menus.
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { code, count, flag, id, ids, isStorable, keyword, optionalText, pageOf, paging, text } from '../../kernel/field.ts'

export const DataScope = { all: 1, branch: 2, own: 3, chosen: 4 } as const
export type DataScope = (typeof DataScope)[keyof typeof DataScope]
export const scopeText = {
  [DataScope.all]: '全部数据',
  [DataScope.branch]: '本部门及下级',
  [DataScope.chosen]: '指定部门及下级',
  [DataScope.own]: '仅本人',
} as const

const RoleOption = z.object({
  id: z.string(),
  roleName: z.string(),
  roleLevel: z.int(),
  /** whether the caller may grant it to a user */
  grantable: z.boolean(),
  /** it opens the back office: it has a permission */
  backOffice: z.boolean(),
})

export const Role = z.object({
  id: id('角色'),
  roleName: text('角色名称', 40),
  /** 1 is the highest */
  roleLevel: count('角色级别', 1, 99),
  dataScope: code('数据范围', scopeText),
  /** back-office users with the role must have a second factor */
  needTotp: flag('要求两步验证').default(false),
  remark: optionalText('备注', 200),
  /** codes of the departments of a role that has chosen ones in scope, in the order of the tree; otherwise empty */
  deptCodes: z.array(z.string()),
  /** their names */
  deptNames: z.array(z.string()),
  version: count('版本'),
  userCount: count('人数'),
  /** built-in roles cannot be deleted */
  builtIn: z.boolean(),
  /** whether the caller may change it */
  editable: z.boolean(),
})

const version = z.int32().min(0).optional()

export const role = endpoints('sys/role', {
  list: query({ title: '角色列表', permit: ['sys:role:list', 'sys:user:list'], input: z.object({}), output: z.array(RoleOption) }),
  paging: query({
    title: '角色分页',
    permit: 'sys:role:list',
    input: paging({ roleName: keyword('角色名称'), dataScope: code('数据范围', scopeText).optional() }),
    output: pageOf(Role),
  }),
  detail: query({ title: '角色详情', permit: 'sys:role:list', input: z.object({ id: id('角色') }), output: Role }),
  save: command({
    title: '保存角色',
    permit: ['sys:role:add', 'sys:role:update'],
    addOrUpdate: true,
    /** without a scope the stored one stays; a new role has the caller's own data in scope */
    input: Role.pick({ roleName: true, roleLevel: true, needTotp: true, remark: true }).extend({
      id: id('角色').optional(),
      dataScope: code('数据范围', scopeText).optional(),
      /** for chosen departments: their codes; without them the stored ones stay, other scopes have none */
      deptCodes: z.array(z.string().max(60).refine(isStorable)).max(500).optional().meta({ title: '可见部门', control: 'departs' }),
      /** a new role gets the menus of this one that the caller holds; needs sys:role:menus, too */
      copyOf: id('角色').optional(),
      version,
    }),
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除角色', rehearsable: true, permit: 'sys:role:delete', input: ids('角色'), output: z.literal(true) }),
  /** the ids of the menus, functions and routes that the role was granted */
  'list-menus': query({
    title: '角色菜单',
    permit: ['sys:role:list', 'sys:role:menus'],
    input: z.object({ id: id('角色') }),
    output: z.array(z.string()),
  }),
  'save-menus': command({
    title: '分配菜单',
    permit: 'sys:role:menus',
    input: z.object({ id: id('角色'), menuIds: z.array(id('菜单')).max(5_000), version }),
    output: z.literal(true),
  }),
})
