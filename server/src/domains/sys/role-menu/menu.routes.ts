// /api/sys/menu
import { menu } from '@shuyuan/contract/sys/role-menu/menu.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deleteMenus, findMenu, saveMenu, sortMenu } from './menu-admin.service.ts'
import { menuTree, myMenus } from './menu.service.ts'

export default serve(menu, { routes: myMenus, tree: menuTree, detail: findMenu, save: saveMenu, delete: deleteMenus, sort: sortMenu })
