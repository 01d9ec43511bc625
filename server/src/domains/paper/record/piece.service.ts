// Takes what a recorder wrote of a part. The server appends and indexes; it starts no encoder (docs/decisions/0214).
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordState, RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { pieceReply, type PieceReply, REST_HOURS } from '@shuyuan/contract/paper/record/record.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { diskOf } from '../../../kernel/files/disk.ts'
import { freshBytes, growFile, sizeOf } from '../../../kernel/files/growing-file.ts'
import { type Scan } from '@shuyuan/contract/paper/record/scan.ts'
import { scanPart } from '@shuyuan/contract/paper/record/scan-part.ts'
import { PICTURES } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { coverAt } from '../../../kernel/files/position-cipher.ts'
import { isSigned, type Signature } from '../../../kernel/files/signed-file.ts'
import { appPart } from '../../../kernel/part.ts'
import { Turns } from '../../../kernel/turns.ts'
import { isExempt } from './need.service.ts'
import { MOST_PART_BYTES, mostBytes } from './piece.rules.ts'
import { PHONE, signedKey } from './part.service.ts'
import { keyOf, partFile } from './record-file.service.ts'
import { packClusters } from './cluster.format.ts'

/** Pieces that are written at the same time by a process: the connections of the database are for answers. */
const AT_ONCE = 3
const turnsOf = appPart(() => new Turns(AT_ONCE))
const HOUR_MS = 3_600_000
/** Below so many times DISK_MIN_MB faces are recorded as pictures. */
const THIN_TIMES = 3
const MB = 1_024 * 1_024

export type Piece = Required<Signature> & {
  id: string
  offset: number
  bytes: Buffer
  /** the recorder has stopped: these are its last bytes */
  isEnd: boolean
}

/** Stores bytes of a part. @returns undefined for an address that was never given or has ended, 'away' while its person is not signed in; a phone has no person */
export async function takePiece(app: App, { e, u, s, ...piece }: Piece): Promise<PieceReply | 'away' | undefined> {
  const isGood = u !== '' && isSigned(await app.storage.secret(), signedKey(piece.id), { e, u, s }, app.clock())
  if (!isGood) return undefined
  if (u !== PHONE && !(await app.storage.admits(u))) return 'away'
  return turnsOf(app).take(async () => {
    const room = await roomFor(app, piece.bytes.length)
    return app.db.transaction().execute((db) => storePiece(app, db, piece, room))
  })
}

type Room = 'yes' | 'short' | 'no'
async function roomFor(app: App, bytes: number): Promise<Room> {
  const disk = diskOf(app)
  if (!(await disk.hasRoom(bytes))) return 'no'
  return (await disk.hasRoom(bytes + (THIN_TIMES - 1) * app.config.diskMinMb * MB)) ? 'yes' : 'short'
}

export const lockPart = (db: Database, id: string) =>
  db
    .selectFrom('paperTrack as t')
    .innerJoin('paperRecord as r', 'r.paperId', 't.paperId')
    .innerJoin('paper', 'paper.id', 't.paperId')
    .leftJoin('paperPhone as ph', 'ph.paperId', 't.paperId')
    .where('t.id', '=', id)
    .select(['t.id', 't.paperId', 'track', 'part', 't.session', 'beginTime', 't.startTime', 'bytes', 'ended', 'scan', 't.keySealed'])
    .select(['t.mime', 't.place', 'lengthMs', 'initBytes'])
    .select([
      'ph.session as phoneSession',
      'r.examId',
      'r.sound',
      'r.state as recordState',
      'watchedUntil',
      'paper.userId',
      'paper.state',
      'liveSession',
    ])
    .select(['paper.startTime as paperStart', 'handTime'])
    .select(sql<string>`(select sum(o.bytes) from paper_track o where o.paper_id = t.paper_id and o.track = t.track)`.as('total'))
    .forNoKeyUpdate('t')
    .executeTakeFirst()
export type PartRow = NonNullable<Awaited<ReturnType<typeof lockPart>>>

