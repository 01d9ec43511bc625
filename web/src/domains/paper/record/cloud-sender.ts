// Sends a piece of a recording straight to the site's storage provider: encrypted here, by an address that the server signs.
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { PieceReply } from '@shuyuan/contract/paper/record/piece.ts'
import type { record } from '@shuyuan/contract/paper/record/record.ts'
import { MOST_SPOKEN } from '@shuyuan/contract/paper/record/speech.ts'
import { coverAt, hashOf } from './cover.ts'
import type { Found, KeptPart, KeptPiece } from './piece-store.ts'

type Sign = (typeof record)['sign-pieces']
type Done = (typeof record)['put-done']
export type Item = Data<Sign>['items'][number]

/** gone: the server does not know the part; away: the candidate is not signed in now */
export type Reply = PieceReply | 'away' | undefined
type Answer<T> = T | 'away' | undefined

export type CloudPorts = {
  /** Both throw without an answer of the server. */
  sign: (body: Body<Sign>) => Promise<Answer<Data<Sign>>>
  done: (body: Body<Done>) => Promise<Answer<PieceReply>>
  /** Throws without an answer. @returns the status of the provider */
  put: (item: Item, bytes: Uint8Array<ArrayBuffer>) => Promise<number>
}

/** The storage provider did not take a piece, or this browser does not reach it. */
export class CloudRefused extends Error {}

const FORBIDDEN = [401, 403]
const isTaken = (status: number) => status >= 200 && status < 300

/** The index of several pieces, as one. */
function together(pieces: readonly KeptPiece[]): Found {
  const found = pieces.flatMap((one) => one.found ?? [])
  return {
    clusters: found.flatMap((one) => one.clusters),
    init: found.find((one) => one.init > 0)?.init ?? 0,
    last: Math.max(0, ...found.map((one) => one.last)),
  }
}

function joined(pieces: readonly KeptPiece[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, one) => sum + one.bytes.byteLength, 0))
  let at = 0
  for (const one of pieces) {
    bytes.set(new Uint8Array(one.bytes), at)
    at += one.bytes.byteLength
  }
  return bytes
}

/**
 * Sends these pieces of a part as one object; without pieces it says that the part has ended. Throws CloudRefused where the provider does not take them, another error without an
 * answer of the server.
 */
export async function sendToCloud(
  ports: CloudPorts,
  part: KeptPart & { key: CryptoKey },
  pieces: readonly KeptPiece[],
  { isLast, age }: { isLast: boolean; age: () => number | undefined },
): Promise<Reply> {
  const trackId = part.id
  const [first] = pieces
  if (!first) return ports.done({ trackId, offset: part.size, bytes: 0, sha256: '', clusters: [], end: true })
  const plain = joined(pieces)
  const covered = await coverAt(part.key, plain, first.offset)
  for (let tried = 0; ; tried++) {
    const signed = await ports.sign({ trackId, from: first.offset, sizes: [plain.length], ...(first.lost ? { lost: true } : {}) })
    if (signed === undefined || signed === 'away') return signed
    const [item] = signed.items
    if (!item) return { size: signed.size, go: signed.go }
    const status = await ports.put(item, covered).catch(() => 0)
    if (isTaken(status)) break
    // an address that has ended is asked for again
    if (!FORBIDDEN.includes(status) || tried > 0) throw new CloudRefused(String(status))
  }
  const { clusters, init, last } = together(pieces)
  const sha256 = await hashOf(covered)
  return ports.done({
    trackId,
    offset: first.offset,
    bytes: plain.length,
    sha256,
    clusters: clusters.map(({ at, time }): [number, number] => [at, time]),
    init,
    lengthMs: Math.floor(last),
    speech: pieces.flatMap((one) => one.spoken ?? []).slice(0, MOST_SPOKEN),
    ...(pieces.at(-1)?.dark ? { dark: true } : {}),
    end: isLast,
    age: age(),
  })
}
