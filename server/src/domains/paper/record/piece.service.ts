// Takes what a recorder wrote of a part. The server appends and indexes; it starts no encoder (docs/decisions/0214). Answers come first, so a piece costs two statements and no wait for the disk (docs/decisions/0247).
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { PICTURES } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { pieceReply, type PieceReply } from '@shuyuan/contract/paper/record/piece.ts'
import { scanFrom, type Scan } from '@shuyuan/contract/paper/record/scan.ts'
import { scanPart } from '@shuyuan/contract/paper/record/scan-part.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { diskOf } from '../../../kernel/files/disk.ts'
import { freshBytes, growFile, LostBytes } from '../../../kernel/files/growing-file.ts'
import { coverAt } from '../../../kernel/files/position-cipher.ts'
import { isSigned, type Signature } from '../../../kernel/files/signed-file.ts'
import { appPart } from '../../../kernel/part.ts'
import { Lines, Turns } from '../../../kernel/turns.ts'
import { savingOf } from '../channel/saving.service.ts'
import { packClusters } from './cluster.format.ts'
import { canSkip, gapColumn, noteGap, skipped, storedOf } from './gap.service.ts'
import { findPart, goOn, type PartRow, startOf, whyNot } from './part-row.service.ts'
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
}

/** Stores bytes of a part. @returns undefined for an address that was never given or has ended, 'away' while its person is not signed in; a phone has no person */
export async function takePiece(app: App, { e, u, s, ...piece }: Piece): Promise<PieceReply | 'away' | undefined> {
  const isGood = u !== '' && isSigned(await app.storage.secret(), signedKey(piece.id), { e, u, s }, app.clock())
  if (!isGood) return undefined
  if (u !== PHONE && !(await app.storage.admits(u))) return 'away'
  return linesOf(app).take(piece.id, () =>
    turnsOf(app).take(async () => {
      await savingOf(app).written(YIELD_MS)
      return storePiece(app, app.db, piece, await roomFor(app, piece.bytes.length))
    }),
  )
}

type Room = 'yes' | 'short' | 'no'
async function roomFor(app: App, bytes: number): Promise<Room> {
  const left = await diskOf(app).leftAfter(bytes)
  if (left < 0) return 'no'
  return left >= (THIN_TIMES - 1) * app.config.diskMinMb * MB ? 'yes' : 'short'
}

/**
 * Stores bytes of a part; calls for one part come one after another. `room`: whether the disk takes them.
 * @returns undefined for a part that is gone or kept elsewhere
 */
export async function storePiece(
  app: App,
  db: Database,
  { id, offset, bytes, isEnd, isLost = false }: Omit<Piece, keyof Signature>,
  room: Room = 'yes',
): Promise<PieceReply | undefined> {
  const found = await findPart(db, id)
  if (!found || found.place !== 'here') return undefined
  const isGap = isLost && bytes.length > 0 && canSkip(found, offset)
  const row = isGap ? skipped(found, offset) : found
  const size = Number(row.bytes)
  const fresh = row.ended ? bytes.subarray(0, 0) : freshBytes(size, { offset, bytes })
  const refusal = whyNot(app, row, fresh.length + size - Number(found.bytes))
  if (refusal) return { ...refusal, size: Number(found.bytes) }
  if (fresh.length > 0 && room === 'no') return { size: Number(found.bytes), go: pieceReply.full }
  const before = row.scan as unknown as Scan
  const read = scanPart(row.mime, isGap ? scanFrom(before, size) : before, fresh, size)
  if (read.scan.broken) return { size: Number(found.bytes), go: pieceReply.over }
  const grown = await grow(app, row, { offset, bytes: row.ended ? fresh : bytes })
  if (grown === undefined) return { size, go: pieceReply.renew }
  const now = app.clock()
  const isWhole = isEnd && offset + bytes.length <= grown
  const isNew = grown > size || (isWhole && !row.ended)
  if (isNew && !(await note(db, found, { ...read, grown, ended: row.ended || isWhole, now, gaps: gapColumn(row) }))) return passed(db, id)
  if (isGap) await noteGap(db, row, size, now)
  const go = goOn(row, now)
  // a screen takes less as a film than as pictures
  const isThin = room === 'short' && row.mime !== PICTURES && row.track !== RecordTrack.screen && row.state === PaperState.open
  return { size: grown, go: isThin && go !== pieceReply.elsewhere ? pieceReply.thin : go }
}

/** @returns the bytes that the file has now; undefined where a machine that lost its power has lost bytes that were counted */
async function grow(app: App, row: PartRow, piece: { offset: number; bytes: Buffer }): Promise<number | undefined> {
  const key = keyOf(app, row)
  try {
    return await growFile(partFile(app, row), {
      size: Number(row.bytes),
      stored: storedOf(row),
      ...piece,
      cover: (part, at) => coverAt(key, part, at),
    })
  } catch (error) {
    if (error instanceof LostBytes) return undefined
    throw error
  }
}

/**
 * The commit does not wait for the disk, as the bytes do not: where the machine loses its power, both are as old, and what is missing is a hole.
 * So no answer waits for a piece in the log of the database.
 */
const unhurried = sql<boolean>`set_config('synchronous_commit', 'off', true) is not null`

type Noted = ReturnType<typeof scanPart> & { grown: number; ended: boolean; now: Date; gaps: ReturnType<typeof gapColumn> }
/** Counts what was written. @returns false where another server has counted bytes of the part meanwhile, or the recording was deleted */
async function note(db: Database, row: PartRow, { scan, clusters, grown, ended, now, gaps }: Noted): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('paperTrack')
    .set({
      bytes: String(grown),
      ended,
      gaps,
      lengthMs: scan.last,
      initBytes: scan.init,
      scan: json(scan),
      ...(grown > Number(row.bytes) ? { startTime: startOf(row, scan.last, now), lastTime: now } : {}),
      ...(clusters.length > 0 ? { clusters: sql<Buffer>`clusters || ${packClusters(clusters)}::bytea` } : {}),
    })
    .where('id', '=', row.id)
    .where('bytes', '=', row.bytes)
    .where('keySealed', '!=', '')
    .where(unhurried)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The page goes on behind what the other server has. */
async function passed(db: Database, id: string): Promise<PieceReply> {
  const row = await findPart(db, id)
  return { size: Number(row?.bytes ?? 0), go: row?.keySealed ? pieceReply.on : pieceReply.over }
}
