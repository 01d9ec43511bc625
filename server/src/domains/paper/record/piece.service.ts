// Takes what a recorder wrote of a part. The server appends and indexes; it starts no encoder (docs/decisions/0214). Answers come first, so a piece costs one statement and no wait for the disk (docs/decisions/0247, 0255).
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { PICTURES } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { pieceReply, type PieceReply } from '@shuyuan/contract/paper/record/piece.ts'
import { scanFrom, type Scan } from '@shuyuan/contract/paper/record/scan.ts'
import { scanPart } from '@shuyuan/contract/paper/record/scan-part.ts'
import type { Spoken } from '@shuyuan/contract/paper/record/speech.ts'
import type { App } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { diskOf } from '../../../kernel/files/disk.ts'
import { freshBytes, growFile, LostBytes, MoreBytes } from '../../../kernel/files/growing-file.ts'
import { coverAt } from '../../../kernel/files/position-cipher.ts'
import { isSigned, type Signature } from '../../../kernel/files/signed-file.ts'
import { appPart } from '../../../kernel/part.ts'
import { Lines, Turns } from '../../../kernel/turns.ts'
import { savingOf } from '../channel/saving.service.ts'
import { countPiece, latelyOf } from './count-piece.service.ts'
import { canSkip, noteGap, skipped, storedOf } from './gap.service.ts'
import { findPart, goOn, type PartRow, whyNot } from './part-row.service.ts'
import { PHONE, signedKey } from './part.service.ts'
import { keyOf, partFile } from './record-file.service.ts'

/** Pieces that are written at the same time by a process: the connections of the database are for answers. */
const AT_ONCE = 3
const turnsOf = appPart(() => new Turns(AT_ONCE))
const linesOf = appPart(() => new Lines())
/** A piece waits for answers that are being saved, but no longer than this: in a hall that never stops saving, pieces would pile up. */
const YIELD_MS = 20
/** Below so many times DISK_MIN_MB faces are recorded as pictures. */
const THIN_TIMES = 3
const MB = 1_024 * 1_024

export type Piece = Required<Signature> & {
  id: string
  offset: number
  bytes: Buffer
  /** the recorder has stopped: these are its last bytes */
  isEnd: boolean
  /** the page has dropped the bytes between those of the server and these */
  isLost?: boolean
  /** the page says that the camera gives no picture */
  isDark?: boolean
  /** when the recorder began, by what the page says and by the clock of the server */
  said?: Date | undefined
  /** times with something like speech */
  spoken?: readonly Spoken[]
}

/** Stores bytes of a part. @returns undefined for an address that was never given or has ended, 'away' while its person is not signed in; a phone has no person */
export async function takePiece(app: App, { e, u, s, ...piece }: Piece): Promise<PieceReply | 'away' | undefined> {
  const arrived = app.clock()
  const isGood = u !== '' && isSigned(await app.storage.secret(), signedKey(piece.id), { e, u, s }, arrived)
  if (!isGood) return undefined
  if (u !== PHONE && !(await app.storage.admits(u))) return 'away'
  return linesOf(app).take(piece.id, () =>
    turnsOf(app).take(async () => {
      await savingOf(app).written(YIELD_MS)
      return storePiece(app, app.db, { ...piece, arrived }, await roomFor(app, piece.bytes.length))
    }),
  )
}

type Room = 'yes' | 'short' | 'no'
async function roomFor(app: App, bytes: number): Promise<Room> {
  const left = await diskOf(app).leftAfter(bytes)
  if (left < 0) return 'no'
  return left >= (THIN_TIMES - 1) * app.config.diskMinMb * MB ? 'yes' : 'short'
}

type Stored = Omit<Piece, keyof Signature> & { /** when its bytes were here */ arrived?: Date }

/**
 * Stores bytes of a part; calls for one part come one after another. `room`: whether the disk takes them.
 * @returns undefined for a part that is gone or kept elsewhere
 */
