// /api/sys/role
import { role } from '@shuyuan/contract/sys/role-menu/role.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deleteRoles, listRoleMenus, saveRole, saveRoleMenus } from './role-admin.service.ts'
import { findRole, listRoles, pageRoles } from './role.service.ts'

export default serve(role, {
  list: listRoles,
  paging: pageRoles,
  detail: findRole,
  save: saveRole,
  delete: deleteRoles,
  'list-menus': listRoleMenus,
  'save-menus': saveRoleMenus,
})
