// Pieces of a paper's recording that are missing at the storage provider.
import type { Database } from '../../../../kernel/database.ts'
import { PieceState } from './cloud.rules.ts'

/** Positions of missing pieces, by part. @returns a function that answers those of a part */
export async function missingOf(db: Database, paperId: string): Promise<(trackId: string) => { from: number; to: number }[]> {
  const rows = await db
    .selectFrom('paperPiece as p')
    .innerJoin('paperTrack as t', 't.id', 'p.trackId')
    .where('t.paperId', '=', paperId)
    .where('p.state', '=', PieceState.missing)
    .orderBy('p.startAt')
    .select(['p.trackId', 'p.startAt', 'p.bytes'])
    .execute()
  return (trackId) =>
    rows.filter((one) => one.trackId === trackId).map(({ startAt, bytes }) => ({ from: Number(startAt), to: Number(startAt) + bytes }))
}
