// Temporary credentials with which a browser uploads to a cloud directly, each limited to one folder.
import type { cos } from '@shuyuan/contract/common/cos.ts'
import type { oss } from '@shuyuan/contract/common/oss.ts'
import type { qiniu } from '@shuyuan/contract/common/qiniu.ts'
import type { s3 } from '@shuyuan/contract/common/s3.ts'
import { say } from '@shuyuan/contract/common/common.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { judgeName } from './file.rules.ts'
import { mustMaySend, rulesFor } from './file.service.ts'
import { mustHaveQuota } from './quota.service.ts'
import { grantPrefix } from './grant.rules.ts'

type GrantRequest = Input<typeof oss.sts>
/** How long a signed address takes its file. */
const SIGNED_SECONDS = 900

/**
 * Fails storageOther unless this provider is the active one, fileKind for a name that the scene does not allow, storageDown,
 * storageRefused.
 */
async function granted(ctx: Ctx, provider: string, { scene, name }: GrantRequest) {
  mustMaySend(ctx, scene)
  const storageProvider = await ctx.app.storage.activeProvider()
  if (storageProvider?.provider !== provider) fail('storageOther')
  const verdict = judgeName(rulesFor(ctx, scene), name)
  if ('refused' in verdict) fail(verdict.refused, verdict.message)
  await mustHaveQuota(ctx, 0)
  const prefix = grantPrefix(scene, ctx.now, ctx.user.id, randomBytes(8).toString('hex'))
  const { expiration, fields } = await storageProvider.grant(prefix, verdict.cap)
  const text = (field: string) => String(fields[field] ?? '')
  const common = {
    expiration,
    region: text('region'),
    bucket: text('bucket'),
    host: text('host'),
    prefix,
    url: storageProvider.url,
    serverTime: Math.floor(ctx.now.getTime() / 1_000),
  }
  return { text, common }
}

/** Credentials of Aliyun STS that may only put objects under one prefix. */
export async function grantOss(ctx: Ctx, request: GrantRequest): Promise<Output<typeof oss.sts>> {
  const { text, common } = await granted(ctx, 'aliyun', request)
  return {
    accessKeyId: text('accessKeyId'),
    accessKeySecret: text('accessKeySecret'),
    securityToken: text('securityToken'),
    ...common,
  }
}

/** Credentials of Tencent Cloud STS that may only put objects under one prefix. */
export async function grantCos(ctx: Ctx, request: GrantRequest): Promise<Output<typeof cos.token>> {
  const { text, common } = await granted(ctx, 'qcloud', request)
  return { tmpSecretId: text('tmpSecretId'), tmpSecretKey: text('tmpSecretKey'), sessionToken: text('sessionToken'), ...common }
}

/** A token that may only add files under one prefix, up to the scene's size limit. */
export async function grantQiniu(ctx: Ctx, request: GrantRequest): Promise<Output<typeof qiniu.token>> {
  const { text, common } = await granted(ctx, 'qiniu', request)
  return { token: text('token'), ...common }
}

/**
 * An address that takes one file of this size and of the type that its name tells, under a key of the caller. Fails storageOther unless a
 * bucket with the calls of S3 is in use, fileKind and fileTooLarge for what the scene does not allow, and as mustHaveQuota.
 */
export async function signS3Upload(ctx: Ctx, { scene, name, size }: Input<typeof s3.sign>): Promise<Output<typeof s3.sign>> {
  mustMaySend(ctx, scene)
  const { putRequest } = (await ctx.app.storage.activeProvider()) ?? fail('storageOther')
  if (!putRequest) fail('storageOther')
  const verdict = judgeName(rulesFor(ctx, scene), name)
  if ('refused' in verdict) fail(verdict.refused, verdict.message)
  if (size > verdict.cap) fail('fileTooLarge', say('fileOver', { mb: verdict.cap / (1_024 * 1_024) }))
  await mustHaveQuota(ctx, size)
  const random = () => randomBytes(16).toString('hex')
  const key = `${grantPrefix(scene, ctx.now, ctx.user.id, random().slice(16))}${random()}.${verdict.extension}`
  const expiration = new Date(ctx.now.getTime() + SIGNED_SECONDS * 1_000)
  return { key, expiration, ...putRequest(key, verdict.kind.type, size, SIGNED_SECONDS) }
}
