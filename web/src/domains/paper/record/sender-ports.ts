// What the sender of recordings needs from its page, and what it tells a recorder.
import type { Reply } from './cloud-sender.ts'
import type { KeptPart, KeptPiece, PieceStore } from './piece-store.ts'

/** Sends bytes. Undefined: the server does not know the address; 'away': the candidate is not signed in. Throws without an answer. */
export type PostPiece = (address: string, body: Blob | undefined) => Promise<Reply>
/** Sends pieces to the storage provider, as sendToCloud. */
export type PutPieces = (
  part: KeptPart & { key: CryptoKey },
  pieces: readonly KeptPiece[],
  told: { isLast: boolean; age: () => number | undefined },
) => Promise<Reply>

export type SenderPorts = {
  store: PieceStore
  post: PostPiece
  put: PutPieces
  /** bytes that may wait in this browser */
  room: () => Promise<number>
  now: () => number
  /** a monotonic clock in milliseconds, which a change of the system clock does not move */
  clock: () => number
  wait: (ms: number) => Promise<void>
  /** marks a part as recorded by this page, as long as the page lives. @returns a function that ends it */
  hold: (partId: string) => () => void
  /** parts that some page records now */
  held: () => Promise<ReadonlySet<string>>
}

/** What a recorder has to do. renew: begin another part; here: begin one that goes to the server; thin: begin one of pictures; over, elsewhere: stop. */
export type Order = 'renew' | 'here' | 'thin' | 'over' | 'elsewhere'
