// Checks the permission of a call.
import type { Permit } from '@shuyuan/contract/kernel/endpoint.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { CurrentUser } from './ctx.ts'
import { fail } from './fail.ts'

/** Fails signedOut or forbidden unless the user has this permit. */
export function checkPermit(permit: Permit, user: CurrentUser) {
  if (permit === '-') return
  if (user.id === '0') fail('signedOut')
  if (permit === 'any') return
  const tags = typeof permit === 'string' ? [permit] : permit
  if (user.roleType !== RoleType.staff || !tags.some((tag) => user.permissions.has(tag))) fail('forbidden')
}
