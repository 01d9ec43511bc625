// The permission tags of the signed-in user, by which components show or hide controls. The server decides.
import { t } from '../i18n.ts'
import { store } from '../state/store.ts'

/** Permission tags of the signed-in user; set by the session. */
export const heldPermissions = store<readonly string[]>([])

/**
 * Whether the user has one of these tags. An empty list allows (learner.md §5).
 * @throws Error 无相关权限！ for a value that is no list
 */
export function can(tags: readonly string[]): boolean {
  if (!Array.isArray(tags)) throw new Error('无相关权限！')
  const held = heldPermissions.get()
  return tags.length === 0 || tags.some((tag) => held.includes(tag))
}

/**
 * The same for groups and accounts: a user without any permission is refused even an empty list, and a refusal is logged (admin.md §6;
 * decisions.md 15 has both rules).
 */
export function canStrictly(tags: readonly string[]): boolean {
  const held = heldPermissions.get()
  const may = held.length > 0 && can(tags)
  if (!may) console.warn(t('权限不足'), tags.join(' '))
  return may
}
