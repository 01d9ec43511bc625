// The test of a bucket with the calls of S3, before or after its settings are stored.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { StorageS3 } from '@shuyuan/contract/site/provider/prop-storage.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { wording } from '../../../kernel/localized.ts'
import { probeOf } from '../../../providers/storage-provider.ts'
import { recorded } from '../log/log.service.ts'
import { addressProblems, completeProp, knownData, listProps } from './prop-store.service.ts'

type Tested = (typeof configProp)['upload-test']

/**
 * Tries the settings that a form has, stores nothing. A secret that is masked or empty is the stored one, unless an address changed. Fails at
 * the field that is wrong, as `save`.
 */
export async function testUpload(ctx: Ctx, { data, origin }: Input<Tested>): Promise<Output<Tested>> {
  const kind = { type: 'upload', provider: 's3', schema: StorageS3 } as const
  const stored = knownData(ctx.app, kind.type, kind.provider, await listProps(ctx, kind.type))
  const whole = completeProp({ ...kind, data }, stored, await addressProblems(ctx.app, StorageS3, data))
  await recorded(ctx, configProp['upload-test'], { origin }, async () => undefined)
  const found = await probeOf(StorageS3.parse(whole), ctx.app, new URL(origin).origin)
  return found.map(({ messages, ...one }) => ({ ...one, message: messages.map((message) => wording(ctx, message)).join(' ') }))
}
