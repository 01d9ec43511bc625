// Back office: recordings of candidates.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { RecordState, recordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { clockText } from '../axis.ts'
import { ExportsButton } from '../ExportsButton.tsx'
import { VerdictTag } from '../VerdictTag.tsx'

type Row = RowOf<typeof evidence.paging>
const MB = 1_024 * 1_024
const colors: Partial<Record<RecordState, string>> = { [RecordState.complete]: 'success', [RecordState.partial]: 'warning' }

export default function EvidenceListPage() {
  return (
    <ListPage
      of={evidence.paging}
      search={['title', 'realName', 'deptCode', 'verdict', 'state']}
      toolbar={<ExportsButton />}
      columns={[
        { name: 'realName' },
        { name: 'title', ellipsis: true },
        { name: 'deptCode_dictText', ellipsis: true },
        { name: 'startTime', sortable: true },
        { name: 'state', render: (row: Row) => <Tag color={colors[row.state]}>{tLabel(recordState[row.state])}</Tag> },
        { name: 'verdict', render: (row: Row) => <VerdictTag verdict={row.verdict} /> },
        { name: 'seconds', align: 'right', render: (row: Row) => clockText(row.seconds * 1_000) },
        {
          name: 'bytes',
          align: 'right',
          render: (row: Row) => (row.bytes === 0 ? '—' : `${Math.max(0.1, Math.round((row.bytes / MB) * 10) / 10)} MB`),
        },
        { name: 'flagTimes', align: 'right', sortable: true },
        { name: 'keepUntil', sortable: true },
      ]}
      actions={(row: Row) => <Link to={`/admin/exam/evidence/${row.paperId}`}>{tLabel('查看录像')}</Link>}
      rowKey="paperId"
      empty={{ text: t('还没有录像'), hint: t('在考试的“监考与防作弊”中开启摄像头录像或录制整个屏幕后，考生的录像会出现在这里。') }}
    />
  )
}
