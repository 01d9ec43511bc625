// Checks paths to which a query may lead the user.

/** A path of this site from a query value, or undefined for anything else: other hosts, scripts, the login page itself (decisions.md 9). */
export function safePath(raw: string | null | undefined): string | undefined {
  if (!raw?.startsWith('/')) return undefined
  const { origin } = window.location
  if (!URL.canParse(raw, origin)) return undefined
  const url = new URL(raw, origin)
  if (url.origin !== origin || url.pathname.startsWith('//') || /^\/(login|sync)(\/|$)/.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}
