// Reads the header Cookie.

/** The value of a cookie in the header; '' without one. */
export function cookieOf(header: string, name: string): string {
  const pairs = header.split(/;\s*/).map((pair) => pair.split('='))
  return pairs.find(([own]) => own === name)?.[1] ?? ''
}
