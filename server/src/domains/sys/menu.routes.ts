// /api/sys/menu
import { menu } from '@shuyuan/contract/sys/menu.ts'
import { serve } from '../../kernel/endpoint.ts'
import { myMenus } from './menu.service.ts'

export default serve(menu, { routes: myMenus })
