// Which paths are open to visitors, and which a query may send the user to.

/** Paths that need no sign-in (learner.md §2; decisions.md 11). */
const openPrefixes = ['/login', '/register', '/forgot', '/401', '/404', '/sync', '/pages/cam', '/license']

export const isOpen = (pathname: string) => openPrefixes.some((prefix) => pathname.startsWith(prefix))

/** A path of this site from a query value, or undefined for anything else: other hosts, scripts, the login page itself (decisions.md 9). */
export function safePath(raw: string | null | undefined): string | undefined {
  if (!raw?.startsWith('/')) return undefined
  const { origin } = window.location
  if (!URL.canParse(raw, origin)) return undefined
  const url = new URL(raw, origin)
  if (url.origin !== origin || url.pathname.startsWith('//') || /^\/(login|sync)(\/|$)/.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

/** Where to go after signing in: `redirect` of the token guard, else `redirected` of the status guard, else the start. */
export const afterSignIn = (query: URLSearchParams) => safePath(query.get('redirect')) ?? safePath(query.get('redirected')) ?? '/'
