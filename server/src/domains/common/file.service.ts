// Files that people send: judged by what they are, kept under a name nobody can guess.
import type { file } from '@shuyuan/contract/common/file.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { type Ctx, mustHaveFile } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { HEAD_BYTES, judgeFile, shownName } from './file.rules.ts'

const MAX_PIXELS = 60_000_000

/** Takes an uploaded file over. Fails fileMissing, fileKind (also for a mislabelled or broken picture) or fileTooLarge. */
export async function keepFile(ctx: Ctx, { scene }: Input<typeof file.upload>): Promise<Output<typeof file.upload>> {
  const given = mustHaveFile(ctx)
  const verdict = judgeFile(scene, given.name, await headOf(given.path), given.size)
  if ('refused' in verdict) fail(verdict.refused, verdict.msg)
  if (verdict.isImage) await mustBePicture(given.path)
  const { storage } = ctx.app
  const name = shownName(given.name)
  const url = await storage.keep(given.path, `.${verdict.extension}`, ctx.now)
  try {
    const { id } = await ctx.db
      .insertInto('commonFile')
      .values({ ownerId: ctx.user.id, name, size: given.size, type: verdict.type, scene, url, createTime: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    ctx.change.after = { id, name, url, size: given.size }
    return { id, url, name, size: given.size, type: verdict.type }
  } catch (error) {
    await storage.remove(url)
    throw error
  }
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

/** Reads the header only: a few kilobytes may unfold to gigabytes of pixels. */
async function mustBePicture(path: string) {
  const { width, height } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => fail('fileKind', '图片已损坏，无法识别'))
  if (width * height > MAX_PIXELS) fail('fileTooLarge', '图片尺寸过大，请缩小后再上传')
}
