// The server processes that are alive.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { status } from '@shuyuan/contract/operation/status.ts'
import { Card } from 'antd'
import { t, tLabel } from '../../kernel/i18n.ts'
import { TimeAgo } from '../../kernel/text/relative-time.tsx'
import { megabytesText } from './size.ts'
import styles from './operation.module.css'

export const NodeTable = ({ nodes }: { nodes: Data<typeof status.detail>['nodes'] }) => (
  <Card size="small" title={t('服务器进程')}>
    {nodes.map(({ name, version, startTime, seenTime, sockets, memoryMb }) => (
      <div key={name} className={styles.node}>
        <strong>{name}</strong>
        <span>{version}</span>
        <span>{t('{{n}} 个在线连接', { n: sockets })}</span>
        <span>{t('内存 {{size}}', { size: megabytesText(memoryMb) })}</span>
        <span>
          {tLabel('启动时间')} <TimeAgo at={startTime} />
        </span>
        <span>
          {tLabel('最近响应')} <TimeAgo at={seenTime} />
        </span>
      </div>
    ))}
  </Card>
)
