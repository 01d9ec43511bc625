// Playlists of HLS: what the encoder wrote becomes what one person may play.
type Addresses = {
  /** the address of a segment by its name */
  segment: (name: string) => string
  /** the address of the key */
  key: string
}

const SEGMENT = /^s\d{5}\.ts$/

/** The playlist with other addresses. A line that is neither a tag nor a segment is left out. */
export function rewritten(playlist: string, { segment, key }: Addresses): string {
  const lines = playlist.split(/\r?\n/).flatMap((line) => {
    if (line.startsWith('#EXT-X-KEY:')) return [line.replace(/URI="[^"]*"/, () => `URI="${key}"`)]
    if (line.startsWith('#') || line === '') return [line]
    return SEGMENT.test(line) ? [segment(line)] : []
  })
  return lines.join('\n')
}

/** Seconds of all segments. */
export const playlistSeconds = (playlist: string): number =>
  [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce((sum, [, seconds]) => sum + Number(seconds), 0)

/** An address with a query added. */
export const withQuery = (address: string, query: Record<string, string>): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`
