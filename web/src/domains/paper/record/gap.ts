// What is dropped of a part when the browser has no more room: from its oldest bytes to a place at which a player can begin again.
import type { Found, KeptPiece } from './piece-store.ts'

export type PieceIndex = { offset: number; end: number; found: Found | undefined }
type Span = { from: number; to: number }

/** Whether a piece goes with those before it in one message. */
export const follows = (before: readonly KeptPiece[], piece: KeptPiece): boolean => before.length === 0 || piece.lost !== true

/**
 * @param index of the kept pieces of a part, in order @param wanted bytes
 * @returns positions, the second one behind the last dropped byte; undefined where no later place is known
 */
export function spanToDrop(index: readonly PieceIndex[], wanted: number): Span | undefined {
  const [first] = index
  const init = index.find((one) => (one.found?.init ?? 0) > 0)?.found?.init
  if (!first || init === undefined) return undefined
  // the server cannot read a film without its head
  const from = Math.max(first.offset, init)
  /** of an earlier gap there is nothing to drop any more */
  const keptTo = (place: number) =>
    index.reduce((sum, { offset, end }) => sum + Math.max(0, Math.min(end, place) - Math.max(offset, from)), 0)
  const places = index.flatMap((one) => one.found?.clusters ?? []).filter((one) => one.at > from && keptTo(one.at) > 0)
  const to = (places.find((one) => keptTo(one.at) >= wanted) ?? places.at(-1))?.at
  return to === undefined ? undefined : { from, to }
}

/** What stays of a piece: bytes before the span, and bytes behind it, which say that something is missing. */
export function withoutSpan(piece: KeptPiece, { from, to }: Span): KeptPiece[] {
  const { offset, bytes, found } = piece
  const end = offset + bytes.byteLength
  if (end <= from || offset > to) return [piece]
  if (offset === to) return [{ ...piece, lost: true }]
  const part = (begin: number, until: number): KeptPiece => ({
    ...piece,
    offset: begin,
    bytes: bytes.slice(begin - offset, until - offset),
    ...(found ? { found: { ...found, clusters: found.clusters.filter(({ at }) => at >= begin && at < until) } } : {}),
  })
  return [...(offset < from ? [part(offset, from)] : []), ...(end > to ? [{ ...part(to, end), lost: true }] : [])]
}
