// Storage providers that an administrator has configured.
import { StorageAliyun, StorageLocal, StorageQcloud, StorageQiniu } from '@shuyuan/contract/site/provider/prop-storage.ts'
import type { App } from '../kernel/ctx.ts'
import type { StorageProvider } from '../kernel/storage.ts'
import { aliyunStorage } from './storage-aliyun.ts'
import type { StorageContext } from './storage-ask.ts'
import { localStorageProvider } from './storage-local.ts'
import { qcloudStorage } from './storage-qcloud.ts'
import { qiniuStorage } from './storage-qiniu.ts'

const TRANSFER_MS = 1_200_000
const REQUEST_MS = 10_000

/** The storage provider of these stored settings, secrets included. Throws for incomplete settings. */
export function storageProviderOf(
  { provider, data }: { provider: string; data: unknown },
  { clock, outgoing }: Pick<App, 'clock' | 'outgoing'>,
): StorageProvider {
  const context: StorageContext = { clock, outgoing, requestMs: REQUEST_MS, transferMs: TRANSFER_MS }
  if (provider === 'aliyun') return aliyunStorage(StorageAliyun.parse(data), context)
  if (provider === 'qcloud') return qcloudStorage(StorageQcloud.parse(data), context)
  if (provider === 'qiniu') return qiniuStorage(StorageQiniu.parse(data), context)
  return localStorageProvider(StorageLocal.parse(data))
}
