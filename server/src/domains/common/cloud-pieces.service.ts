// Large files that a browser sends to a storage provider in pieces, by addresses that are signed here (docs/decisions/0066).
import { say } from '@shuyuan/contract/common/common.server.texts.ts'
import { CLOUD_PIECE, type file } from '@shuyuan/contract/common/file.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import type { App, Ctx, SlowCtx } from '../../kernel/ctx.ts'
import { Failure, fail, must } from '../../kernel/fail.ts'
import type { Multipart, StoredPart } from '../../kernel/files/multipart.ts'
import type { StorageProvider } from '../../kernel/storage.ts'
import { registerFile } from './cloud-file.service.ts'
import { judgeName, shownName } from './file.rules.ts'
import { mustMaySend, rulesFor } from './file.service.ts'
import { grantPrefix } from './grant.rules.ts'
import { mustHaveSpace } from './quota.service.ts'

/** Addresses that one call hands out, and how long they can be used. */
const MOST_ADDRESSES = 8
const ADDRESS_SECONDS = 900

/** An upload in pieces at a provider, as the table has it. */
export type CloudRow = { provider: string; storageKey: string; cloudUpload: string; size: string }
type Place = { storageProvider: StorageProvider; multipart: Multipart }

const uploadOf = ({ storageKey, cloudUpload }: CloudRow) => ({ key: storageKey, id: cloudUpload })
const countOf = (size: number) => Math.ceil(size / CLOUD_PIECE)
const sizeOf = (size: number, number: number) => Math.min(CLOUD_PIECE, size - (number - 1) * CLOUD_PIECE)

/** The provider that receives an upload, which may be another one than the active. Fails storageOther for one without settings. */
async function placeOf({ storage }: Pick<App, 'storage'>, { storageKey }: CloudRow): Promise<Place> {
  const storageProvider = await storage.holding(storageKey)
  return storageProvider?.multipart ? { storageProvider, multipart: storageProvider.multipart } : fail('storageOther')
}

/** The pieces that are whole, by number. A piece of another size is sent again. */
const whole = (size: number, parts: readonly StoredPart[]) =>
  new Map(parts.filter((part) => part.size === sizeOf(size, part.number)).map((part) => [part.number, part]))

/**
 * Announces a file that goes to the active storage provider in pieces. Fails storageOther unless it takes files so, and as `begin`.
 */
export async function beginDirect(
  ctx: SlowCtx,
  { scene, name, size }: Input<(typeof file)['begin-direct']>,
): Promise<Output<(typeof file)['begin-direct']>> {
  mustMaySend(ctx, scene)
  const storageProvider = await ctx.app.storage.activeProvider()
  const { multipart, provider } = storageProvider ?? fail('storageOther')
  if (!multipart) fail('storageOther')
  const verdict = judgeName(rulesFor(ctx, scene), name)
  if ('refused' in verdict) fail(verdict.refused, verdict.message)
  if (size > verdict.cap) fail('fileTooLarge', say('fileOver', { mb: verdict.cap / (1_024 * 1_024) }))
  await ctx.read((inner) => mustHaveSpace(inner, size))
  const random = () => randomBytes(16).toString('hex')
  const storageKey = `${grantPrefix(scene, ctx.now, ctx.user.id, random().slice(16))}${random()}.${verdict.extension}`
  const cloudUpload = await multipart.begin(storageKey, verdict.kind.type, size)
  const id = randomUUID()
  const times = { createTime: ctx.now, updateTime: ctx.now }
  const row = { id, ownerId: ctx.user.id, scene, name: shownName(name), size, provider, storageKey, cloudUpload, ...times }
  try {
    await ctx.transaction(async (inner) => {
      await mustHaveSpace(inner, size, { isLast: true })
      await inner.db.insertInto('commonUpload').values(row).execute()
    })
    return { id }
  } catch (error) {
    await multipart.abort({ key: storageKey, id: cloudUpload })
    throw error
  }
}

/**
 * What the provider has of an upload, and the requests that send the next pieces; without one left, everything has arrived. Fails notFound
 * for another person's upload, and for one that was stored or has ended at the provider.
 */
export async function missingParts(
  { app, db, user, now }: Ctx,
  { id }: Input<(typeof file)['missing-parts']>,
): Promise<Output<(typeof file)['missing-parts']>> {
  const row = must(
    await db
      .selectFrom('commonUpload')
      .where('id', '=', id)
      .where('ownerId', '=', user.id)
      .where('provider', '!=', 'local')
      .where('fileId', 'is', null)
      .select(['provider', 'storageKey', 'cloudUpload', 'size'])
      .executeTakeFirst(),
  )
  const size = Number(row.size)
  const { multipart } = await placeOf(app, row)
  const has = whole(size, must(await multipart.parts(uploadOf(row))))
  await db.updateTable('commonUpload').set({ updateTime: now }).where('id', '=', id).execute()
  const missing = Array.from({ length: countOf(size) }, (_, at) => at + 1).filter((number) => !has.has(number))
  return {
    arrived: [...has.values()].reduce((sum, part) => sum + part.size, 0),
    next: missing.slice(0, MOST_ADDRESSES).map((number) => ({
      start: (number - 1) * CLOUD_PIECE,
      end: (number - 1) * CLOUD_PIECE + sizeOf(size, number),
      ...multipart.partRequest(uploadOf(row), number, ADDRESS_SECONDS, size),
    })),
  }
}

type Complete = CloudRow & { id: string; name: string; scene: Input<typeof file.begin>['scene'] }

/**
 * Makes one file of the pieces, checks it at the provider, and records it. A call that broke off after the provider had joined the pieces
 * may be repeated. Fails fileMissing while pieces are missing, notFound for an upload that has ended, and as registerFile.
 */
export async function finishDirect(ctx: SlowCtx, row: Complete): Promise<Output<typeof file.finish>> {
  const { storageProvider, multipart } = await placeOf(ctx.app, row)
  const { id, name, scene, storageKey } = row
  const size = Number(row.size)
  const parts = await multipart.parts(uploadOf(row))
  if (parts !== undefined) {
    const has = whole(size, parts)
    if (has.size < countOf(size) || parts.length > has.size) fail('fileMissing', say('uploadUnfinished'))
    const inOrder = [...has.values()].toSorted((a, b) => a.number - b.number)
    const verdict = judgeName(rulesFor(ctx, scene), storageKey)
    await multipart.complete(uploadOf(row), inOrder, 'kind' in verdict ? verdict.kind.type : '')
  }
  return registerFile(ctx, storageProvider, { scene, key: storageKey, name }, (inner, stored) =>
    inner.db.updateTable('commonUpload').set({ fileId: stored.id, updateTime: ctx.now }).where('id', '=', id).execute(),
  )
}

/**
 * Removes what the provider has of an upload that is given up: its pieces, and the file if they were joined. @returns false where the
 * provider does not answer; an upload of a provider whose settings are gone counts as removed
 */
export async function abortDirect(app: App, row: CloudRow): Promise<boolean> {
  try {
    const { storageProvider, multipart } = await placeOf(app, row)
    await multipart.abort(uploadOf(row))
    await storageProvider.remove(row.storageKey)
    return true
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.reason === 'storageOther'
  }
}
