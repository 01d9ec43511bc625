// Pieces of recordings that a browser sends straight to the storage provider: addresses for them, and what has arrived (docs/decisions/0240).
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { pieceReply } from '@shuyuan/contract/paper/record/piece.ts'
import type { record } from '@shuyuan/contract/paper/record/record.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../../kernel/ctx.ts'
import { type Database, json } from '../../../../kernel/database.ts'
import { fail } from '../../../../kernel/fail.ts'
import { packClusters, unpackClusters } from '../cluster.format.ts'
import { darkSince, heardBy } from '../count-piece.service.ts'
import { canSkip, gapColumn, noteGap, skipped } from '../gap.service.ts'
import { ADDRESS_SECONDS, areInOrder, lengthWithin, PieceState } from './cloud.rules.ts'
import { goOn, lockPart, type PartRow, startOf, whyNot } from '../part-row.service.ts'

/** Whether a part is the caller's. */
type IsOwn = (row: PartRow) => boolean
const ownOf =
  (userId: string): IsOwn =>
  (row) =>
    row.userId === userId && row.track !== RecordTrack.phone

/** The caller's part at a storage provider, locked. Fails notFound. */
async function mustOwn(db: Database, trackId: string, isOwn: IsOwn): Promise<PartRow> {
  const row = await lockPart(db, trackId)
  return row?.place === 'cloud' && isOwn(row) ? row : fail('notFound')
}

type Sign = (typeof record)['sign-pieces']
type Done = (typeof record)['put-done']
export const signPieces = ({ app, user }: Ctx, input: Input<Sign>) => signFor(app, ownOf(user.id), input)
export const putDone = ({ app, user }: Ctx, input: Input<Done>) => doneFor(app, ownOf(user.id), input)

/** Requests for the next pieces; rows of them are kept, so that what was sent can be removed in any case. Fails notFound, storageOther. */
export async function signFor(app: App, isOwn: IsOwn, { trackId, from, sizes, lost }: Input<Sign>): Promise<Output<Sign>> {
  const signed = await app.db.transaction().execute(async (db) => {
    const found = await mustOwn(db, trackId, isOwn)
    const isGap = lost && canSkip(found, from)
    const row = isGap ? skipped(found, from) : found
    const size = Number(row.bytes)
    const fresh = sizes.reduce((sum, one) => sum + one, 0)
    // an address may have been used, whatever the page says
    const refusal = whyNot(app, row, fresh + size - Number(found.bytes) + (await unreported(db, row)))
    if (refusal) return { ...refusal, size: Number(found.bytes), pieces: [] }
    const answer = { size, go: goOn(row, app.clock()) }
    if (row.ended || from !== size) return { ...answer, pieces: [] }
    if (isGap) {
      await db
        .updateTable('paperTrack')
        .set({ bytes: row.bytes, gaps: gapColumn(row) })
        .where('id', '=', trackId)
        .execute()
      await noteGap(db, row, size, app.clock())
    }
    const pieces = sizes.map((bytes, at) => ({ startAt: size + sizes.slice(0, at).reduce((sum, one) => sum + one, 0), bytes }))
    await db
      .insertInto('paperPiece')
      .values(pieces.map((one) => ({ trackId, startAt: String(one.startAt), bytes: one.bytes, createTime: app.clock() })))
      .onConflict((conflict) =>
        conflict
          .columns(['trackId', 'startAt'])
          .doUpdateSet((old) => ({ bytes: old.ref('excluded.bytes'), createTime: old.ref('excluded.createTime') })),
      )
      .execute()
    return { ...answer, pieces }
  })
  const { pieces, ...answer } = signed
  if (pieces.length === 0) return { ...answer, items: [] }
  return { ...answer, items: await requestsFor(app, trackId, pieces) }
}

