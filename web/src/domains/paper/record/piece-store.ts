// What was recorded and the server has not yet, in IndexedDB: parts of one user with their bytes by position.
import type { Cluster } from '@shuyuan/contract/paper/record/scan.ts'
import type { Spoken } from '@shuyuan/contract/paper/record/speech.ts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { follows, type PieceIndex, spanToDrop, withoutSpan } from './gap.ts'

/** `size`: bytes that the recorder has given so far; `ended`: it gives no more; `key`: of a part that goes to a storage provider; `phoneKey`: by which a phone that is not signed in may send */
export type KeptPart = {
  id: string
  userId: string
  track: number
  address: string
  size: number
  ended: boolean
  at: number
  mime: string
  key?: CryptoKey
  phoneKey?: string
}
/** The index of bytes of a part, and its length after them in milliseconds. */
export type Found = { clusters: Cluster[]; init: number; last: number }
/** `lost`: what came before it was dropped for want of room; `dark`: the device gave no picture; `spoken`: times with something like speech, in milliseconds of the part */
export type KeptPiece = { offset: number; bytes: ArrayBuffer; at: number; found?: Found; lost?: boolean; dark?: boolean; spoken?: Spoken[] }
interface Schema extends DBSchema {
  parts: { key: string; value: KeptPart }
  pieces: { key: [part: string, offset: number]; value: KeptPiece }
}

export type PieceStore = {
  /** parts of this user, the oldest first */
  parts: () => Promise<KeptPart[]>
  putPart: (part: KeptPart) => Promise<void>
  put: (partId: string, piece: KeptPiece) => Promise<void>
  /** pieces in the order of their positions, without a gap, of at most so many bytes together */
  first: (partId: string, most: number) => Promise<KeptPiece[]>
  /** forgets pieces that end at or before this position */
  forget: (partId: string, until: number) => Promise<void>
  drop: (partId: string) => Promise<void>
  /** Drops about so many bytes from the beginning, up to a place at which a player can begin; the head of the film stays. @returns how many */
  cut: (partId: string, wanted: number) => Promise<number>
  bytes: (partId: string) => Promise<number>
}

let opened: Promise<IDBPDatabase<Schema>> | undefined
function database() {
  opened ??= openDB<Schema>('exam-record', 1, {
    upgrade(db) {
      db.createObjectStore('parts', { keyPath: 'id' })
      db.createObjectStore('pieces')
    },
    terminated: () => (opened = undefined),
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

const allOf = (partId: string) => IDBKeyRange.bound([partId, 0], [partId, Number.POSITIVE_INFINITY])

/** Each call rejects when the browser has no IndexedDB. */
const pieceStore = (userId: string): PieceStore => ({
  async parts() {
    const all = await (await database()).getAll('parts')
    return all.filter((one) => one.userId === userId).toSorted((a, b) => a.at - b.at || Number(a.id) - Number(b.id))
  },
  async putPart(part) {
    await (await database()).put('parts', part)
  },
  async put(partId, piece) {
    await (await database()).put('pieces', piece, [partId, piece.offset])
  },
  async first(partId, most) {
    const found: KeptPiece[] = []
    let bytes = 0
    let cursor = await (await database()).transaction('pieces').store.openCursor(allOf(partId))
    while (cursor && follows(found, cursor.value) && (found.length === 0 || bytes + cursor.value.bytes.byteLength <= most)) {
      found.push(cursor.value)
      bytes += cursor.value.bytes.byteLength
      cursor = await cursor.continue()
    }
    return found
  },
  async forget(partId, until) {
    let cursor = await (await database()).transaction('pieces', 'readwrite').store.openCursor(allOf(partId))
    while (cursor && cursor.value.offset + cursor.value.bytes.byteLength <= until) {
      await cursor.delete()
      cursor = await cursor.continue()
    }
  },
  async drop(partId) {
    const transaction = (await database()).transaction(['parts', 'pieces'], 'readwrite')
    await transaction.objectStore('pieces').delete(allOf(partId))
    await transaction.objectStore('parts').delete(partId)
    await transaction.done
  },
  async cut(partId, wanted) {
    const store = (await database()).transaction('pieces', 'readwrite').store
    const index: PieceIndex[] = []
    for (let cursor = await store.openCursor(allOf(partId)); cursor; cursor = await cursor.continue())
      index.push({ offset: cursor.value.offset, end: cursor.value.offset + cursor.value.bytes.byteLength, found: cursor.value.found })
    const span = spanToDrop(index, wanted)
    if (!span) return 0
    let gone = 0
    for (let cursor = await store.openCursor(allOf(partId)); cursor && cursor.value.offset <= span.to; cursor = await cursor.continue()) {
      const rest = withoutSpan(cursor.value, span)
      gone += cursor.value.bytes.byteLength - rest.reduce((sum, one) => sum + one.bytes.byteLength, 0)
      await cursor.delete()
      for (const one of rest) await store.put(one, [partId, one.offset])
    }
    return gone
  },
  async bytes(partId) {
    const pieces = await (await database()).getAll('pieces', allOf(partId))
    return pieces.reduce((sum, one) => sum + one.bytes.byteLength, 0)
  },
})

/** IndexedDB where it can be opened, which private windows of some browsers refuse; else the memory of the page. */
export function usableStore(userId: string): PieceStore {
  const chosen = Promise.resolve()
    .then(database)
    .then(
      () => pieceStore(userId),
      () => memoryStore(),
    )
  return {
    parts: async () => (await chosen).parts(),
    putPart: async (...given) => (await chosen).putPart(...given),
    put: async (...given) => (await chosen).put(...given),
    first: async (...given) => (await chosen).first(...given),
    forget: async (...given) => (await chosen).forget(...given),
    drop: async (...given) => (await chosen).drop(...given),
    cut: async (...given) => (await chosen).cut(...given),
    bytes: async (...given) => (await chosen).bytes(...given),
  }
}

/** The same without IndexedDB, which private windows of some browsers lack: what is not sent is lost with the page. */
export function memoryStore(): PieceStore {
  const parts = new Map<string, KeptPart>()
  const pieces = new Map<string, KeptPiece[]>()
  const of = (id: string) => pieces.get(id) ?? []
  return {
    parts: async () => [...parts.values()],
    putPart: async (part) => void parts.set(part.id, part),
    put: async (id, piece) => void pieces.set(id, [...of(id), piece]),
    async first(id, most) {
      const found: KeptPiece[] = []
      let bytes = 0
      for (const piece of of(id)) {
        bytes += piece.bytes.byteLength
        if (found.length > 0 && (bytes > most || !follows(found, piece))) break
        found.push(piece)
      }
      return found
    },
    forget: async (id, until) =>
      void pieces.set(
        id,
        of(id).filter((one) => one.offset + one.bytes.byteLength > until),
      ),
    async drop(id) {
      parts.delete(id)
      pieces.delete(id)
    },
    async cut(id, wanted) {
      const before = of(id)
      const span = spanToDrop(
        before.map(({ offset, bytes, found }) => ({ offset, end: offset + bytes.byteLength, found })),
        wanted,
      )
      if (!span) return 0
      const rest = before.flatMap((one) => (one.offset <= span.to ? withoutSpan(one, span) : [one]))
      pieces.set(id, rest)
      const sum = (all: KeptPiece[]) => all.reduce((bytes, one) => bytes + one.bytes.byteLength, 0)
      return sum(before) - sum(rest)
    },
    bytes: async (id) => of(id).reduce((sum, one) => sum + one.bytes.byteLength, 0),
  }
}
