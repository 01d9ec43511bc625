// Storage providers that an administrator has configured.
import { StorageAliyun, StorageLocal, StorageQcloud, StorageQiniu } from '@shuyuan/contract/sys/provider/prop-storage.ts'
import type { StorageProvider } from '../kernel/storage.ts'
import { aliyunStorage } from './storage-aliyun.ts'
import type { Around } from './storage-ask.ts'
import { localStorageProvider } from './storage-local.ts'
import { qcloudStorage } from './storage-qcloud.ts'
import { qiniuStorage } from './storage-qiniu.ts'

const KEEP_MS = 1_200_000
const ASK_MS = 10_000

/** The storage provider of these stored settings, secrets included. Throws for incomplete settings. */
export function storageProviderOf({ provider, data }: { provider: string; data: unknown }, clock: () => Date): StorageProvider {
  const around: Around = { clock, askMs: ASK_MS, keepMs: KEEP_MS }
  if (provider === 'aliyun') return aliyunStorage(StorageAliyun.parse(data), around)
  if (provider === 'qcloud') return qcloudStorage(StorageQcloud.parse(data), around)
  if (provider === 'qiniu') return qiniuStorage(StorageQiniu.parse(data), around)
  return localStorageProvider(StorageLocal.parse(data))
}
