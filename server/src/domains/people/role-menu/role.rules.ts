// Which roles a caller may change and grant: never more than the caller has (ADR 16).
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'

/** The built-in roles, by id because a site may rename them. */
export const builtInRole = { administrator: '1', teacher: '2', proctor: '3', departAdmin: '4', academic: '5', learner: '6' } as const

export const isBuiltIn = (id: string) => (Object.values(builtInRole) as string[]).includes(id)

/** The rights that a user's roles add up to. */
export type CallerRights = {
  /** has the administrator role, which includes every right */
  isAdministrator: boolean
  /** 1 is the highest */
  level: number
  scope: CallerScope
  tags: ReadonlySet<string>
}
type CallerScope = { width: 'all' | 'departs' | 'own'; deptCodes: readonly string[]; ownDepart: boolean }
/** What a role reaches; `deptCodes` are its chosen departments, and count only with that scope. */
export type Bounds = { roleLevel: number; dataScope: number; deptCodes: readonly string[] }
type Granted = Bounds & { roleName: string; tags: ReadonlySet<string> }

/** Which right of a role exceeds the caller's; null where none does. */
function excess(rights: CallerRights, bounds: Bounds): Message | null {
  if (rights.isAdministrator) return null
  if (bounds.roleLevel < rights.level) return say('roleLevelHigher')
  return isWider(rights.scope, bounds) ? say('roleScopeWider') : null
}

/**
 * Whether a role shows people whom the caller does not see. Holders of a role with the own branch see theirs: it is no wider where the caller's own
 * department is among those that the caller sees.
 */
function isWider({ width, deptCodes, ownDepart }: CallerScope, role: Bounds): boolean {
  if (width === 'all' || role.dataScope === DataScope.own) return false
  if (role.dataScope === DataScope.branch) return !ownDepart
  return role.dataScope === DataScope.all || role.deptCodes.some((one) => !deptCodes.includes(one))
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
export function whyNotBounds(
  rights: CallerRights,
  bounds: Bounds,
): { field: 'roleLevel' | 'dataScope' | 'deptCodes'; reason: Message } | null {
  const reason = excess(rights, bounds)
  if (reason === null) return null
  if (bounds.roleLevel < rights.level) return { field: 'roleLevel', reason: say('roleLevelAbove') }
  const isOfDeparts = bounds.dataScope === DataScope.chosen && rights.scope.width === 'departs'
  return isOfDeparts ? { field: 'deptCodes', reason: say('roleDepartsAbove') } : { field: 'dataScope', reason: say('roleScopeAbove') }
}
