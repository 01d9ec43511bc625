// Which roles a caller may change and grant: never more than the caller has (ADR 16).
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/sys/sys.server.texts.ts'

/** The built-in roles, by id because a site may rename them. */
export const builtInRole = { administrator: '1', teacher: '2', proctor: '3', departAdmin: '4', academic: '5', learner: '6' } as const

export const isBuiltIn = (id: string) => (Object.values(builtInRole) as string[]).includes(id)

/** The rights that a user's roles add up to. */
export type CallerRights = {
  /** has the administrator role, which includes every right */
  isAdministrator: boolean
  /** 1 is the highest */
  level: number
  /** 1 all users, 2 own branch, 3 own data */
  scope: number
  tags: ReadonlySet<string>
}
type Bounds = { roleLevel: number; dataScope: number }
type Granted = Bounds & { roleName: string; tags: ReadonlySet<string> }

/** Which right of a role exceeds the caller's; null where none does. */
function excess(rights: CallerRights, { roleLevel, dataScope }: Bounds): Message | null {
  if (rights.isAdministrator) return null
  if (roleLevel < rights.level) return say('roleLevelHigher')
  return dataScope < rights.scope ? say('roleScopeWider') : null
}

/** Why the caller may not change this role or its menus; null where they may. Menus that the caller does not hold stay unchanged anyway. */
export function whyNotAdminister(rights: CallerRights, role: Bounds & { roleName: string }): Message | null {
  const reason = excess(rights, role)
  return reason && say('roleNotManageable', { name: role.roleName, reason })
}

/** Why the caller may not grant this role; null where they may. */
export function whyNotGrant(rights: CallerRights, role: Granted): Message | null {
  const isMore = !rights.isAdministrator && [...role.tags].some((tag) => !rights.tags.has(tag))
  const reason = excess(rights, role) ?? (isMore ? say('rolePermissionsBeyond') : null)
  return reason && say('roleNotGrantable', { name: role.roleName, reason })
}

/** Why the caller may not give a role this level or scope, with the field of the message; null where they may. */
export function whyNotBounds(rights: CallerRights, bounds: Bounds): { field: 'roleLevel' | 'dataScope'; reason: Message } | null {
  const reason = excess(rights, bounds)
  if (reason === null) return null
  const field = bounds.roleLevel < rights.level ? 'roleLevel' : 'dataScope'
  return { field, reason: field === 'roleLevel' ? say('roleLevelAbove') : say('roleScopeAbove') }
}
