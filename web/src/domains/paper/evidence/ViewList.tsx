// Who watched which seconds of a recording.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { DownloadOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { recordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { download } from '../../../kernel/call/api.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { clockText } from './axis.ts'

type Row = RowOf<typeof evidence.views>

export function ViewList({ paperId }: { paperId: string }) {
  return (
    <ListPage
      of={evidence.views}
      fixedParams={{ paperId }}
      urlKey="views"
      columns={[
        { name: 'realName', render: (row: Row) => row.realName || '—' },
        { name: 'track', render: (row: Row) => tLabel(recordTrack[row.track]) },
        { name: 'part', align: 'right' },
        { id: 'span', title: '片段', render: (row: Row) => `${clockText(row.fromMs)}–${clockText(row.toMs)}` },
        { id: 'playback', title: '播放情况', render: (row: Row) => (row.exported ? t('已导出') : row.seen ? t('已播放') : t('已加载')) },
        { name: 'live', render: (row: Row) => (row.live === null ? '—' : row.live ? t('实时') : tLabel('回放')) },
        'ip',
        { name: 'createTime', seconds: true, sortable: true },
        'updateTime',
      ]}
      toolbar={<ExportViews paperId={paperId} />}
      empty={{ text: t('还没有人查看过这份录像') }}
    />
  )
}

function ExportViews({ paperId }: { paperId: string }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await download(evidence['views-export'], { paperId }).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void run()}>
      {t('导出')}
    </Button>
  )
}