export async function storePiece(app: App, db: Database, piece: Stored, room: Room = 'yes'): Promise<PieceReply | undefined> {
  const lately = latelyOf(app)
  const known = lately.get(piece.id)
  lately.delete(piece.id)
  if (known && follows(known.row, piece)) {
    const reply = await addTo(app, db, known.row, piece, room, known.key)
    if (reply) return reply
  }
  const found = await findPart(db, piece.id)
  if (!found || found.place !== 'here') return undefined
  return (await addTo(app, db, found, piece, room)) ?? passed(db, piece.id)
}

/** Whether a piece is the next one of a part as it was: everything else is looked at with the part as it is. */
const follows = (known: PartRow, { offset, bytes, isLost = false }: Stored): boolean =>
  !known.ended && !isLost && bytes.length > 0 && offset === Number(known.bytes) && storedOf(known) === offset

/**
 * Writes and counts a piece. `key`: the part is as this process left it, so that what seems to stand against the piece may be out of date.
 * @returns undefined where the part is another one by now
 */
async function addTo(
  app: App,
  db: Database,
  found: PartRow,
  { offset, bytes, isEnd, isLost = false, isDark = false, arrived = app.clock(), said, spoken = [] }: Stored,
  room: Room,
  key?: Buffer,
): Promise<PieceReply | undefined> {
  const isRemembered = key !== undefined
  const isGap = isLost && bytes.length > 0 && canSkip(found, offset)
  const row = isGap ? skipped(found, offset) : found
  const size = Number(row.bytes)
  const fresh = row.ended ? bytes.subarray(0, 0) : freshBytes(size, { offset, bytes })
  const counted = Number(found.bytes)
  const refuse = (go: PieceReply['go']) => (isRemembered ? undefined : { size: counted, go })
  const refusal = whyNot(app, row, fresh.length + size - counted)
  if (refusal) return refuse(refusal.go)
  if (fresh.length > 0 && room === 'no') return refuse(pieceReply.full)
  const before = row.scan as unknown as Scan
  const read = scanPart(row.mime, isGap ? scanFrom(before, size) : before, fresh, size)
  if (read.scan.broken) return refuse(pieceReply.over)
  const opened = key ?? keyOf(app, row)
  const grown = await grow(app, row, opened, { offset, bytes: row.ended ? fresh : bytes, isExact: isRemembered })
  if (grown === undefined) return isRemembered ? undefined : { size, go: pieceReply.renew }
  const isWhole = isEnd && offset + bytes.length <= grown
  const isNew = grown > size || (isWhole && !row.ended)
  const next = isNew
    ? await countPiece(app, db, { found, row }, { ...read, grown, ended: row.ended || isWhole, isDark, arrived, said, spoken })
    : row
  if (!next) return undefined
  if (isNew) latelyOf(app).set(found.id, { row: next, key: opened })
  if (isGap) await noteGap(db, row, size, arrived)
  const go = goOn(next, arrived)
  // a screen takes less as a film than as pictures
  const isThin = room === 'short' && row.mime !== PICTURES && row.track !== RecordTrack.screen && next.state === PaperState.open
  return { size: grown, go: isThin && go !== pieceReply.elsewhere ? pieceReply.thin : go }
}

type Grown = { offset: number; bytes: Buffer; isExact: boolean }
/** @returns the bytes that the file has now; undefined where a machine that lost its power has lost bytes that were counted, or there are more than were counted */
async function grow(app: App, row: PartRow, key: Buffer, piece: Grown): Promise<number | undefined> {
  try {
    return await growFile(partFile(app, row), {
      size: Number(row.bytes),
      stored: storedOf(row),
      ...piece,
      cover: (part, at) => coverAt(key, part, at),
    })
  } catch (error) {
    if (error instanceof LostBytes || error instanceof MoreBytes) return undefined
    throw error
  }
}

/** The page goes on behind what the other server has. */
async function passed(db: Database, id: string): Promise<PieceReply> {
  const row = await findPart(db, id)
  return { size: Number(row?.bytes ?? 0), go: row?.keySealed ? pieceReply.on : pieceReply.over }
}
