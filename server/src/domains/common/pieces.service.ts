// Large files that arrive in pieces: announced, filled, and stored as any other upload once they are complete (docs/decisions/0093).
import { say } from '@shuyuan/contract/common/common.server.texts.ts'
import type { file } from '@shuyuan/contract/common/file.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { App, Ctx, CurrentUser, SlowCtx } from '../../kernel/ctx.ts'
import { Failure, fail, must } from '../../kernel/fail.ts'
import { appendPiece, openPieces, type Piece, piecesPath, removePieces, sweepPieces } from '../../kernel/files/pieces.ts'
import { judgeName, shownName } from './file.rules.ts'
import { findStored, mustMaySend, rulesFor, storeGiven } from './file.service.ts'
import { mustHaveQuota } from './quota.service.ts'

const MB = 1_024 * 1_024
/** Unfinished uploads of one person. */
const MOST_OPEN = 20
const KEEP_MS = 86_400_000
/** Storing a complete file takes no longer; afterwards it may be tried again. */
const CLAIM_MS = 1_800_000
/** Refusals of a file that will not change. */
const final = new Set(['fileKind', 'fileTooLarge', 'fileMissing'])

/**
 * Announces a file. Fails forbidden, fileKind and fileTooLarge as an upload of this name and size, tooOften beyond the person's quota, in
 * which the unfinished uploads count, and storageDown without room on the disk.
 */
export async function beginPieces(ctx: Ctx, { scene, name, size }: Input<typeof file.begin>): Promise<Output<typeof file.begin>> {
  const { app, db, now, user } = ctx
  mustMaySend(ctx, scene)
  const verdict = judgeName(rulesFor(ctx, scene), name)
  if ('refused' in verdict) fail(verdict.refused, verdict.message)
  if (size > verdict.cap) fail('fileTooLarge', say('fileOver', { mb: verdict.cap / MB }))
  await sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${user.id}`}, 0))`.execute(db)
  const open = await db
    .selectFrom('commonUpload')
    .where('ownerId', '=', user.id)
    .where('fileId', 'is', null)
    .select([sql<number>`count(*)::int`.as('files'), sql<number>`coalesce(sum(size), 0)::float8`.as('bytes')])
    .executeTakeFirstOrThrow()
  if (open.files >= MOST_OPEN) fail('tooOften', say('uploadsOpen', { n: MOST_OPEN }))
  await mustHaveQuota(ctx, size + open.bytes)
  const { bavail, bsize } = await statfs(app.config.dataDir)
  if (bavail * bsize < size + app.config.diskMinMb * MB) fail('storageDown', say('uploadNoRoom'))
  const id = randomUUID()
  await openPieces(app, id)
  const row = { id, ownerId: user.id, scene, name: shownName(name), size, createTime: now, updateTime: now }
  await db.insertInto('commonUpload').values(row).execute()
  return { id }
}

export type OpenUpload = { size: number; received: number }
type Owner = Pick<CurrentUser, 'id'>

/** Size and arrived bytes of the person's unfinished upload; undefined for another person's and for a stored one. */
export async function findPieces({ db }: Pick<App, 'db'>, owner: Owner, id: string): Promise<OpenUpload | undefined> {
  const row = await db
    .selectFrom('commonUpload')
    .where('id', '=', id)
    .where('ownerId', '=', owner.id)
    .where('fileId', 'is', null)
    .select(['size', 'received'])
    .executeTakeFirst()
  return row && { size: Number(row.size), received: Number(row.received) }
}

/** Adds a piece behind the first `offset` bytes. @returns the bytes that count now; undefined where others than these have arrived */
export function addPiece(
  app: App,
  owner: Owner,
  { id, offset }: { id: string; offset: number },
  piece: Piece,
): Promise<number | undefined> {
  return app.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom('commonUpload')
      .where('id', '=', id)
      .where('ownerId', '=', owner.id)
      .where('claimTime', 'is', null)
      .forUpdate()
      .select(['size', 'received'])
      .executeTakeFirst()
    const received = offset + piece.size
    if (!row || Number(row.received) !== offset || received > Number(row.size)) return undefined
    await appendPiece(app, id, offset, piece)
    await db.updateTable('commonUpload').set({ received, updateTime: app.clock() }).where('id', '=', id).execute()
    return received
  })
}

/** Gives an unfinished upload up. @returns false where there is none */
export async function dropPieces(app: App, owner: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await app.db
    .deleteFrom('commonUpload')
    .where('id', '=', id)
    .where('ownerId', '=', owner.id)
    .where('claimTime', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await removePieces(app, id)
  return numDeletedRows > 0n
}

/**
 * Checks and stores the complete file. A file that its content refuses is removed; after another failure the call may be repeated. Fails
 * notFound, fileMissing while bytes are missing, conflict while another call stores it, and as an ordinary upload.
 */
export async function finishPieces(ctx: SlowCtx, { id }: Input<typeof file.finish>): Promise<Output<typeof file.finish>> {
  const { app, user, now } = ctx
  const find = app.db.selectFrom('commonUpload').where('id', '=', id).where('ownerId', '=', user.id)
  const row = must(await find.select(['scene', 'name', 'size', 'received', 'fileId']).executeTakeFirst())
  const { fileId, name } = row
  if (fileId !== null) return ctx.transaction((inner) => findStored(inner, fileId))
  if (row.received !== row.size) fail('fileMissing', say('uploadUnfinished'))
  const { numUpdatedRows } = await app.db
    .updateTable('commonUpload')
    .set({ claimTime: now })
    .where('id', '=', id)
    .where('fileId', 'is', null)
    .where((eb) => eb.or([eb('claimTime', 'is', null), eb('claimTime', '<', new Date(now.getTime() - CLAIM_MS))]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('conflict', say('uploadBeingStored'))
  const scene = row.scene as Input<typeof file.begin>['scene']
  try {
    return await storeGiven(ctx, { path: piecesPath(app, id), name, size: Number(row.size) }, scene, (inner, stored) =>
      inner.db.updateTable('commonUpload').set({ fileId: stored.id, updateTime: now }).where('id', '=', id).execute(),
    )
  } catch (error) {
    // a file that was stored and taken back is gone
    if ((error instanceof Failure && final.has(error.reason)) || !existsSync(piecesPath(app, id))) {
      await app.db.deleteFrom('commonUpload').where('id', '=', id).execute()
      await removePieces(app, id)
    } else await app.db.updateTable('commonUpload').set({ claimTime: null }).where('id', '=', id).execute()
    throw error
  } finally {
    // a cloud has a copy now; in a folder of this server the file itself was moved
    if (await app.db.selectFrom('commonUpload').where('id', '=', id).where('fileId', 'is not', null).select('id').executeTakeFirst())
      await removePieces(app, id)
  }
}

/** Removes uploads of which nothing has arrived for a day, and notes of stored ones. */
export async function sweepUploads(app: App): Promise<void> {
  const before = new Date(app.clock().getTime() - KEEP_MS)
  const gone = await app.db.deleteFrom('commonUpload').where('updateTime', '<', before).returning('id').execute()
  for (const { id } of gone) await removePieces(app, id)
  const isKnown = async (id: string) =>
    (await app.db.selectFrom('commonUpload').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
  await sweepPieces(app, before, isKnown)
}
