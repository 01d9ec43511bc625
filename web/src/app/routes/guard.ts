// Checks before each navigation (learner.md §2, *Route guards*).
import { ownUser } from '@shuyuan/contract/account/own/user-me.ts'
import type { Site } from '@shuyuan/contract/site/config/config-site.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { call, CallFailure, onSignedOut } from '../../kernel/call/api.ts'
import { httpFailure } from '../../kernel/call/failure.ts'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { safePath } from '../../kernel/access/safe-path.ts'
import {
  currentSession,
  loadSession,
  hasKeptSession,
  loadSite,
  refreshSession,
  restoreSession,
  type Session,
} from '../../shared/session/session.ts'
import { getToken, hasLeft, setToken } from '../../kernel/call/token.ts'
import { hasArrived } from './arrival.ts'
import { landingPath, pageRoutes } from './menu.ts'
import { FIRST_RUN, isOpen } from './paths.ts'

const VOID = 9
const SECOND_FACTOR = '/second-factor'
const NEW_PASSWORD = '/new-password'
/** Steps of the sign-in that come before every page, by the refusal that asks for them. */
const steps: Partial<Record<string, string>> = { secondFactor: SECOND_FACTOR, mustChangePass: NEW_PASSWORD }
const isStep = (pathname: string) => pathname === SECOND_FACTOR || pathname === NEW_PASSWORD

const loginFor = (url: URL) => (hasLeft() ? '/login' : `/login?redirect=${encodeURIComponent(url.pathname + url.search)}`)

/** Pages of the back office for the own account, and where learners have the same. */
const ownParts: Record<string, string> = { '/profile/index': '/web/uc?to=profile', '/profile/message': '/web/uc?to=msg' }

const isRoom = (url: URL) => url.pathname.startsWith('/web/exam/start/')
/** No answer came, or only one of a proxy in front of a server that is down. */
const isUnreached = (error: unknown) =>
  error instanceof CallFailure && (error.reason === 'network' || (error.reason === 'http' && (error.http ?? 0) >= 500))
/** A network that swallows everything: after this time an open paper is shown as it was kept. */
const UNREACHED_MS = 8_000

/** @returns the path to go to instead, or undefined to let the navigation proceed */
export async function guard(url: URL): Promise<string | undefined> {
  // the page works without the site's name
  const site = loadSite().catch(() => undefined)
  // asked beside the session, not after it
  const status = asksStatus(url) ? askStatus() : undefined
  const instead = url.pathname === '/sync' ? await synced(url) : await tokenGuard(url)
  // without an answer about the user none is expected about the rest
  if (instead === undefined && isRoom(url) && currentSession() === undefined) return undefined
  const next = instead ?? (url.pathname === '/sync' ? undefined : await statusGuard(url, status))
  return next ?? firstRun(url, await site)
}

/** An administrator of a new site says what it is before anything else, once. */
function firstRun({ pathname }: URL, site: Site | undefined) {
  const isAsked = site?.firstRun === true && currentSession()?.me.permissions.includes('sys:config:update') === true
  if (isAsked) return pathname === FIRST_RUN || isOpen(pathname) ? undefined : FIRST_RUN
  return pathname === FIRST_RUN ? '/' : undefined
}

/** Landing of a third-party sign-in: removes the token from the address. The page asks before it replaces the session of another user. */
async function synced(url: URL) {
  const token = url.searchParams.get('token')
  if (!token) return undefined
  if (getToken() !== '' && getToken() !== token && (await isSignedIn())) return undefined
  setToken(token)
  return safePath(url.searchParams.get('redirect')) ?? '/'
}

async function isSignedIn(): Promise<boolean> {
  const release = onSignedOut(() => undefined)
  try {
    await loadSession()
    return true
  } catch {
    return false
  } finally {
    release()
  }
}

async function tokenGuard(url: URL) {
  if (getToken() === '') return isOpen(url.pathname) && !isStep(url.pathname) ? undefined : loginFor(url)
  const known = currentSession()
  // an administrator may have granted or removed menus since the last page
  if (known?.me.roleType === RoleType.staff && !url.pathname.startsWith('/web')) void refreshSession()
  const session = known ?? (await enter(url))
  if (typeof session === 'string') return url.pathname === session ? undefined : onTheWay(session, url)
  if (!session) return isOpen(url.pathname) ? undefined : loginFor(url)
  if (session.me.roleType !== RoleType.staff && Object.hasOwn(ownParts, url.pathname)) return ownParts[url.pathname]
  return url.pathname === '/login' || isStep(url.pathname) || url.pathname === '/' ? landingPath(session.menus) : undefined
}

/** A step of the sign-in, with the way to the page that was asked for. */
const onTheWay = (step: string, url: URL) =>
  isStep(url.pathname)
    ? `${step}${url.search}`
    : isOpen(url.pathname) || url.pathname === '/'
      ? step
      : `${step}?redirect=${encodeURIComponent(url.pathname + url.search)}`

/**
 * Loads user and routes. A step of the sign-in may have to come first: its path; when the server refuses, the token is cleared and the reason shown.
 * @throws CallFailure without a network
 */
async function enter(url: URL): Promise<Session | string | undefined> {
  const release = onSignedOut(() => undefined)
  try {
    const session = await (isRoom(url) ? within(loadSession()) : loadSession())
    if (pageRoutes(session.menus).length > 0 || session.me.roleType !== RoleType.staff) return session
    notify.error(t('您无权访问此系统，请联系管理员进行菜单授权！'))
  } catch (error) {
    const step = error instanceof CallFailure ? steps[error.reason ?? ''] : undefined
    if (step !== undefined) return step
    // without a network no user is signed out: an open paper is shown as it was stored, elsewhere the error screen goes on at this address
    if (isUnreached(error)) {
      const kept = isRoom(url) ? restoreSession() : undefined
      if (kept) return kept
      throw error
    }
    notify.error((error instanceof Error && error.message) || 'Has Error')
  } finally {
    release()
  }
  setToken('')
  return undefined
}

/** Rejects as an unreachable server does when there is no answer in time and a user was kept; the answer still counts when it comes. */
async function within(loaded: Promise<Session>): Promise<Session> {
  if (!hasKeptSession()) return loaded
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(httpFailure(0)), UNREACHED_MS)
  try {
    return await Promise.race([loaded, late.promise])
  } finally {
    clearTimeout(timer)
    loaded.catch(() => undefined)
  }
}

const asksStatus = ({ pathname }: URL) =>
  pathname.startsWith('/web') && !pathname.startsWith('/web/uc') && !pathname.includes('login') && getToken() !== ''

type Status = { code: number; complete?: boolean | undefined }

/** Whether the profile is complete; a lost session is told by the call that reads it. */
async function askStatus(): Promise<Status> {
  const release = onSignedOut(() => undefined)
  try {
    return await call(ownUser.isComplete, {}, { quiet: true })
  } catch (error) {
    return { code: error instanceof CallFailure ? error.code : 0, complete: true }
  } finally {
    release()
  }
}

async function statusGuard(url: URL, asked: Promise<Status> | undefined) {
  if (!asked || getToken() === '') return undefined
  const redirected = `redirected=${encodeURIComponent(url.pathname + url.search)}`
  const status = await asked
  if (status.code === VOID) {
    setToken('')
    return `/login?${redirected}`
  }
  if (status.code !== 0 || status.complete !== false || hasArrived()) return undefined
  notify.warning(t('请补充完整个人资料！'))
  return `/web/uc?${redirected}`
}
