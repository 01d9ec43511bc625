// What roles are, and who may keep and hand out which: nobody gives what he does not have.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/sys/sys.server.texts.ts'

/** The roles every house begins with; people may rename them, so code knows them by id. */
export const builtInRole = { administrator: '1', teacher: '2', proctor: '3', departAdmin: '4', academic: '5', learner: '6' } as const

export const isBuiltIn = (id: string) => (Object.values(builtInRole) as string[]).includes(id)

/** What somebody's roles amount to. */
export type CallerRights = {
  /** has the administrator role, which may everything */
  isAdministrator: boolean
  /** 1 is the highest */
  level: number
  /** 1 all people, 2 own branch, 3 himself */
  scope: number
  tags: ReadonlySet<string>
}
type Bounds = { roleLevel: number; dataScope: number }
type Granted = Bounds & { roleName: string; tags: ReadonlySet<string> }

/** In what a role exceeds somebody; null where it does not. */
function excess(power: CallerRights, { roleLevel, dataScope }: Bounds): Message | null {
  if (power.isAdministrator) return null
  if (roleLevel < power.level) return say('roleLevelHigher')
  return dataScope < power.scope ? say('roleScopeWider') : null
}

/** Why this person may not change this role or its menus; null where he may. What it holds beyond him he cannot touch anyway. */
export function whyNotKeep(power: CallerRights, role: Bounds & { roleName: string }): Message | null {
  const reason = excess(power, role)
  return reason && say('roleNotManageable', { name: role.roleName, reason })
}

/** Why this person may not give this role to anybody; null where he may. */
export function whyNotGrant(power: CallerRights, role: Granted): Message | null {
  const isMore = !power.isAdministrator && [...role.tags].some((tag) => !power.tags.has(tag))
  const reason = excess(power, role) ?? (isMore ? say('rolePermissionsBeyond') : null)
  return reason && say('roleNotGrantable', { name: role.roleName, reason })
}

/** Why this person may not make a role so high or so wide, with the field to say it at; null where he may. */
export function whyNotBounds(power: CallerRights, bounds: Bounds): { field: 'roleLevel' | 'dataScope'; reason: Message } | null {
  const reason = excess(power, bounds)
  if (reason === null) return null
  const field = bounds.roleLevel < power.level ? 'roleLevel' : 'dataScope'
  return { field, reason: field === 'roleLevel' ? say('roleLevelAbove') : say('roleScopeAbove') }
}
