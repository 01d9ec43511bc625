// Which files an upload takes.

/** True where the file's name ends in one of the extensions (without dots); an empty list takes everything. */
export const isAccepted = (name: string, extensions: readonly string[]) =>
  extensions.length === 0 || extensions.some((one) => name.toLowerCase().endsWith(`.${one.toLowerCase()}`))

/** The `accept` of a file input. */
export const acceptOf = (extensions: readonly string[]) => extensions.map((one) => `.${one}`).join(',')

/** The last part of an address, readable. */
export function nameOf(url: string): string {
  const last = url.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || url
  } catch {
    return last
  }
}
