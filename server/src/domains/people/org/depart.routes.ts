// /api/sys/depart
import { depart } from '@shuyuan/contract/people/org/depart.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deleteDeparts, findDepart, saveDepart, sortDepart } from './depart-admin.service.ts'
import { departTree } from './depart.service.ts'

export default serve(depart, {
  tree: departTree,
  'tree-select': departTree,
  detail: findDepart,
  save: saveDepart,
  delete: deleteDeparts,
  sort: sortDepart,
})
