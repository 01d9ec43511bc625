// Warns administrators in the back office before the server's disks are full.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { disk } from '@shuyuan/contract/site/config/disk.ts'
import { Alert } from 'antd'
import { useCall } from '../../../kernel/call/query.ts'
import { type PlainText, t } from '../../../kernel/i18n.ts'

type Detail = Data<typeof disk.detail>
type Place = Detail['disks'][number]['places'][number]

const LOOK_MS = 5 * 60_000
const placeTexts: Record<Place, PlainText> = { data: '数据', database: '数据库', uploads: '上传的文件', temporary: '临时文件' }
const MB_OF_GB = 1_024
const amount = (mb: number) => (mb < MB_OF_GB ? `${mb} MB` : `${(mb / MB_OF_GB).toFixed(1)} GB`)

/** Renders nothing while there is room; for callers with sys:config:update. */
export function DiskWarning() {
  const { data } = useCall(disk.detail, {}, { quiet: true, noRetry: true, refetchInterval: LOOK_MS })
  if (!data || data.level === 'ok') return null
  const short = data.disks.filter((one) => one.level !== 'ok')
  const lines = short.map(({ places, freeMb, sizeMb }) =>
    t('{{places}}所在磁盘剩余 {{free}}，共 {{size}}。', {
      places: places.map((one) => t(placeTexts[one])).join(' / '),
      free: amount(freeMb),
      size: amount(sizeMb),
    }),
  )
  const title =
    data.level === 'failing'
      ? t('服务器无法写入磁盘，答题和保存可能失败，请立即处理。')
      : data.level === 'full'
        ? t('服务器磁盘即将写满，已停止上传，请立即清理或扩容。')
        : t('服务器磁盘空间不足，请尽快清理或扩容。')
  return <Alert banner role="alert" type={data.level === 'low' ? 'warning' : 'error'} title={[title, ...lines].join(' ')} />
}
