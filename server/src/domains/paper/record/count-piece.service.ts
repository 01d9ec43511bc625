// Counts what a piece has added to a part, and remembers the part for the next piece: one statement for a piece (docs/decisions/0255).
import { RecordState, RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import type { Scan } from '@shuyuan/contract/paper/record/scan.ts'
import type { scanPart } from '@shuyuan/contract/paper/record/scan-part.ts'
import type { Spoken } from '@shuyuan/contract/paper/record/speech.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { newLru } from '../../../kernel/memo/lru.ts'
import { appPart } from '../../../kernel/part.ts'
import { packClusters } from './cluster.format.ts'
import { gapColumn } from './gap.service.ts'
import { exempt, mostNow, type PartRow, startOf, type Timing, total } from './part-row.service.ts'
import { addSpoken } from './speech.rules.ts'

/** Some pieces long: a part that has stopped is forgotten. */
const REMEMBERED_MS = 60_000
/** About a kilobyte each. */
const MOST_PARTS = 5_000

type Remembered = { row: PartRow; key: Buffer }
/** Parts as their last pieces left them, in this process, with their keys. Another server may know them better, so countPiece compares. */
export const latelyOf = appPart(() => newLru<string, Remembered>(MOST_PARTS, { ttl: REMEMBERED_MS }))

/**
 * The commit does not wait for the disk, as the bytes do not: where the machine loses its power, both are as old, and what is missing is a hole.
 * So no answer waits for a piece in the log of the database.
 */
const unhurried = sql<boolean>`set_config('synchronous_commit', 'off', true) is not null`

/** `grown`: the bytes that the part has now */
type Counted = ReturnType<typeof scanPart> & { grown: number; ended: boolean; isDark: boolean; spoken: readonly Spoken[] } & Pick<
    Timing,
    'arrived' | 'said'
  >

/**
 * Counts what was written, where the part still is as `found`, and may still be recorded. `row` is the same with a gap, where there is one.
 * @returns the part with its paper after it; undefined where another server has counted bytes meanwhile, the paper was handed in, the candidate is exempt
 * now, the track has too many bytes, or the recording is over or deleted
 */
export async function countPiece(
  app: App,
  db: Database,
  { found, row }: { found: PartRow; row: PartRow },
  { scan, clusters, grown, ended, isDark, arrived, said, spoken }: Counted,
): Promise<PartRow | undefined> {
  const isMore = grown > Number(row.bytes)
  const startTime = isMore ? startOf(row, { last: scan.last, arrived, said }) : row.startTime
  const fresh = grown - Number(found.bytes)
  const speech = heardBy(row, spoken, scan.last)
  const set = { bytes: String(grown), ended, lengthMs: scan.last, initBytes: scan.init }
  const now = await db
    .updateTable('paperTrack as t')
    .from('paperRecord as r')
    .innerJoin('paper', 'paper.id', 'r.paperId')
    .leftJoin('paperPhone as ph', 'ph.paperId', 'r.paperId')
    .set({
      ...set,
      gaps: gapColumn(row),
      scan: json(scan),
      ...(speech ? { speech: json(speech) } : {}),
      ...(isMore ? { startTime, lastTime: arrived, darkTime: darkSince(isDark || isSoundOnly(row, scan)) } : {}),
      ...(clusters.length > 0 ? { clusters: sql<Buffer>`t.clusters || ${packClusters(clusters)}::bytea` } : {}),
    })
    .where('t.id', '=', found.id)
    .where('t.bytes', '=', found.bytes)
    .where('t.keySealed', '!=', '')
    .whereRef('r.paperId', '=', 't.paperId')
    .where('r.state', '<', RecordState.complete)
    .where(sql<boolean>`date_trunc('milliseconds', paper.hand_time) is not distinct from ${found.handTime}::timestamptz`)
    .where((eb) => eb.not(exempt))
    .where(sql<boolean>`${total} + ${fresh}::bigint <= ${mostNow(app, row)}::bigint`)
    .where(unhurried)
    .returning(['paper.state', 'liveSession', 'watchedUntil', 'ph.session as phoneSession', 'r.state as recordState'])
    .executeTakeFirst()
  if (!now) return undefined
  return {
    ...row,
    ...set,
    ...now,
    ...(speech ? { speech: speech as never } : {}),
    startTime,
    scan: scan as never,
    total: String(Number(found.total) + fresh),
  }
}

/** Whether these bytes have sound and no picture, whatever the page says of its camera. */
function isSoundOnly({ track, sound, scan }: PartRow, after: Scan): boolean {
  const before = (scan as unknown as Scan).picture ?? -1
  return track === RecordTrack.camera && sound && after.video !== 0 && (after.picture ?? -1) <= before
}

/** `paper_track.dark_time` after a piece; a track that never had a picture is dark from the beginning of all. */
export const darkSince = (isDark: boolean) =>
  isDark ? sql<Date>`coalesce(${sql.ref('t.darkTime')}, ${sql.ref('t.lastTime')}, to_timestamp(0))` : null

/** The times with something like speech after these; undefined where nothing is to be stored: without new ones, and for a track without sound. */
export function heardBy({ track, sound, speech }: PartRow, spoken: readonly Spoken[], lengthMs: number): Spoken[] | undefined {
  const isHeard = track === RecordTrack.camera && sound && spoken.length > 0
  return isHeard ? addSpoken(speech as unknown as Spoken[], spoken, lengthMs) : undefined
}
