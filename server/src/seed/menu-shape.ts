// The notation of seeded menus: pages, routes without an entry in the sidebar, and functions.
import type { Label } from '@shuyuan/contract/kernel/labels.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
export type SeedMenu = {
  /** unique, letters only; the key under which the menu is recorded as seeded */
  name: string
  /** 1 menu, 2 function, 3 route */
  menuType: MenuType
  metaTitle: Label
  path?: string
  /** 'Layout', or the page's file below web/src/domains */
  component?: string
  permissionTag?: string
  metaIcon?: string
  hidden?: boolean
  /** its place among its siblings; by default that in the list, in steps of ten */
  sort?: number
  /** the name of the entry below which earlier versions had it; its address there stays */
  movedFrom?: string
  children?: SeedMenu[]
}

type Actions = Record<string, Label>
/** Functions below a page, as tag → title. */
export const functions = (actions: Actions): SeedMenu[] =>
  Object.entries(actions).map(([permissionTag, metaTitle]) => ({
    name: nameOf(permissionTag),
    menuType: MenuType.function,
    metaTitle,
    permissionTag,
  }))
const nameOf = (tag: string) => `Tag${tag.replaceAll(/(?:^|:)(\w)/g, (_all, letter: string) => letter.toUpperCase())}`

type Page = Required<Pick<SeedMenu, 'name' | 'metaTitle' | 'path' | 'component' | 'permissionTag' | 'metaIcon'>>
export const page = (given: Page, actions: Actions = {}): SeedMenu => ({ ...given, menuType: MenuType.menu, children: functions(actions) })
/** A page reached from another one (edit form, detail), for users with its tag. */
export const route = (name: string, metaTitle: Label, path: string, component: string, permissionTag: string): SeedMenu => ({
  name,
  metaTitle,
  path,
  component,
  permissionTag,
  menuType: MenuType.route,
  hidden: true,
})

export const layout = (name: string, metaTitle: Label, path: string, metaIcon: string, children: SeedMenu[]): SeedMenu => ({
  name,
  metaTitle,
  path,
  metaIcon,
  children,
  menuType: MenuType.menu,
  component: 'Layout',
})
