// Parts of recordings: begins them, and takes what a recorder wrote. The server appends and indexes; it starts no encoder (docs/decisions/0214).
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordState, RecordTrack, recordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { PIECE_MS, pieceReply, type PieceReply, type record, REST_HOURS } from '@shuyuan/contract/paper/record/record.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { diskOf } from '../../../kernel/files/disk.ts'
import { freshBytes, growFile, sizeOf } from '../../../kernel/files/growing-file.ts'
import { coverAt } from '../../../kernel/files/position-cipher.ts'
import { isSigned, type Signature, signedParts } from '../../../kernel/files/signed-file.ts'
import { appPart } from '../../../kernel/part.ts'
import { Turns } from '../../../kernel/turns.ts'
import { recordEvent } from '../channel/timeline.service.ts'
import { isExempt } from './need.service.ts'
import { bitsOf, MOST_PART_BYTES, MOST_PARTS, mostBytes } from './piece.rules.ts'
import { keyOf, newSealedKey, partFile } from './record-file.service.ts'
import { newScan, packClusters, type Scan, scanWebm } from './webm.format.ts'

/** Pieces that are written at the same time by a process: the connections of the database are for answers. */
const AT_ONCE = 3
const turnsOf = appPart(() => new Turns(AT_ONCE))
/** An exam, and the time after it in which the rest may come. */
const ADDRESS_HOURS = 48
const HOUR_MS = 3_600_000

const signedKey = (id: string) => `paper-piece/${id}`

/**
 * Begins a part of the caller's open paper, for the page load that has the write lock. Fails notFound for a paper that is not recorded so,
 * paperClosed, paperElsewhere, recordTooMany.
 */
export async function beginPart(
  ctx: Ctx,
  { paperId, track, session, ...form }: Input<typeof record.begin>,
): Promise<Output<typeof record.begin>> {
  const { app, user } = ctx
  const begun = await app.db.transaction().execute(async (db) => {
    const row = must(await lockOwn(db, paperId, user.id))
    const isAsked = track === RecordTrack.camera ? row.camera : row.screen
    if (!isAsked || (await isExempt(db, row.examId, user.id))) fail('notFound')
    if (row.state !== PaperState.open) fail('paperClosed')
    if (row.liveSession !== session) fail('paperElsewhere')
    const now = app.clock()
    // a reopened paper goes on
    if (row.recordState !== RecordState.recording)
      await db.updateTable('paperRecord').set({ state: RecordState.recording, keepUntil: null }).where('paperId', '=', paperId).execute()
    const part = await nextPart(db, paperId, track)
    const { id } = await db
      .insertInto('paperTrack')
      .values({ paperId, track, part, session, ...form, beginTime: now, scan: json(newScan) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('paperTrack')
      .set({ keySealed: newSealedKey(app, id) })
      .where('id', '=', id)
      .execute()
    const data = { part, surface: form.surface }
    await recordEvent(db, {
      paperId,
      kind: 'record',
      eventId: `record:${track}:${part}`,
      message: `开始录制${recordTrack[track]}`,
      data,
      at: now,
    })
    return { id, part, now, sound: row.sound }
  })
  const { e, u, s } = signedParts(await app.storage.secret(), signedKey(begun.id), begun.now, ADDRESS_HOURS, user.id)
  return {
    id: begun.id,
    address: `/api/paper/piece/${begun.id}/${e}/${u}/${s}`,
    part: begun.part,
    size: 0,
    pieceMs: PIECE_MS,
    ...bitsOf(track, begun.sound),
    now: begun.now,
  }
}

const lockOwn = (db: Database, paperId: string, userId: string) =>
  db
    .selectFrom('paperRecord as r')
    .innerJoin('paper', 'paper.id', 'r.paperId')
    .where('r.paperId', '=', paperId)
    .where('paper.userId', '=', userId)
    .where('r.state', '!=', RecordState.deleted)
    .select(['r.examId', 'r.camera', 'r.sound', 'r.screen', 'r.state as recordState', 'paper.state', 'liveSession'])
    .forNoKeyUpdate('r')
    .executeTakeFirst()

async function nextPart(db: Database, paperId: string, track: RecordTrack): Promise<number> {
  const { last } = await db
    .selectFrom('paperTrack')
    .where('paperId', '=', paperId)
    .where('track', '=', track)
    .select((q) => q.fn.max<number | null>('part').as('last'))
    .executeTakeFirstOrThrow()
  const part = (last ?? 0) + 1
  return part <= MOST_PARTS ? part : fail('recordTooMany')
}

export type Piece = Required<Signature> & {
  id: string
  offset: number
  bytes: Buffer
  /** the recorder has stopped: these are its last bytes */
  isEnd: boolean
}

/** Stores bytes of a part. @returns undefined for an address that was never given, ended, or whose person is not signed in */
export async function takePiece(app: App, { e, u, s, ...piece }: Piece): Promise<PieceReply | undefined> {
  const isGood = u !== '' && isSigned(await app.storage.secret(), signedKey(piece.id), { e, u, s }, app.clock())
  if (!isGood || !(await app.storage.admits(u))) return undefined
  return turnsOf(app).take(async () => {
    const hasRoom = await diskOf(app).hasRoom(piece.bytes.length)
    return app.db.transaction().execute((db) => store(app, db, piece, hasRoom))
  })
}

const lockPart = (db: Database, id: string) =>
  db
    .selectFrom('paperTrack as t')
    .innerJoin('paperRecord as r', 'r.paperId', 't.paperId')
    .innerJoin('paper', 'paper.id', 't.paperId')
    .where('t.id', '=', id)
    .select(['t.id', 't.paperId', 'track', 'part', 'session', 'beginTime', 't.startTime', 'bytes', 'ended', 'scan', 'keySealed'])
    .select(['r.examId', 'r.sound', 'r.state as recordState', 'watchedUntil', 'paper.userId', 'paper.state', 'liveSession'])
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

async function store(
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
  const isElsewhere = row.state === PaperState.open && row.session !== row.liveSession
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

/** What of the caller's paper was recorded; null where it was not. Fails notFound for another's paper. */
export async function findOwnRecord({ db, user }: Ctx, { paperId }: Input<typeof record.mine>): Promise<Output<typeof record.mine>> {
  must(await db.selectFrom('paper').where('id', '=', paperId).where('userId', '=', user.id).select('id').executeTakeFirst())
  const row = await db
    .selectFrom('paperRecord')
    .where('paperId', '=', paperId)
    .select(['camera', 'sound', 'screen', 'state', 'keepUntil'])
    .executeTakeFirst()
  return row ?? null
}
