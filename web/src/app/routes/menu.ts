// The server's menu tree as routes, sidebar and landing path (admin.md §2; decisions.md 12 and 13).
import type { MenuNode } from '@shuyuan/contract/people/role-menu/menu-mine.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'

export type Crumb = { title: string; path: string | undefined }
export type PageRoute = {
  path: string
  title: string
  name: string
  /** the menu key of the page's file, e.g. exam/admin/ExamListPage */
  component: string
  layout: 'Layout' | 'WebLayout'
  hidden: boolean
  /** from the root menu down to the page itself */
  crumbs: Crumb[]
  /** the path of the visible menu entry that stays highlighted */
  highlight: string
}
export type SideEntry = { key: string; title: string; icon: string; external: boolean; children: SideEntry[] }

const isLayout = (component: string) => component === '' || component === 'Layout' || component === 'WebLayout'
const isExternal = (path: string) => /^https?:\/\//.test(path)
const isShown = (node: MenuNode) => node.menuType === MenuType.menu && !node.hidden
const inOrder = (nodes: MenuNode[]) => nodes.toSorted((a, b) => a.sort - b.sort)

const join = (base: string, path: string) => {
  if (path.startsWith('/') || isExternal(path)) return path
  return `${base}/${path}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
}

type Place = { base: string; crumbs: Crumb[]; layout: PageRoute['layout']; highlight: string }

/** Every page of the tree: menus and hidden routes, not functions. */
export function pageRoutes(nodes: MenuNode[], place: Place = { base: '', crumbs: [], layout: 'Layout', highlight: '' }): PageRoute[] {
  return inOrder(nodes)
    .filter((node) => node.menuType !== MenuType.function && !isExternal(node.path))
    .flatMap((node) => {
      const path = join(place.base, node.path)
      const isPage = !isLayout(node.component)
      const layout = node.component === 'WebLayout' ? 'WebLayout' : node.component === 'Layout' ? 'Layout' : place.layout
      const crumbs = [...place.crumbs, { title: node.metaTitle, path: isPage ? path : undefined }]
      const highlight = isShown(node) && isPage ? path : place.highlight || shownSibling(nodes, place.base, path)
      const below = pageRoutes(node.children, { base: path, crumbs, layout, highlight: isPage ? highlight : '' })
      if (!isPage) return below
      const { metaTitle: title, name, component } = node
      return [{ path, title, name, component, layout, hidden: !isShown(node), crumbs, highlight }, ...below]
    })
}

/** For a hidden page beside a list (exam/list, exam/add): the visible menu in the same group that shares most of its path. */
function shownSibling(nodes: MenuNode[], base: string, path: string) {
  const segments = path.split('/')
  const shared = (other: string) => other.split('/').findIndex((part, at) => part !== segments[at])
  const near = inOrder(nodes)
    .filter((node) => isShown(node) && !isLayout(node.component))
    .map((node) => join(base, node.path))
  const measure = (other: string) => (shared(other) === -1 ? other.length : shared(other))
  return near.toSorted((a, b) => measure(b) - measure(a))[0] ?? ''
}

/** The sidebar: granted menus that are not hidden; a group of one is replaced by its entry. */
export function sideEntries(nodes: MenuNode[], base = ''): SideEntry[] {
  return inOrder(nodes)
    .filter((node) => isShown(node) && node.component !== 'WebLayout')
    .flatMap((node): SideEntry[] => {
      const path = join(base, node.path)
      const own = { key: path, title: node.metaTitle, icon: node.metaIcon, external: isExternal(path) }
      const children = sideEntries(node.children, path)
      if (!isLayout(node.component) || own.external) return [{ ...own, children: [] }]
      const [only] = children
      if (only && children.length === 1) return [{ ...only, icon: only.icon || own.icon }]
      return children.length > 0 ? [{ ...own, children }] : []
    })
}

/** The first menu's first child, or that menu itself, else the learner's start (learner.md §2). */
export function landingPath(nodes: MenuNode[]): string {
  const root = inOrder(nodes).find((node) => isShown(node) && !isExternal(node.path))
  if (!root) return '/web/index'
  const child = inOrder(root.children).find((node) => isShown(node) && !isExternal(node.path))
  const path = child ? join(root.path, child.path) : root.path
  return path.startsWith('/') && path !== '/' ? path : '/web/index'
}
