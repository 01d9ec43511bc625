import type { MenuAdminRow } from '@shuyuan/contract/people/role-menu/menu.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { describe, expect, it } from 'vitest'
import { flat } from '../../../kernel/tree/tree.ts'
import { tickable, ticks, toggled, withRoutes } from './grants.ts'

const row = (id: string, parentId: string, more: Partial<MenuAdminRow> = {}): MenuAdminRow => ({
  id,
  parentId,
  menuType: MenuType.menu,
  metaTitle: id,
  name: id,
  path: id,
  component: 'sys/admin/X',
  permissionTag: '',
  metaIcon: '',
  hidden: false,
  sort: 1,
  held: true,
  locked: false,
  children: [],
  ...more,
})
const fn = (id: string, parentId: string, more: Partial<MenuAdminRow> = {}) =>
  row(id, parentId, { menuType: MenuType.function, component: '', ...more })
const rows = [
  row('top', '0', {
    component: 'Layout',
    children: [
      row('users', 'top', { children: [fn('add', 'users'), fn('remove', 'users')] }),
      row('logs', 'top', { held: false, children: [fn('export', 'logs', { held: false })] }),
    ],
  }),
]
const sorted = (ids: Iterable<string>) => [...ids].toSorted()

describe('ticking', () => {
  it('a function grants its page, not the layout', () => {
    expect(sorted(toggled(rows, new Set(), 'add', true))).toEqual(['add', 'users'])
  })

  it('a layout grants only the rows that the caller holds', () => {
    expect(sorted(toggled(rows, new Set(), 'top', true))).toEqual(['add', 'remove', 'top', 'users'])
  })

  it('clearing a row clears its branch, except rows that the caller does not hold', () => {
    const granted = new Set(['top', 'users', 'add', 'logs', 'export'])
    expect(sorted(toggled(rows, granted, 'users', false))).toEqual(['export', 'logs'])
    expect(sorted(toggled(rows, granted, 'top', false))).toEqual(['export', 'logs'])
  })
})

it('shows branches that are granted fully and partly', () => {
  expect(ticks(rows, new Set(['users', 'add']))).toEqual({ checked: ['add'], halfChecked: ['top', 'users'] })
  expect(ticks(rows, new Set(['users', 'add', 'remove', 'logs', 'export'])).checked).toContain('top')
  expect(ticks(rows, new Set())).toEqual({ checked: [], halfChecked: [] })
})

describe('a route', () => {
  const route = (id: string, permissionTag: string, more: Partial<MenuAdminRow> = {}) =>
    row(id, 'exam', { menuType: MenuType.route, permissionTag, ...more })
  const tree = [
    row('exam', '0', {
      component: 'Layout',
      children: [
        row('list', 'exam', { permissionTag: 'exam:list', children: [fn('add', 'list', { permissionTag: 'exam:add' })] }),
        route('form', 'exam:add'),
        route('foreign', 'exam:list', { held: false }),
        route('own', 'exam:invigilate'),
      ],
    }),
  ]

  it('is granted and taken with the row of its permission, and not ticked by hand', () => {
    expect(flat(tickable(tree)).map((one) => one.id)).toEqual(['exam', 'list', 'add', 'own'])
    expect(sorted(withRoutes(tree, new Set(['list', 'add'])))).toEqual(['add', 'form', 'list'])
    expect(sorted(withRoutes(tree, new Set(['list', 'form'])))).toEqual(['list'])
  })

  it('stays as it is where the caller does not hold it, or where no other row has its permission', () => {
    expect(sorted(withRoutes(tree, new Set(['foreign', 'own'])))).toEqual(['foreign', 'own'])
  })
})
