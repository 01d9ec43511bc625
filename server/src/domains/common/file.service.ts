// Uploaded files: checked by content, stored under an unguessable name.
import { say } from '@shuyuan/contract/common/common.server.texts.ts'
import type { file } from '@shuyuan/contract/common/file.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { open } from 'node:fs/promises'
import { type App, can, type Ctx, mustHaveFile, type SlowCtx, type UploadedFile } from '../../kernel/ctx.ts'
import { fail, must } from '../../kernel/fail.ts'
import { appPart } from '../../kernel/part.ts'
import { addressHours, fileAddresses, plainAddress } from '../../kernel/files/signed-file.ts'
import { pictures } from '../../kernel/picture.ts'
import { HEAD_BYTES, isPrivateScene, judgeFile, type Rules, rulesOf, shownName } from './file.rules.ts'
import { mustHaveQuota } from './quota.service.ts'

export { uploadLimits } from './file.rules.ts'

const MAX_PIXELS = 60_000_000

type Stored = Output<typeof file.upload>
type Scene = Input<typeof file.upload>['scene']
type GivenFile = Pick<UploadedFile, 'path' | 'name' | 'size'>
/** A file in storage that has no row yet. */
export type AcceptedFile = Omit<Stored, 'id'> & { scene: string; provider: string; isPrivate: boolean }

type Found = Pick<Stored, 'url' | 'name' | 'size' | 'type'> & { isPrivate: boolean }

/**
 * The row of an upload by its address, signed or not; undefined for an address without one, and for a private file of another user, unless it
 * was sent for `scene`. `size` in bytes.
 */
export async function findUpload({ db, user }: Pick<Ctx, 'db' | 'user'>, address: string, scene?: Scene): Promise<Found | undefined> {
  const row = await db
    .selectFrom('commonFile')
    .where('url', '=', plainAddress(address))
    .where((eb) => eb.or([eb('isPrivate', '=', false), eb('ownerId', '=', user.id), ...(scene ? [eb('scene', '=', scene)] : [])]))
    .select(['url', 'name', 'size', 'type', 'isPrivate'])
    .executeTakeFirst()
  return row && { ...row, size: Number(row.size) }
}

type FindKeeper = (app: App, key: string) => Promise<string | undefined>
const keepersOf = appPart((): FindKeeper[] => [])

/** Registers private files that are no uploads: `find` returns the storage provider that has one. Once, at the start of the server. */
export const addKeeper = (app: App, find: FindKeeper): void => void keepersOf(app).push(find)

/** The name of the storage provider that has a private file or receives an upload in pieces; undefined without one. */
export async function providerOfPrivate(app: App, key: string): Promise<string | undefined> {
  const row = await app.db
    .selectFrom('commonFile')
    .where('url', '=', `/files/${key}`)
    .where('isPrivate', '=', true)
    .select('provider')
    .executeTakeFirst()
  if (row) return row.provider
  const unfinished = await app.db
    .selectFrom('commonUpload')
    .where('storageKey', '=', key)
    .where('storageKey', '!=', '')
    .where('fileId', 'is', null)
    .select('provider')
    .executeTakeFirst()
  if (unfinished) return unfinished.provider
  for (const find of keepersOf(app)) {
    const provider = await find(app, key)
    if (provider !== undefined) return provider
  }
  return undefined
}

/** The name of the storage provider to which a public upload of this address was sent; undefined without one. */
export async function providerOfPublic({ db }: Pick<App, 'db'>, url: string): Promise<string | undefined> {
  const find = db.selectFrom('commonFile').where('url', '=', url).where('isPrivate', '=', false)
  return (await find.select('provider').executeTakeFirst())?.provider
}

/** The stored file as the uploader sees it, with an address that opens it. */
export async function opened(
  { app, user }: Pick<Ctx, 'app' | 'user'>,
  stored: Stored,
  { isPrivate }: Pick<AcceptedFile, 'isPrivate'>,
): Promise<Stored> {
  return isPrivate ? { ...stored, url: (await fileAddresses(app, addressHours.personal, user.id))(stored.url) } : stored
}

/** Scenes with large files, and the permission tags that allow uploads to them. */
const ownTags: Partial<Record<Scene, readonly string[]>> = {
  course: ['course:file:add', 'course:file:update', 'course:add', 'course:update'],
  invoice: ['pay:invoice:update'],
}

