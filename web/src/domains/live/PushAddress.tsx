// Server and stream key for OBS and other programs, to be copied.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { liveRoom } from '@shuyuan/contract/live/room.ts'
import { Descriptions, Typography } from 'antd'
import { t } from '../../kernel/i18n.ts'

export function PushAddress({ push }: { push: Data<(typeof liveRoom)['push-url']> }) {
  const lines = [
    { key: 'server', label: t('服务器'), children: <Copied text={push.server} /> },
    { key: 'key', label: t('串流密钥'), children: <Copied text={push.key} /> },
    ...(push.play === '' ? [] : [{ key: 'play', label: t('播放地址'), children: <Copied text={push.play} /> }]),
    { key: 'until', label: t('有效期至'), children: push.until },
  ]
  return <Descriptions column={1} size="small" bordered items={lines} styles={{ label: { whiteSpace: 'nowrap' } }} />
}

const Copied = ({ text }: { text: string }) => (
  <Typography.Text copyable style={{ overflowWrap: 'anywhere' }}>
    {text}
  </Typography.Text>
)
