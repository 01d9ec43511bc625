// /api/sys/menu; /api/sys/role
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deleteMenus, findMenu, saveMenu, sortMenu } from './menu-admin.service.ts'
import { menuTree, myMenus } from './menu.service.ts'
import { role } from '@shuyuan/contract/people/role-menu/role.ts'
import { deleteRoles, listRoleMenus, saveRole, saveRoleMenus } from './role-admin.service.ts'
import { findRole, listRoles, pageRoles } from './role.service.ts'

export default [
  ...serve(menu, { routes: myMenus, tree: menuTree, detail: findMenu, save: saveMenu, delete: deleteMenus, sort: sortMenu }),
  ...serve(role, {
    list: listRoles,
    paging: pageRoles,
    detail: findRole,
    save: saveRole,
    delete: deleteRoles,
    'list-menus': listRoleMenus,
    'save-menus': saveRoleMenus,
  }),
]
