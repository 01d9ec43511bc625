// What the headers of a request for a file ask for (RFC 9110: content coding, conditions, ranges).

type Headers = Record<string, string | string[] | undefined>
const one = (headers: Headers, name: string) => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

/** Whether `Accept-Encoding` takes a coding: named with a weight above 0. `*` is not followed; browsers name what they take. */
export function takes(accepted: string | undefined, coding: string): boolean {
  if (accepted === undefined) return false
  return accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';')
    if (name.trim().toLowerCase() !== coding) return false
    const weight = parameters.map((text) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(text)?.[1]).find((text) => text !== undefined)
    return weight === undefined || Number(weight) > 0
  })
}

/** Whether the caller has the file already: by `If-None-Match`, or without it by `If-Modified-Since`. */
export function isKnown(headers: Headers, { etag, modified }: { etag: string; modified: string }): boolean {
  const tags = one(headers, 'if-none-match')
  if (tags !== undefined) return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  const since = Date.parse(one(headers, 'if-modified-since') ?? '')
  return Number.isFinite(since) && Date.parse(modified) <= since
}

/** First and last byte, both included. */
export type Span = { from: number; to: number }

/**
 * The part that `Range` asks for.
 * @returns undefined: send the whole file, because there is no such header, it is not one range of bytes, or `If-Range` names another version;
 * `'outside'`: no byte of it is in the file
 */
export function spanOf(
  headers: Headers,
  { size, etag, modified }: { size: number; etag: string; modified: string },
): Span | 'outside' | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(one(headers, 'range')?.trim() ?? '')
  if (!found) return undefined
  const version = one(headers, 'if-range')?.trim()
  if (version !== undefined && version !== etag && version !== modified) return undefined
  const [, first = '', last = ''] = found
  if (first === '') {
    if (last === '') return undefined
    const length = Math.min(Number(last), size)
    return length === 0 ? 'outside' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from >= size ? 'outside' : { from, to }
}