/** Whether nothing more of the part is taken: the recording is closed or deleted, the time for the rest is over, or the candidate is exempt now. */
async function isOver(app: App, db: Database, row: PartRow): Promise<boolean> {
  if (row.keySealed === '' || row.recordState >= RecordState.complete) return true
  if (row.handTime && row.handTime.getTime() + REST_HOURS * HOUR_MS < app.clock().getTime()) return true
  return isExempt(db, row.examId, row.userId)
}

/** What stands against so many more bytes of a part; undefined for nothing. */
export async function whyNot(app: App, db: Database, row: PartRow, fresh: number): Promise<PieceReply | undefined> {
  const size = Number(row.bytes)
  if (await isOver(app, db, row)) return { size, go: pieceReply.over }
  const until = row.handTime ?? app.clock()
  const seconds = Math.max(0, (until.getTime() - row.paperStart.getTime()) / 1_000)
  if (Number(row.total) + fresh > mostBytes(row.track, row.sound, seconds)) return { size, go: pieceReply.over }
  return size + fresh > MOST_PART_BYTES ? { size, go: pieceReply.renew } : undefined
}

/** What the recorder does next when its bytes were taken. */
export function goOn(row: PartRow, now: Date): PieceReply['go'] {
  const holder = row.track === RecordTrack.phone ? row.phoneSession : row.liveSession
  if (row.state === PaperState.open && row.session !== holder) return pieceReply.elsewhere
  return row.watchedUntil && row.watchedUntil > now ? pieceReply.near : pieceReply.on
}

/** Stores bytes of a part in a transaction; `room`: whether the disk takes them. @returns undefined for a part that is gone or kept elsewhere */
export async function storePiece(
  app: App,
  db: Database,
  { id, offset, bytes, isEnd }: Omit<Piece, keyof Signature>,
  room: Room = 'yes',
): Promise<PieceReply | undefined> {
  const row = await lockPart(db, id)
  if (!row || row.place !== 'here') return undefined
  const size = Number(row.bytes)
  const fresh = row.ended ? bytes.subarray(0, 0) : freshBytes(size, { offset, bytes })
  const refusal = await whyNot(app, db, row, fresh.length)
  if (refusal) return refusal
  if (fresh.length > 0 && room === 'no') return { size, go: pieceReply.full }
  const now = app.clock()
  const read = scanPart(row.mime, row.scan as unknown as Scan, fresh, size)
  if (read.scan.broken) return { size, go: pieceReply.over }
  const path = partFile(app, row)
  // a machine that lost its power may have lost bytes that were counted
  if (size > 0 && (await sizeOf(path)) < size) return { size, go: pieceReply.renew }
  const key = keyOf(app, row)
  const grown = await growFile(path, { size, offset, bytes: row.ended ? fresh : bytes, cover: (part, at) => coverAt(key, part, at) })
  const isWhole = isEnd && offset + bytes.length <= grown
  if (grown > size || (isWhole && !row.ended))
    await db
      .updateTable('paperTrack')
      .set({
        bytes: String(grown),
        ended: row.ended || isWhole,
        lengthMs: read.scan.last,
        initBytes: read.scan.init,
        scan: json(read.scan),
        ...(grown > size ? { startTime: startOf(row, read.scan.last, now), lastTime: now } : {}),
        ...(read.clusters.length > 0 ? { clusters: sql<Buffer>`clusters || ${packClusters(read.clusters)}::bytea` } : {}),
      })
      .where('id', '=', id)
      .execute()
  const go = goOn(row, now)
  // a screen takes less as a film than as pictures
  const isThin = room === 'short' && row.mime !== PICTURES && row.track !== RecordTrack.screen && row.state === PaperState.open
  return { size: grown, go: isThin && go !== pieceReply.elsewhere ? pieceReply.thin : go }
}

/**
 * When the recorder began, by the clock of the server: bytes arrive after they were recorded, so that the least difference between arrival and own time
 * is the nearest. It is never before the call that began the part. @param last milliseconds that the part has
 */
export function startOf({ beginTime, startTime }: Pick<PartRow, 'beginTime' | 'startTime'>, last: number, now: Date): Date {
  const seen = Math.min(now.getTime() - last, startTime?.getTime() ?? Number.POSITIVE_INFINITY)
  return new Date(Math.max(beginTime.getTime(), seen))
}
