// Storage providers that an administrator has configured.
import { StorageAliyun, StorageLocal, StorageQcloud, StorageQiniu, StorageS3 } from '@shuyuan/contract/site/provider/prop-storage.ts'
import type { App } from '../kernel/ctx.ts'
import type { StorageProvider } from '../kernel/storage.ts'
import { aliyunStorage } from './storage-aliyun.ts'
import type { StorageContext } from './storage-ask.ts'
import { localStorageProvider } from './storage-local.ts'
import { qcloudStorage } from './storage-qcloud.ts'
import { qiniuStorage } from './storage-qiniu.ts'
import { type Probed, probeS3 } from './storage-probe.ts'
import { type S3Settings, s3Storage } from './storage-s3.ts'

const TRANSFER_MS = 1_200_000
const REQUEST_MS = 10_000

type Around = Pick<App, 'clock' | 'outgoing'>
const contextOf = ({ clock, outgoing }: Around): StorageContext => ({ clock, outgoing, requestMs: REQUEST_MS, transferMs: TRANSFER_MS })

/** Tests a bucket with the calls of S3, as probeS3 does. */
export const probeOf = (settings: S3Settings, around: Around, origin: string): Promise<Probed[]> =>
  probeS3(settings, contextOf(around), origin)

/** The storage provider of these stored settings, secrets included. Throws for incomplete settings. */
export function storageProviderOf({ provider, data }: { provider: string; data: unknown }, around: Around): StorageProvider {
  const context = contextOf(around)
  if (provider === 'aliyun') return aliyunStorage(StorageAliyun.parse(data), context)
  if (provider === 'qcloud') return qcloudStorage(StorageQcloud.parse(data), context)
  if (provider === 'qiniu') return qiniuStorage(StorageQiniu.parse(data), context)
  if (provider === 's3') return s3Storage(StorageS3.parse(data), context)
  return localStorageProvider(StorageLocal.parse(data))
}
