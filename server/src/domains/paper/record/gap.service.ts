// What a browser dropped of a part because it had no room for it: the part goes on behind a gap, which the replay shows as a hole.
import { recordTrack, type RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import type { Database } from '../../../kernel/database.ts'
import { json } from '../../../kernel/database.ts'
import { recordEvent } from '../channel/timeline.service.ts'
import type { PartRow } from './part-row.service.ts'

/** A browser drops a tenth of its room at a time; more gaps than this are noise. */
const MOST_GAPS = 500

/** `ms`: the time of the last picture before it */
type Gap = [from: number, to: number, ms: number]
export const gapsOf = ({ gaps }: Pick<PartRow, 'gaps'>): Gap[] => gaps as Gap[]

/** Bytes of the file that is stored for certain: a gap at its end has none. */
export function storedOf(row: Pick<PartRow, 'bytes' | 'gaps'>): number {
  const last = gapsOf(row).at(-1)
  return last?.[1] === Number(row.bytes) ? last[0] : Number(row.bytes)
}

/**
 * Whether the part can go on at this position. Its head is needed, which tells how the film is to be read.
 * @param to position of the next bytes that the page has
 */
export const canSkip = (row: PartRow, to: number): boolean =>
  !row.ended && row.initBytes > 0 && to > Number(row.bytes) && gapsOf(row).length < MOST_GAPS

/** The row with a gap up to this position. */
export const skipped = (row: PartRow, to: number): PartRow => {
  const gaps = gapsOf(row)
  const last = gaps.at(-1)
  const isLonger = last?.[1] === Number(row.bytes)
  return {
    ...row,
    bytes: String(to),
    gaps: isLonger ? [...gaps.slice(0, -1), [last[0], to, last[2]]] : [...gaps, [Number(row.bytes), to, row.lengthMs]],
  }
}

/** Says in the timeline that something is missing. */
export async function noteGap(db: Database, row: Pick<PartRow, 'paperId' | 'id' | 'track'>, to: number, at: Date): Promise<void> {
  const message = `录像缺失：考生浏览器空间不足，丢弃了较早的${recordTrack[row.track as RecordTrack]}画面`
  await recordEvent(db, { paperId: row.paperId, kind: 'record', eventId: `gap:${row.id}:${to}`, message, data: {}, at })
}

/** The gaps as they are stored. */
export const gapColumn = (row: PartRow) => json(gapsOf(row))
