// /api/sys/group/user; /api/sys/group
import { groupUser } from '@shuyuan/contract/people/user/group-user.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deleteMembers, joinGroup, joinGroups, leaveGroup, pageMembers } from './group-user.service.ts'
import { group } from '@shuyuan/contract/people/user/group.ts'
import { deleteGroups, findGroup, pageGroups, saveGroup } from './group.service.ts'

export default [
  ...serve(groupUser, {
    paging: pageMembers,
    'batch-join': joinGroups,
    delete: deleteMembers,
    'ref-join': joinGroup,
    'ref-remove': leaveGroup,
  }),
  ...serve(group, { paging: pageGroups, detail: findGroup, save: saveGroup, delete: deleteGroups }),
]
