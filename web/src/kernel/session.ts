// Who is signed in, what they may open, and what the site is called.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { config, type Site } from '@shuyuan/contract/sys/config.ts'
import { menu, type MenuNode } from '@shuyuan/contract/sys/menu.ts'
import { user } from '@shuyuan/contract/sys/user.ts'
import { call } from './api.ts'
import { queryClient } from './query.ts'
import { store } from './store.ts'
import { getToken, setToken } from './token.ts'

export type Me = Data<typeof user.info>
export type Session = { me: Me; menus: MenuNode[]; token: string }

const session = store<Session | undefined>(undefined)
const site = store<Site | undefined>(undefined)

/** The session that belongs to the present token, if it was loaded. */
export function currentSession() {
  const known = session.get()
  return known && known.token === getToken() ? known : undefined
}

/**
 * Loads user and menus for the present token, once per token.
 * @throws CallFailure when either call fails; nothing is shown
 */
export async function loadSession(): Promise<Session> {
  const known = currentSession()
  if (known) return known
  const token = getToken()
  const [me, menus] = await Promise.all([call(user.info, {}, { quiet: true }), call(menu.routes, {}, { quiet: true })])
  const before = session.get()
  if (before && before.me.id !== me.id) queryClient.clear()
  const loaded = { me, menus, token }
  session.set(loaded)
  return loaded
}

/** The signed-in user. Only for what stands behind the guard: throws where nobody was ever signed in. */
export function useMe(): Me {
  const known = session.use()
  if (!known) throw new Error('useMe: nobody is signed in')
  return known.me
}

/** The menus of the signed-in user, as the server grants them; empty for a visitor. */
export const useMenus = (): MenuNode[] => session.use()?.menus ?? noMenus
const noMenus: MenuNode[] = []

/** Begins a session. A page that stays open over a sign-in (the exam room) keeps the user it knew until the guard loads the new one. */
export const signIn = (token: string) => setToken(token)

/** Ends the session here and on the server; never fails, the token is gone in any case. */
export async function signOut() {
  await call(user.logout, {}, { quiet: true }).catch(() => undefined)
  setToken('')
  queryClient.clear()
}

/**
 * May the user do what needs one of these tags? An empty list allows (learner.md §5).
 * @throws Error 无相关权限！ for anything but a list
 */
export function can(tags: readonly string[]): boolean {
  if (!Array.isArray(tags)) throw new Error('无相关权限！')
  const held = session.get()?.me.permissions ?? []
  return tags.length === 0 || tags.some((tag) => held.includes(tag))
}

/** Loads the site's name, logos and flags if they are missing. @throws CallFailure */
export async function loadSite(): Promise<Site> {
  const known = site.get()
  if (known) return known
  const loaded = (await call(config.detail, { id: '1' }, { quiet: true })) as Site
  site.set(loaded)
  return loaded
}

/** What the site is called and shows; undefined until it was read. */
export const useSite = (): Site | undefined => site.use()
