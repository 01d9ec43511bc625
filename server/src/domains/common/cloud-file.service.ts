// Files that a browser sent to a storage provider itself: checked there, and recorded.
import type { file } from '@shuyuan/contract/common/file.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx, SlowCtx } from '../../kernel/ctx.ts'
import { fail, must } from '../../kernel/fail.ts'
import type { StorageProvider } from '../../kernel/storage.ts'
import { HEAD_BYTES, isPrivateScene, judgeFile, shownName } from './file.rules.ts'
import { mustMaySend, opened, recordFile, rulesFor } from './file.service.ts'
import { isGrantedKey } from './grant.rules.ts'
import { mustHaveQuota } from './quota.service.ts'

type Stored = Output<typeof file.confirm>
type Sent = Input<typeof file.confirm>
type Also = (inner: Ctx, stored: Stored) => Promise<unknown>

/**
 * Records a file that lies at the provider, after reading its size and first bytes there; removes it where the scene does not allow it. A
 * repeated call has the same answer. Fails notFound for a file that does not exist, fileKind, fileTooLarge, tooOften beyond the quota.
 * @param also further changes in the transaction that records it
 */
export async function registerFile(
  ctx: SlowCtx,
  storageProvider: StorageProvider,
  { scene, key, name }: Sent,
  also?: Also,
): Promise<Stored> {
  const isPrivate = isPrivateScene(scene)
  const url = isPrivate ? `/files/${key}` : storageProvider.url + key
  const known = await ctx.read(({ db }) =>
    db.selectFrom('commonFile').where('url', '=', url).select(['id', 'url', 'name', 'size', 'type']).executeTakeFirst(),
  )
  if (known) return opened(ctx, await ctx.transaction(async () => ({ ...known, size: Number(known.size) })), { isPrivate })
  const { size, head } = must(await storageProvider.look(key, HEAD_BYTES))
  const verdict = judgeFile(rulesFor(ctx, scene), key, head, size)
  if ('refused' in verdict) {
    await storageProvider.remove(key)
    fail(verdict.refused, verdict.message)
  }
  if (isPrivate) await storageProvider.protect?.(key)
  const accepted = { url, name: shownName(name), size, type: verdict.type, scene, provider: storageProvider.provider, isPrivate }
  try {
    const stored = await ctx.transaction(async (inner) => {
      await mustHaveQuota(inner, size, { isLast: true })
      const fresh = await recordFile(inner, accepted)
      await also?.(inner, fresh)
      return fresh
    })
    return await opened(ctx, stored, accepted)
  } catch (error) {
    await storageProvider.remove(key)
    throw error
  }
}

/** As registerFile, for a file in one request. Fails storageOther without a cloud, notFound for a key that was not granted to the caller. */
export async function confirmFile(ctx: SlowCtx, sent: Sent): Promise<Stored> {
  mustMaySend(ctx, sent.scene)
  const storageProvider = await ctx.app.storage.activeProvider()
  if (!storageProvider || storageProvider.provider === 'local') fail('storageOther')
  if (!isGrantedKey(sent.key, sent.scene, ctx.user.id)) fail('notFound')
  return registerFile(ctx, storageProvider, sent)
}
