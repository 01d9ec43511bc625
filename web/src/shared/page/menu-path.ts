// Addresses of the back office by the name of their menu.
import type { MenuNode } from '@shuyuan/contract/people/role-menu/menu-mine.ts'
import { useCallback } from 'react'
import { useMenus } from '../session/session.ts'

function find(nodes: readonly MenuNode[], name: string, base: string): string | undefined {
  for (const node of nodes) {
    const path = node.path.startsWith('/') ? node.path : `${base}/${node.path}`
    if (node.name === name) return path
    const below = find(node.children, name, path)
    if (below !== undefined) return below
  }
  return undefined
}

/** @returns a function from a menu's name to its address, undefined for a page that the user was not granted */
export function useMenuPath(): (name: string) => string | undefined {
  const menus = useMenus()
  return useCallback((name: string) => find(menus, name, ''), [menus])
}
