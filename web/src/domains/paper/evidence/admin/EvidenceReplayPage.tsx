// Back office: the recording of one paper.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { RecordState, recordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { NEAR_MS, PIECE_MS } from '@shuyuan/contract/paper/record/piece.ts'
import { Flex, Tag, Typography } from 'antd'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { usePageSubject } from '../../../../shared/page/page-subject.ts'
import { VerdictTag } from '../VerdictTag.tsx'
import { ReplayView } from '../ReplayView.tsx'

export default function EvidenceReplayPage() {
  const { paperId = '' } = useParams()
  const [query] = useSearchParams()
  const [isLive, setLive] = useState(query.get('live') === '1')
  // while the paper is open, more comes
  const againMs = isLive ? 2 * NEAR_MS : PIECE_MS
  const { data, error, refetch } = useCall(
    evidence.detail,
    { paperId },
    { quiet: true, refetchInterval: ({ state }) => (state.data?.state === RecordState.recording ? againMs : false) },
  )
  usePageSubject(data?.realName)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading />
  return (
    <Flex vertical gap="middle">
      <Flex wrap gap="small" align="center">
        <Tag>{tLabel(recordState[data.state])}</Tag>
        <VerdictTag verdict={data.verdict} />
        <Typography.Text type="secondary">{data.title}</Typography.Text>
        <Typography.Text type="secondary">{data.zero}</Typography.Text>
        {data.keepUntil !== null && (
          <Typography.Text type="secondary">{t('保存至 {{time}}', { time: data.keepUntil.slice(0, 16) })}</Typography.Text>
        )}
      </Flex>
      <ReplayView key={data.paperId} replay={data} beginsLive={isLive && data.state === RecordState.recording} onLive={setLive} />
    </Flex>
  )
}
