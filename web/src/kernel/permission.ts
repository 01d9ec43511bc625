// The permission tags of the signed-in user, as far as components need them to show or hide something. The server decides.
import { t } from './i18n.ts'
import { store } from './store.ts'

/** Permission tags of the signed-in user; set by the session. */
export const heldPermissions = store<readonly string[]>([])

/**
 * May the user do what needs one of these tags? An empty list allows (learner.md §5).
 * @throws Error 无相关权限！ for anything but a list
 */
export function can(tags: readonly string[]): boolean {
  if (!Array.isArray(tags)) throw new Error('无相关权限！')
  const held = heldPermissions.get()
  return tags.length === 0 || tags.some((tag) => held.includes(tag))
}

/**
 * The same where groups and accounts are dealt with: whoever holds no permission at all is refused even what needs none, and a refusal is
 * logged (admin.md §6; decisions.md 15 keeps the two apart).
 */
export function canStrictly(tags: readonly string[]): boolean {
  const held = heldPermissions.get()
  const may = held.length > 0 && can(tags)
  if (!may) console.warn(t('权限不足'), tags.join(' '))
  return may
}
