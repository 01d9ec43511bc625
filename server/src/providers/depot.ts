// Places for files that an administrator has set up, one face for every vendor.
import { StorageAliyun, StorageLocal, StorageQcloud, StorageQiniu } from '@shuyuan/contract/sys/provider/prop-storage.ts'
import type { Depot } from '../kernel/storage.ts'
import { aliyunDepot } from './depot-aliyun.ts'
import type { Around } from './depot-ask.ts'
import { localDepot } from './depot-local.ts'
import { qcloudDepot } from './depot-qcloud.ts'
import { qiniuDepot } from './depot-qiniu.ts'

const KEEP_MS = 1_200_000
const ASK_MS = 10_000

/** The depot that these stored settings describe, secrets included. Throws for settings that are not whole. */
export function depotOf({ provider, data }: { provider: string; data: unknown }, clock: () => Date): Depot {
  const around: Around = { clock, askMs: ASK_MS, keepMs: KEEP_MS }
  if (provider === 'aliyun') return aliyunDepot(StorageAliyun.parse(data), around)
  if (provider === 'qcloud') return qcloudDepot(StorageQcloud.parse(data), around)
  if (provider === 'qiniu') return qiniuDepot(StorageQiniu.parse(data), around)
  return localDepot(StorageLocal.parse(data))
}