/** Bytes of this track that the page has addresses for and has not reported; the next piece is left out. */
async function unreported(db: Database, { paperId, track, id, bytes }: PartRow): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(p.bytes), 0)::float8 as sum
    from paper_track t join paper_piece p on p.track_id = t.id and p.state = ${sql.lit(PieceState.signed)}
    where t.paper_id = ${paperId} and t.track = ${track} and not (p.track_id = ${id} and p.start_at = ${bytes})`.execute(db)
  return rows[0]?.sum ?? 0
}

async function requestsFor(app: App, trackId: string, pieces: readonly { startAt: number; bytes: number }[]) {
  const { provider, prefix } = await app.db
    .selectFrom('paperCloud')
    .where('trackId', '=', trackId)
    .select(['provider', 'prefix'])
    .executeTakeFirstOrThrow()
  const { pieceRequest } = (await app.storage.named(provider)) ?? fail('storageOther')
  if (!pieceRequest) return fail('storageOther')
  return pieces.map(({ startAt, bytes }) => {
    const key = `${prefix}${startAt}`
    return { key, ...pieceRequest(key, bytes, ADDRESS_SECONDS) }
  })
}

/** Notes that a piece has arrived; the job paper.record.heads looks whether it is there. Fails notFound. */
export async function doneFor(app: App, isOwn: IsOwn, { trackId, clusters, ...piece }: Input<Done>): Promise<Output<Done>> {
  return app.db.transaction().execute(async (db) => {
    const row = await mustOwn(db, trackId, isOwn)
    const refusal = whyNot(app, row, 0)
    if (refusal) return refusal
    const found = clusters.map(([at, time]) => ({ at, time }))
    const size = await addPiece(app, db, row, { ...piece, clusters: found })
    if (size === undefined) return { size: Number(row.bytes), go: pieceReply.over }
    const isWhole = piece.end && piece.offset + piece.bytes <= size
    if (isWhole && !row.ended) await db.updateTable('paperTrack').set({ ended: true }).where('id', '=', trackId).execute()
    return { size, go: goOn(row, app.clock()) }
  })
}

type Sent = Omit<Input<Done>, 'trackId' | 'clusters' | 'end'> & { clusters: { at: number; time: number }[] }

/** @returns the bytes that the part has now; undefined for an index that cannot be */
async function addPiece(app: App, db: Database, row: PartRow, sent: Sent): Promise<number | undefined> {
  const size = Number(row.bytes)
  const { offset, bytes, sha256, clusters } = sent
  if (row.ended || bytes === 0 || offset !== size || sha256 === '') return size
  const now = app.clock()
  const end = size + bytes
  const lengthMs = lengthWithin(sent.lengthMs, row.lengthMs, now.getTime() - row.beginTime.getTime())
  const { newest } = await db
    .selectFrom('paperTrack')
    .where('id', '=', row.id)
    .select(sql<Buffer>`substring(clusters from greatest(1, octet_length(clusters) - 7))`.as('newest'))
    .executeTakeFirstOrThrow()
  if (!areInOrder(clusters, unpackClusters(newest).at(-1), { end, lengthMs }) || sent.init > end) return undefined
  const [noted] = await db
    .updateTable('paperPiece')
    .set({ state: PieceState.sent, sha256: Buffer.from(sha256, 'hex'), createTime: now })
    .where('trackId', '=', row.id)
    .where('startAt', '=', String(offset))
    .where('bytes', '=', bytes)
    .where('state', '=', PieceState.signed)
    .returning('startAt')
    .execute()
  // an address for another size was given last: the page asks again
  if (!noted) return size
  const speech = heardBy(row, sent.speech, lengthMs)
  await db
    .updateTable('paperTrack as t')
    .set({
      bytes: String(end),
      lengthMs,
      initBytes: row.initBytes || sent.init,
      startTime: startOf(row, {
        last: lengthMs,
        arrived: now,
        said: sent.age === undefined ? undefined : new Date(now.getTime() - sent.age),
      }),
      lastTime: now,
      darkTime: darkSince(sent.dark),
      ...(speech ? { speech: json(speech) } : {}),
      ...(clusters.length > 0 ? { clusters: sql<Buffer>`t.clusters || ${packClusters(clusters)}::bytea` } : {}),
    })
    .where('t.id', '=', row.id)
    .execute()
  return end
}
