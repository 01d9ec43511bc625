// The menus a signed-in user may open.
import * as z from 'zod'
import { endpoints, query } from '../kernel/endpoint.ts'
import type { Tree } from '../kernel/field.ts'

export type MenuNode = Tree<{
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
}>
export const MenuNode: z.ZodType<MenuNode, MenuNode> = z.object({
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
  get children(): z.ZodArray<z.ZodType<MenuNode, MenuNode>> {
    return z.array(MenuNode)
  },
})

export const menu = endpoints('sys/menu', {
  routes: query({ title: '我的菜单', permit: 'any', input: z.object({}), output: z.array(MenuNode) }),
})
