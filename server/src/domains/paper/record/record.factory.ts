// Recordings of papers without the calls of a browser, for the demonstration.
import type { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { PIECE_BYTES } from '@shuyuan/contract/paper/record/piece.ts'
import type { App } from '../../../kernel/ctx.ts'
import { addPart } from './part.service.ts'
import { storePiece } from './piece.service.ts'
import { newScan } from '@shuyuan/contract/paper/record/scan.ts'
import { scanWebm } from '@shuyuan/contract/paper/record/webm-scan.ts'

/** The beginning of a film, up to the first cluster with a key frame after so many milliseconds. */
export function beginningOf(film: Buffer, ms: number): Buffer {
  const cut = scanWebm(newScan, film, 0).clusters.find((one) => one.time >= ms)
  return cut ? film.subarray(0, cut.at) : film
}

type Made = { paperId: string; track: RecordTrack; mime: string; film: Buffer; at: Date; isWhole?: boolean }

/** A part that a recorder began at this time, with the whole film; its last bytes come when the recorder stops. `isWhole`: nothing was lost. */
export async function makePart(app: App, { paperId, track, mime, film, at, isWhole = true }: Made): Promise<void> {
  const { last } = scanWebm(newScan, film, 0).scan
  const then: App = { ...app, clock: () => new Date(at.getTime() + last) }
  await app.db.transaction().execute(async (db) => {
    const { id } = await addPart(app, db, { paperId, track, mime, session: '', surface: '', recordState: RecordState.recording }, at)
    for (let offset = 0; offset < film.length; offset += PIECE_BYTES) {
      const bytes = film.subarray(offset, offset + PIECE_BYTES)
      await storePiece(then, db, { id, offset, bytes, isEnd: isWhole && offset + PIECE_BYTES >= film.length })
    }
  })
}
