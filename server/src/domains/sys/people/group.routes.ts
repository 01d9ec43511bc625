// /api/sys/group
import { group } from '@shuyuan/contract/sys/people/group.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deleteGroups, findGroup, pageGroups, saveGroup } from './group.service.ts'

export default serve(group, { paging: pageGroups, detail: findGroup, save: saveGroup, delete: deleteGroups })
