// Paths that are open to visitors, and the target of a sign-in.
import { safePath } from '../../kernel/access/safe-path.ts'

/** Paths that need no sign-in (learner.md §2; decisions.md 11). */
const openPrefixes = [
  '/login',
  '/register',
  '/forgot',
  '/ldap-login',
  '/lti',
  '/401',
  '/404',
  '/sync',
  '/pages/cam',
  '/license',
  '/second-factor',
  '/new-password',
  '/cert',
  '/player/',
  '/survey/',
  '/help',
]

/** What a new site asks its administrator. */
export const FIRST_RUN = '/first-run'

export const isOpen = (pathname: string) => openPrefixes.some((prefix) => pathname.startsWith(prefix))

/** Where to go after signing in: `redirect` of the token guard, else `redirected` of the status guard, else the start. */
export const afterSignIn = (query: URLSearchParams) => safePath(query.get('redirect')) ?? safePath(query.get('redirected')) ?? '/'
