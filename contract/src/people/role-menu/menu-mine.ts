// The menus that the caller may open, without the forms, because every first page loads this module.
import * as z from '../../kernel/z.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'
import type { Tree } from '../../kernel/field.ts'

export type MenuRow = {
  id: string
  parentId: string
  menuType: number
  metaTitle: string
  name: string
  path: string
  component: string
  permissionTag: string
  metaIcon: string
  hidden: boolean
  sort: number
}
export const menuRow = {
  id: z.string(),
  parentId: z.string(),
  menuType: z.int(),
  metaTitle: z.string(),
  name: z.string(),
  path: z.string(),
  component: z.string(),
  permissionTag: z.string(),
  metaIcon: z.string(),
  hidden: z.boolean(),
  sort: z.int(),
}

export type MenuNode = Tree<MenuRow>
export const MenuNode: z.ZodType<MenuNode, MenuNode> = z.object({
  ...menuRow,
  get children(): z.ZodArray<z.ZodType<MenuNode, MenuNode>> {
    return z.array(MenuNode)
  },
})

export const mineCalls = {
  routes: query({ title: '我的菜单', permit: 'any', unlicensed: true, input: z.object({}), output: z.array(MenuNode) }),
}

export const menuMine = endpoints('sys/menu', mineCalls)