export const rulesFor = ({ user }: Pick<Ctx, 'user'>, scene: Scene): Rules => rulesOf(scene, user.roleType === RoleType.staff)

/** Fails forbidden for a scene that the caller may not upload to. */
export function mustMaySend(ctx: Pick<Ctx, 'user'>, scene: Scene): void {
  const tags = ownTags[scene]
  if (tags && !tags.some((tag) => can(ctx, tag))) fail('forbidden')
}

/** Stores an uploaded file and its row. Fails forbidden as mustMaySend, fileMissing, and as acceptFile and mustHaveQuota. */
export async function storeUpload(ctx: SlowCtx, { scene }: Input<typeof file.upload>): Promise<Stored> {
  mustMaySend(ctx, scene)
  return storeGiven(ctx, mustHaveFile(ctx), scene)
}

/** As storeUpload, for a file that lies here. @param also further changes in the transaction that records it */
export async function storeGiven(
  ctx: SlowCtx,
  given: GivenFile,
  scene: Scene,
  also?: (inner: Ctx, stored: Stored) => Promise<unknown>,
): Promise<Stored> {
  await ctx.read((inner) => mustHaveQuota(inner, given.size))
  const accepted = await acceptFile(ctx, given, scene, rulesFor(ctx, scene))
  try {
    const stored = await ctx.transaction(async (inner) => {
      await mustHaveQuota(inner, given.size, { isLast: true })
      const fresh = await recordFile(inner, accepted)
      await also?.(inner, fresh)
      return fresh
    })
    return await opened(ctx, stored, accepted)
  } catch (error) {
    const { storage } = ctx.app
    await (accepted.isPrivate ? storage.removePrivate(accepted.url.slice('/files/'.length)) : storage.remove(accepted.url))
    throw error
  }
}

/** A stored file of the caller, as storeUpload answers. Fails notFound. */
export async function findStored(ctx: Ctx, id: string): Promise<Stored> {
  const { isPrivate, ...row } = must(
    await ctx.db
      .selectFrom('commonFile')
      .where('id', '=', id)
      .where('ownerId', '=', ctx.user.id)
      .select(['id', 'url', 'name', 'size', 'type', 'isPrivate'])
      .executeTakeFirst(),
  )
  return opened(ctx, { ...row, size: Number(row.size) }, { isPrivate })
}

async function judged(given: GivenFile, rules: Rules) {
  const verdict = judgeFile(rules, given.name, await headOf(given.path), given.size)
  if ('refused' in verdict) fail(verdict.refused, verdict.message)
  if (verdict.isImage) await mustBePicture(given.path)
  return verdict
}

/** Refuses what acceptFile would refuse for its kind or size, and stores nothing. */
export async function mustBeAcceptable(given: GivenFile, scene: Scene): Promise<void> {
  await judged(given, scene)
}

/**
 * Puts a file into the active storage, which may be remote: call it outside of transactions. Inserts no row; recordFile does. Fails
 * fileKind (also for a mislabelled or broken picture), fileTooLarge, storageDown, storageRefused.
 */
export async function acceptFile(
  { app, now }: Pick<Ctx, 'app' | 'now'>,
  given: GivenFile,
  scene: Scene,
  rules: Rules = scene,
): Promise<AcceptedFile> {
  const verdict = await judged(given, rules)
  const { storage } = app
  const provider = (await storage.activeProvider())?.provider ?? 'local'
  const isPrivate = isPrivateScene(scene)
  const store = isPrivate ? storage.storePrivate : storage.store
  const stored = await store(given.path, `.${verdict.extension}`, now, verdict.type)
  const url = isPrivate ? `/files/${stored}` : stored
  return { url, name: shownName(given.name), size: given.size, type: verdict.type, scene, provider, isPrivate }
}

/** Inserts the row of a file in storage, owned by the caller. */
export async function recordFile(ctx: Ctx, fresh: AcceptedFile): Promise<Stored> {
  const { id } = await ctx.db
    .insertInto('commonFile')
    .values({ ...fresh, ownerId: ctx.user.id, createTime: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { url, name, size, type } = fresh
  ctx.change.after = { id, name, url, size }
  return { id, url, name, size, type }
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Reads the header only: a few kilobytes can decompress to gigabytes of pixels. */
async function mustBePicture(path: string) {
  const sharp = await pictures()
  const { width, height } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => fail('fileKind', say('pictureBroken')))
  if (width * height > MAX_PIXELS) fail('fileTooLarge', say('pictureTooLarge'))
}
