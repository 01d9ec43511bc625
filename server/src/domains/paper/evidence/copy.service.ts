// A copy of a recording as a file: requested here, noted as watched, made by the job of exports (docs/decisions/0222).
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { evidenceReview } from '@shuyuan/contract/paper/evidence/review.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { mustHaveRoom } from '../../../kernel/files/disk.ts'
import { chosenParts, COPY_BYTES } from '../result/evidence-file.service.ts'
import { mustHaveTurn, queueExport } from '../result/export.service.ts'
import { mustReview } from './replay-scope.service.ts'
import { noteView } from './view.service.ts'

/**
 * Queues a file of the tracks. Each part is noted as taken by the caller before the file exists. Fails notFound, paperStillOpen, recordGone, exportBusy,
 * recordTooLarge, storageDown, and at `tracks` or `toMs` where there is nothing.
 */
export async function copyRecording(
  ctx: Ctx,
  { paperId, fromMs = 0, toMs, tracks }: Input<typeof evidenceReview.export>,
): Promise<Output<typeof evidenceReview.export>> {
  const { app, db, user, now, request } = ctx
  const row = await mustReview(ctx, paperId)
  if (row.state === RecordState.deleted) fail('recordGone')
  if (row.paperState === PaperState.open) fail('paperStillOpen')
  if (toMs !== undefined && toMs <= fromMs) failField('toMs', say('spanEmpty'))
  await mustHaveTurn(ctx)
  const options = { tracks: [...new Set(tracks)], fromMs, toMs: toMs ?? null }
  const parts = await chosenParts(db, paperId, options)
  if (parts.length === 0) failField('tracks', say('exportNothing'))
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  if (bytes > COPY_BYTES) fail('recordTooLarge')
  await mustHaveRoom(app, bytes)
  for (const { track, part, own } of parts)
    await noteView(db, { paperId, track, part, userId: user.id, seen: false, exported: true, live: false, ...own, ip: request.ip }, now)
  ctx.change.after = { paperId, ...options, parts: parts.length }
  return queueExport(ctx, { kind: 'evidence', title: `${row.title}_${row.realName}`, paperIds: [paperId], total: parts.length, options })
}
