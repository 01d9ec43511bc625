// The signed-in user, their menus, and the site's settings.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { type Site, siteInfo } from '@shuyuan/contract/site/config/config-site.ts'
import { menuMine, type MenuNode } from '@shuyuan/contract/people/role-menu/menu-mine.ts'
import { ownUser } from '@shuyuan/contract/account/own/user-me.ts'
import { call, onSignedOut } from '../../kernel/call/api.ts'
import { recordRevision } from '../dict/dict-revision.ts'
import { heldPermissions } from '../../kernel/access/permission.ts'
import { queryClient } from '../../kernel/call/query.ts'
import { store } from '../../kernel/state/store.ts'
import { setSiteKind } from '../../kernel/text/words.ts'
import { leaveSession, getToken, onToken, setToken } from '../../kernel/call/token.ts'

export type Me = Data<typeof ownUser.info>
export type Session = { me: Me; menus: MenuNode[]; token: string }

const session = store<Session | undefined>(undefined)
const setSession = (next: Session) => {
  session.set(next)
  heldPermissions.set(next.me.permissions)
}
const site = store<Site | undefined>(undefined)
const setSite = (next: Site) => {
  site.set(next)
  // absent in a site that this browser kept from an earlier version
  setSiteKind(next.props.siteKind ?? 'none')
}

/** The session of the present token, if it was loaded. */
export function currentSession() {
  const current = session.get()
  return current && current.token === getToken() ? current : undefined
}

/** The user of this page, also while their session has timed out. */
export const shownUser = (): Me | undefined => session.get()?.me

/** Continues the session of this page's user with a new token. */
export function continueWith(token: string) {
  const current = session.get()
  setToken(token)
  if (current) setSession({ ...current, token })
}

/**
 * Loads user and menus for the present token, once per token.
 * @throws CallFailure when either call fails; nothing is shown
 */
export async function loadSession(): Promise<Session> {
  const current = currentSession()
  if (current) return current
  const loaded = await readSession()
  const before = session.get()
  if (before && before.me.id !== loaded.me.id) queryClient.clear()
  setSession(loaded)
  // pages that show the user need not read them again at once
  queryClient.setQueryData([ownUser.info.path, {}], loaded.me)
  return loaded
}

async function readSession(): Promise<Session> {
  const token = getToken()
  const [me, menus] = await Promise.all([call(ownUser.info, {}, { quiet: true }), call(menuMine.routes, {}, { quiet: true })])
  recordRevision(me.dicRevision)
  return { me, menus, token }
}

const KEPT = 'kept-session'
// signing in or out leaves nothing of a session behind
onToken(() => localStorage.removeItem(KEPT))

/** Keeps user and site in this browser, for a page that is loaded without a network. The phone number is not kept. */
export function keepSession() {
  const current = session.get()
  if (!current) return
  const kept = { ...current, me: { ...current.me, mobile: '' }, site: site.get(), token: getToken() }
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept))
  } catch {
    // when storage is full, a page that is loaded without a network waits for it
  }
}

export const forgetSession = () => localStorage.removeItem(KEPT)

function readKept() {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as (Session & { site?: Site }) | null
  return kept?.token === getToken() ? kept : undefined
}

/** Whether a user was kept for the present token. */
export const hasKeptSession = () => readKept() !== undefined

/** Shows the kept user without asking the server, which is asked again at the next page. @returns undefined: none was kept for this token */
export function restoreSession(): Session | undefined {
  const kept = readKept()
  if (!kept) return undefined
  if (kept.site && !site.get()) setSite(kept.site)
  setSession({ me: kept.me, menus: kept.menus, token: '' })
  return kept
}

/** Reads user and menus again, because an administrator may have changed them. After a failure the previous ones stay. */
export async function refreshSession(): Promise<void> {
  const current = currentSession()
  if (!current) return
  const read = await readSession().catch(() => undefined)
  if (read && currentSession() && read.token === current.token && JSON.stringify(read) !== JSON.stringify(current)) setSession(read)
}

/** The signed-in user. Only for pages that need a sign-in: throws where no user has signed in. */
export function useMe(): Me {
  const current = session.use()
  if (!current) throw new Error('useMe: no user is signed in')
  return current.me
}

/** The menus of the signed-in user, as the server grants them; empty for a visitor. */
export const useMenus = (): MenuNode[] => session.use()?.menus ?? noMenus
const noMenus: MenuNode[] = []

/** Begins a session. A page that stays open over a sign-in (the exam room) shows the previous user until the guard loads the new one. */
export const signIn = (token: string) => setToken(token)

/**
 * Ends the session here and on the server and opens the sign-in page; never fails, the token is removed in any case. Calls of the page that
 * is left do not lead back to it: the next user of this computer begins at their own start.
 * @param open opens the sign-in page
 */
export async function signOut(open: () => Promise<void> | void): Promise<void> {
  const release = onSignedOut(() => undefined)
  try {
    // the call takes the token before it is removed
    const ended = call(ownUser.logout, {}, { quiet: true }).catch(() => undefined)
    leaveSession()
    await open()
    queryClient.clear()
    await ended
  } finally {
    release()
  }
}

/** Loads the site's name, logos and flags if they are missing. @throws CallFailure */
export async function loadSite(): Promise<Site> {
  const current = site.get()
  if (current) return current
  const loaded = (await call(siteInfo.detail, { id: '1' }, { quiet: true })) as Site
  setSite(loaded)
  return loaded
}

/** Reads the site's settings again after a change on this page: every layout shows them immediately. */
export async function reloadSite(): Promise<void> {
  setSite((await call(siteInfo.detail, { id: '1' }, { quiet: true })) as Site)
}

/** The site's settings; undefined until they were loaded. */
export const useSite = (): Site | undefined => site.use()
