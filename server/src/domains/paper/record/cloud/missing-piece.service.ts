// What is missing of a paper's recording: pieces that never came to the storage provider, and those that a browser has dropped.
import { sql } from 'kysely'
import type { Database } from '../../../../kernel/database.ts'
import { gapsOf } from '../gap.service.ts'
import { PieceState } from './cloud.rules.ts'
import type { Missing } from './stretch.rules.ts'

/** Positions of missing bytes, by part. @returns a function that answers those of a part */
export async function missingOf(db: Database, paperId: string): Promise<(trackId: string) => Missing[]> {
  const rows = await db
    .selectFrom('paperPiece as p')
    .innerJoin('paperTrack as t', 't.id', 'p.trackId')
    .where('t.paperId', '=', paperId)
    .where('p.state', '=', PieceState.missing)
    .orderBy('p.startAt')
    .select(['p.trackId', 'p.startAt', 'p.bytes'])
    .execute()
  const dropped = await db
    .selectFrom('paperTrack')
    .where('paperId', '=', paperId)
    .where(sql<boolean>`gaps <> '[]'`)
    .select(['id', 'gaps'])
    .execute()
  return (trackId) => [
    ...rows.filter((one) => one.trackId === trackId).map(({ startAt, bytes }) => ({ from: Number(startAt), to: Number(startAt) + bytes })),
    ...dropped.filter((one) => one.id === trackId).flatMap((one) => gapsOf(one).map(([from, to, ms]) => ({ from, to, ms }))),
  ]
}
