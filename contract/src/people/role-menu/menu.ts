// Menus: those of the caller, and all of them for administration (admin.md §3).
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { count, id, ids, type Tree } from '../../kernel/field.ts'
import { parentId } from '../../kernel/parent.ts'
import { MenuForm } from './menu-form.ts'
import { menuRow, type MenuRow, mineCalls } from './menu-mine.ts'

/** `held`: the caller may grant it to a role. `locked`: cannot be removed, because administration would become impossible. */
export type MenuAdminRow = Tree<MenuRow & { held: boolean; locked: boolean }>
export const MenuAdminRow: z.ZodType<MenuAdminRow, MenuAdminRow> = z.object({
  ...menuRow,
  held: z.boolean(),
  locked: z.boolean(),
  get children(): z.ZodArray<z.ZodType<MenuAdminRow, MenuAdminRow>> {
    return z.array(MenuAdminRow)
  },
})

export const menu = endpoints('sys/menu', {
  ...mineCalls,
  /** every row, functions included; for administering and for granting menus */
  tree: query({ title: '菜单树', permit: ['sys:menu:list', 'sys:role:menus'], input: z.object({}), output: z.array(MenuAdminRow) }),
  detail: query({
    title: '菜单详情',
    permit: 'sys:menu:list',
    input: z.object({ id: id('菜单') }),
    output: z.object({ ...menuRow, locked: z.boolean() }),
  }),
  save: command({
    title: '保存菜单',
    permit: ['sys:menu:add', 'sys:menu:update'],
    addOrUpdate: true,
    input: MenuForm,
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除菜单', rehearsable: true, permit: 'sys:menu:delete', input: ids('菜单'), output: z.literal(true) }),
  /** moves to position `sort` (from 0) among the menus below `parentId` (default: the current parent) */
  sort: command({
    title: '移动菜单',
    permit: 'sys:menu:update',
    input: z.object({ id: id('菜单'), sort: count('排序'), parentId: parentId('上级菜单').optional() }),
    output: z.literal(true),
  }),
})
