// /api/sys/group/user
import { groupUser } from '@shuyuan/contract/sys/people/group-user.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deleteMembers, joinGroup, joinGroups, leaveGroup, pageMembers } from './group-user.service.ts'

export default serve(groupUser, {
  paging: pageMembers,
  'batch-join': joinGroups,
  delete: deleteMembers,
  'ref-join': joinGroup,
  'ref-remove': leaveGroup,
})
