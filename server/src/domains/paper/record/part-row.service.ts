// A part of a recording with its paper, and what may happen to it.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordState, RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { pieceReply, type PieceReply, REST_HOURS } from '@shuyuan/contract/paper/record/piece.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { MOST_PART_BYTES, mostBytes } from './piece.rules.ts'

const HOUR_MS = 3_600_000

export const exempt = sql<boolean>`exists (select from exam_record_exempt e where e.exam_id = r.exam_id and e.user_id = paper.user_id)`
/** Bytes of all parts of the track. */
export const total = sql<string>`(select sum(o.bytes) from paper_track o where o.paper_id = t.paper_id and o.track = t.track)`
const partQuery = (db: Database, id: string) =>
  db
    .selectFrom('paperTrack as t')
    .innerJoin('paperRecord as r', 'r.paperId', 't.paperId')
    .innerJoin('paper', 'paper.id', 't.paperId')
    .leftJoin('paperPhone as ph', 'ph.paperId', 't.paperId')
    .where('t.id', '=', id)
    .select(['t.id', 't.paperId', 'track', 'part', 't.session', 'beginTime', 't.startTime', 'bytes', 'ended', 'scan', 't.keySealed'])
    .select(['t.mime', 't.place', 'lengthMs', 'initBytes', 'gaps', 'speech'])
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
    .select([exempt.as('isExempt'), total.as('total')])

/** A part; undefined for one that is gone. */
export const findPart = (db: Database, id: string) => partQuery(db, id).executeTakeFirst()
export type PartRow = NonNullable<Awaited<ReturnType<typeof findPart>>>

/** The same, locked until the end of the transaction. */
export const lockPart = (db: Database, id: string): Promise<PartRow | undefined> => partQuery(db, id).forNoKeyUpdate('t').executeTakeFirst()

/** Whether nothing more of the part is taken: the recording is closed or deleted, the time for the rest is over, or the candidate is exempt now. */
function isOver(app: App, row: PartRow): boolean {
  if (row.keySealed === '' || row.recordState >= RecordState.complete) return true
  if (row.handTime && row.handTime.getTime() + REST_HOURS * HOUR_MS < app.clock().getTime()) return true
  return row.isExempt
}

/** The most bytes that the track may have now. */
export function mostNow(app: App, { handTime, paperStart, track, sound }: PartRow): number {
  const until = handTime ?? app.clock()
  return mostBytes(track, sound, Math.max(0, (until.getTime() - paperStart.getTime()) / 1_000))
}

/** What stands against so many more bytes of a part; undefined for nothing. */
export function whyNot(app: App, row: PartRow, fresh: number): PieceReply | undefined {
  const size = Number(row.bytes)
  if (isOver(app, row) || Number(row.total) + fresh > mostNow(app, row)) return { size, go: pieceReply.over }
  return size + fresh > MOST_PART_BYTES ? { size, go: pieceReply.renew } : undefined
}

/** What the recorder does next when its bytes were taken. */
export function goOn(row: PartRow, now: Date): PieceReply['go'] {
  const holder = row.track === RecordTrack.phone ? row.phoneSession : row.liveSession
  if (row.state === PaperState.open && row.session !== holder) return pieceReply.elsewhere
  return row.watchedUntil && row.watchedUntil > now ? pieceReply.near : pieceReply.on
}

/** A page may say that its recorder began so much earlier than the arrival of bytes tells, as on a slow line, and no more: what it says must not move a recording. */
const MOST_EARLIER_MS = 5_000

/** `last`: length of the part in milliseconds; `arrived`: when the server received its bytes; `said`: the start of the recorder that the page sent */
export type Timing = { last: number; arrived: Date; said?: Date | undefined }

/**
 * When the recorder began, by the clock of the server: bytes arrive after they were recorded, so that the least difference between arrival and own time
 * is the nearest. What the page says is nearer still, within limits (docs/decisions/0255). It is never before the call that began the part.
 */
export function startOf({ beginTime, startTime }: Pick<PartRow, 'beginTime' | 'startTime'>, { last, arrived, said }: Timing): Date {
  const told = arrived.getTime() - last
  const nearer = Math.min(told, Math.max(told - MOST_EARLIER_MS, said?.getTime() ?? told))
  const seen = Math.min(nearer, startTime?.getTime() ?? Number.POSITIVE_INFINITY)
  return new Date(Math.max(beginTime.getTime(), seen))
}
