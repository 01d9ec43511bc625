import type { MenuNode } from '@shuyuan/contract/people/role-menu/menu-mine.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { describe, expect, it } from 'vitest'
import { landingPath, pageRoutes, sideEntries } from './menu.ts'

let next = 0
const node = (given: Partial<MenuNode>): MenuNode => ({
  id: String(++next),
  parentId: '0',
  menuType: MenuType.menu,
  metaTitle: '',
  name: '',
  path: '',
  component: '',
  permissionTag: '',
  metaIcon: '',
  hidden: false,
  sort: 0,
  children: [],
  ...given,
})

const exam = node({
  metaTitle: '考试',
  path: '/admin/exam',
  component: 'Layout',
  metaIcon: 'FormOutlined',
  sort: 1,
  children: [
    node({ metaTitle: '试卷模板', path: 'tmpl', component: 'tmpl/admin/TmplListPage', sort: 4 }),
    node({ metaTitle: '考试管理', path: 'list', component: 'exam/admin/ExamListPage', sort: 1 }),
    node({
      metaTitle: '修改考试',
      path: 'update/:id',
      component: 'exam/admin/ExamEditPage',
      menuType: MenuType.route,
      hidden: true,
      sort: 2,
    }),
    node({
      metaTitle: '新建模板',
      path: 'tmpl/add',
      component: 'tmpl/admin/TmplEditPage',
      menuType: MenuType.route,
      hidden: true,
      sort: 5,
    }),
    node({ metaTitle: '删除考试', menuType: MenuType.function, permissionTag: 'exam:delete', sort: 3 }),
  ],
})

describe('pageRoutes', () => {
  it('gives menus and routes their full path, in order, and leaves functions out', () => {
    expect(pageRoutes([exam]).map(({ path, component, hidden }) => [path, component, hidden])).toEqual([
      ['/admin/exam/list', 'exam/admin/ExamListPage', false],
      ['/admin/exam/update/:id', 'exam/admin/ExamEditPage', true],
      ['/admin/exam/tmpl', 'tmpl/admin/TmplListPage', false],
      ['/admin/exam/tmpl/add', 'tmpl/admin/TmplEditPage', true],
    ])
  })

  it('keeps the visible neighbour of a hidden page highlighted', () => {
    const highlights = Object.fromEntries(pageRoutes([exam]).map(({ path, highlight }) => [path, highlight]))
    expect(highlights['/admin/exam/list']).toBe('/admin/exam/list')
    expect(highlights['/admin/exam/tmpl/add']).toBe('/admin/exam/tmpl')
    expect(highlights['/admin/exam/update/:id']).toBe('/admin/exam/list')
  })

  it('leads from the root menu to the page', () => {
    expect(pageRoutes([exam])[0]?.crumbs).toEqual([
      { title: '考试', path: undefined },
      { title: '考试管理', path: '/admin/exam/list' },
    ])
  })

  it('puts a root that is a page of its own into the admin layout, and WebLayout into the learner layout', () => {
    const board = node({ path: '/admin/board', component: 'stat/admin/BoardPage' })
    const web = node({ path: '/web/x', component: 'WebLayout', children: [node({ path: '/web/x/a', component: 'x/learner/APage' })] })
    expect(pageRoutes([board, web]).map(({ path, layout }) => [path, layout])).toEqual([
      ['/admin/board', 'Layout'],
      ['/web/x/a', 'WebLayout'],
    ])
  })

  it('has no route for an external address', () => {
    expect(pageRoutes([node({ path: 'https://example.org', component: 'Layout' })])).toEqual([])
  })
})

describe('sideEntries', () => {
  it('contains the visible menus', () => {
    const [group] = sideEntries([exam])
    expect(group?.children.map(({ key, title }) => [key, title])).toEqual([
      ['/admin/exam/list', '考试管理'],
      ['/admin/exam/tmpl', '试卷模板'],
    ])
  })

  it('replaces a group of one by its entry, with the icon of the group', () => {
    const lone = node({
      path: '/admin/a',
      component: 'Layout',
      metaIcon: 'Eye',
      children: [node({ metaTitle: '监控', path: 'b', component: 'x/admin/BPage' })],
    })
    expect(sideEntries([lone])).toEqual([{ key: '/admin/a/b', title: '监控', icon: 'Eye', external: false, children: [] }])
  })

  it('leaves out empty groups and the learner layout', () => {
    expect(
      sideEntries([node({ path: '/admin/a', component: 'Layout' }), node({ path: '/web', component: 'WebLayout', children: [exam] })]),
    ).toEqual([])
  })
})

describe('landingPath', () => {
  it('is the first menu’s first child', () => {
    expect(landingPath([node({ path: '/admin/z', sort: 9 }), exam])).toBe('/admin/exam/list')
  })

  it('is the first menu itself when it has no child', () => {
    expect(landingPath([node({ path: '/admin/board', component: 'stat/admin/BoardPage' })])).toBe('/admin/board')
  })

  it('skips hidden menus, functions and routes', () => {
    const hidden = node({ path: '/admin/h', hidden: true, sort: -1 })
    const route = node({ path: '/admin/r', menuType: MenuType.route, sort: -2 })
    const child = node({ path: 'first', menuType: MenuType.route, component: 'x/admin/APage' })
    const menu = node({ path: '/admin/m', children: [child, node({ path: 'second', component: 'x/admin/BPage', sort: 1 })] })
    expect(landingPath([hidden, route, menu])).toBe('/admin/m/second')
  })

  it('is the learner’s start without any menu', () => {
    expect(landingPath([])).toBe('/web/index')
  })
})
