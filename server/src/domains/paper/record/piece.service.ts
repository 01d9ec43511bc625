// Takes what a recorder wrote of a part. The server appends and indexes; it starts no encoder (docs/decisions/0214).
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordState, RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { pieceReply, type PieceReply, REST_HOURS } from '@shuyuan/contract/paper/record/record.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { diskOf } from '../../../kernel/files/disk.ts'
import { freshBytes, growFile, sizeOf } from '../../../kernel/files/growing-file.ts'
import { coverAt } from '../../../kernel/files/position-cipher.ts'
import { isSigned, type Signature } from '../../../kernel/files/signed-file.ts'
import { appPart } from '../../../kernel/part.ts'
import { Turns } from '../../../kernel/turns.ts'
import { isExempt } from './need.service.ts'
import { MOST_PART_BYTES, mostBytes } from './piece.rules.ts'
import { PHONE, signedKey } from './part.service.ts'
import { keyOf, partFile } from './record-file.service.ts'
import { packClusters, type Scan, scanWebm } from './webm.format.ts'

/** Pieces that are written at the same time by a process: the connections of the database are for answers. */
const AT_ONCE = 3
const turnsOf = appPart(() => new Turns(AT_ONCE))
const HOUR_MS = 3_600_000

export type Piece = Required<Signature> & {
  id: string
  offset: number
  bytes: Buffer
  /** the recorder has stopped: these are its last bytes */
  isEnd: boolean
}

/** Stores bytes of a part. @returns undefined for an address that was never given, ended, or whose person is not signed in; a phone has no person */
export async function takePiece(app: App, { e, u, s, ...piece }: Piece): Promise<PieceReply | undefined> {
  const isGood = u !== '' && isSigned(await app.storage.secret(), signedKey(piece.id), { e, u, s }, app.clock())
  if (!isGood || (u !== PHONE && !(await app.storage.admits(u)))) return undefined
  return turnsOf(app).take(async () => {
    const hasRoom = await diskOf(app).hasRoom(piece.bytes.length)
    return app.db.transaction().execute((db) => storePiece(app, db, piece, hasRoom))
  })
}

const lockPart = (db: Database, id: string) =>
  db
    .selectFrom('paperTrack as t')
    .innerJoin('paperRecord as r', 'r.paperId', 't.paperId')
    .innerJoin('paper', 'paper.id', 't.paperId')
    .leftJoin('paperPhone as ph', 'ph.paperId', 't.paperId')
    .where('t.id', '=', id)
    .select(['t.id', 't.paperId', 'track', 'part', 't.session', 'beginTime', 't.startTime', 'bytes', 'ended', 'scan', 't.keySealed'])
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
type Row = NonNullable<Awaited<ReturnType<typeof lockPart>>>

/** Whether nothing more of the part is taken: the recording is closed or deleted, the time for the rest is over, or the candidate is exempt now. */
async function isOver(app: App, db: Database, row: Row): Promise<boolean> {
  if (row.keySealed === '' || row.recordState >= RecordState.complete) return true
  if (row.handTime && row.handTime.getTime() + REST_HOURS * HOUR_MS < app.clock().getTime()) return true
  return isExempt(db, row.examId, row.userId)
}

/** Stores bytes of a part in a transaction; `hasRoom`: the disk takes them. @returns undefined for a part that is gone */
export async function storePiece(
  app: App,
  db: Database,
  { id, offset, bytes, isEnd }: Omit<Piece, keyof Signature>,
  hasRoom: boolean,
): Promise<PieceReply | undefined> {
  const row = await lockPart(db, id)
  if (!row) return undefined
  const size = Number(row.bytes)
  const over = { size, go: pieceReply.over }
  if (await isOver(app, db, row)) return over
  const fresh = row.ended ? bytes.subarray(0, 0) : freshBytes(size, { offset, bytes })
  if (fresh.length > 0 && !hasRoom) return { size, go: pieceReply.full }
  const now = app.clock()
  const until = row.handTime ?? now
  const seconds = Math.max(0, (until.getTime() - row.paperStart.getTime()) / 1_000)
  if (Number(row.total) + fresh.length > mostBytes(row.track, row.sound, seconds)) return over
  if (size + fresh.length > MOST_PART_BYTES) return { size, go: pieceReply.renew }
  const read = scanWebm(row.scan as unknown as Scan, fresh, size)
  if (read.scan.broken) return over
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
        ...(grown > size ? { startTime: startOf(row, read.scan, now), lastTime: now } : {}),
        ...(read.clusters.length > 0 ? { clusters: sql<Buffer>`clusters || ${packClusters(read.clusters)}::bytea` } : {}),
      })
      .where('id', '=', id)
      .execute()
  const holder = row.track === RecordTrack.phone ? row.phoneSession : row.liveSession
  const isElsewhere = row.state === PaperState.open && row.session !== holder
  if (isElsewhere) return { size: grown, go: pieceReply.elsewhere }
  return { size: grown, go: row.watchedUntil && row.watchedUntil > now ? pieceReply.near : pieceReply.on }
}

/**
 * When the recorder began, by the clock of the server: bytes arrive after they were recorded, so that the least difference between arrival and own time
 * is the nearest. It is never before the call that began the part.
 */
function startOf({ beginTime, startTime }: Row, { last }: Scan, now: Date): Date {
  const seen = Math.min(now.getTime() - last, startTime?.getTime() ?? Number.POSITIVE_INFINITY)
  return new Date(Math.max(beginTime.getTime(), seen))
}
