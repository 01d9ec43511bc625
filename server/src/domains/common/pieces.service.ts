// Large files that arrive in pieces: announced, filled, and stored as any other upload once they are complete (docs/decisions/0066).
import { say } from '@shuyuan/contract/common/common.server.texts.ts'
import type { file } from '@shuyuan/contract/common/file.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { App, Ctx, CurrentUser, SlowCtx } from '../../kernel/ctx.ts'
import { Failure, fail, must } from '../../kernel/fail.ts'
import { mustHaveRoom } from '../../kernel/files/disk.ts'
import { appendPiece, openPieces, type Piece, piecesPath, removePieces, sweepPieces } from '../../kernel/files/pieces.ts'
import { abortDirect, finishDirect } from './cloud-pieces.service.ts'
import { judgeName, shownName } from './file.rules.ts'
import { findStored, mustMaySend, rulesFor, storeGiven } from './file.service.ts'
import { mustHaveSpace } from './quota.service.ts'

const MB = 1_024 * 1_024
/** The provider of uploads whose pieces this server receives. */
const HERE = 'local'
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
  await mustHaveSpace(ctx, size, { isLast: true })
  await mustHaveRoom(app, size)
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
    .where('provider', '=', HERE)
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
      .where('provider', '=', HERE)
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
    .where('provider', '=', HERE)
    .where('claimTime', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await removePieces(app, id)
  return numDeletedRows > 0n
}

const uploadColumns = ['id', 'scene', 'name', 'size', 'received', 'fileId', 'provider', 'storageKey', 'cloudUpload'] as const
type Scene = Input<typeof file.begin>['scene']

/**
 * Checks and stores the complete file. A file that its content refuses is removed; after another failure the call may be repeated. Fails
 * notFound, fileMissing while bytes are missing, conflict while another call stores it, and as an ordinary upload.
 */
export async function finishPieces(ctx: SlowCtx, { id }: Input<typeof file.finish>): Promise<Output<typeof file.finish>> {
  const { app, user, now } = ctx
  const find = app.db.selectFrom('commonUpload').where('id', '=', id).where('ownerId', '=', user.id)
  const row = must(await find.select(uploadColumns).executeTakeFirst())
  const { fileId, name } = row
  if (fileId !== null) return ctx.transaction((inner) => findStored(inner, fileId))
  const isHere = row.provider === HERE
  if (isHere && row.received !== row.size) fail('fileMissing', say('uploadUnfinished'))
  const { numUpdatedRows } = await app.db
    .updateTable('commonUpload')
    .set({ claimTime: now })
    .where('id', '=', id)
    .where('fileId', 'is', null)
    .where((eb) => eb.or([eb('claimTime', 'is', null), eb('claimTime', '<', new Date(now.getTime() - CLAIM_MS))]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('conflict', say('uploadBeingStored'))
  const scene = row.scene as Scene
  try {
    if (!isHere) return await finishDirect(ctx, { ...row, scene })
    return await storeGiven(ctx, { path: piecesPath(app, id), name, size: Number(row.size) }, scene, (inner, stored) =>
      inner.db.updateTable('commonUpload').set({ fileId: stored.id, updateTime: now }).where('id', '=', id).execute(),
    )
  } catch (error) {
    // a file that was stored and taken back is gone
    const isGone = isHere ? !existsSync(piecesPath(app, id)) : isReason(error, 'notFound')
    const isFinal = isGone || (error instanceof Failure && final.has(error.reason) && (isHere || !isReason(error, 'fileMissing')))
    if (isFinal) {
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

const isReason = (error: unknown, reason: string) => error instanceof Failure && error.reason === reason

/** Removes uploads of which nothing has arrived for a day, and notes of stored ones. What a silent provider holds is removed later. */
export async function sweepUploads(app: App): Promise<void> {
  const before = new Date(app.clock().getTime() - KEEP_MS)
  const old = await app.db.selectFrom('commonUpload').where('updateTime', '<', before).select(uploadColumns).execute()
  for (const row of old) {
    if (row.provider !== HERE && row.fileId === null && !(await abortDirect(app, row))) continue
    await app.db.deleteFrom('commonUpload').where('id', '=', row.id).where('updateTime', '<', before).execute()
    if (row.provider === HERE) await removePieces(app, row.id)
  }
  const isKnown = async (id: string) =>
    (await app.db.selectFrom('commonUpload').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
  await sweepPieces(app, before, isKnown)
}
