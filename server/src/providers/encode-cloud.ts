// Videos converted by the cloud that stores them: submits a job and polls it until it ends.
import { StorageAliyun, StorageQcloud, StorageQiniu } from '@shuyuan/contract/site/provider/prop-storage.ts'
import type { App } from '../kernel/ctx.ts'
import { aliyunEncoder } from './encode-aliyun.ts'
import { qcloudEncoder } from './encode-qcloud.ts'
import { qiniuEncoder } from './encode-qiniu.ts'
import type { StorageContext } from './storage-ask.ts'

/** `reason`: the provider's code or words */
export type CloudState = { state: 'open'; percent: number } | { state: 'done' } | { state: 'failed'; reason: string }
/** Keys of the bucket; `size` in pixels, even; undefined where the size of the source is not known. */
export type CloudJob = { from: string; to: string; size: readonly [width: number, height: number] | undefined }
/** Each call fails storageDown without a usable answer, storageRefused when the provider refuses. */
export type CloudEncoder = {
  /** @returns the job's id at the provider */
  submit: (job: CloudJob) => Promise<string>
  look: (jobId: string) => Promise<CloudState>
}

const REQUEST_MS = 15_000

/** The encoder of a storage provider by its stored settings; undefined for a folder of this server. */
export function cloudEncoderOf(
  { provider, data }: { provider: string; data: unknown },
  { clock, outgoing }: Pick<App, 'clock' | 'outgoing'>,
): CloudEncoder | undefined {
  const context: StorageContext = { clock, outgoing, requestMs: REQUEST_MS, transferMs: REQUEST_MS }
  if (provider === 'aliyun') return aliyunEncoder(StorageAliyun.parse(data), context)
  if (provider === 'qcloud') return qcloudEncoder(StorageQcloud.parse(data), context)
  if (provider === 'qiniu') return qiniuEncoder(StorageQiniu.parse(data), context)
  return undefined
}
