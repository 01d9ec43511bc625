// Back office: the recording of one paper.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { RecordState, recordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { Flex, Tag, Typography } from 'antd'
import { useParams } from 'react-router'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { usePageSubject } from '../../../../shared/page/page-subject.ts'
import { VerdictTag } from '../VerdictTag.tsx'
import { ReplayView } from '../ReplayView.tsx'

/** While the paper is open, more comes. */
const AGAIN_MS = 10_000

export default function EvidenceReplayPage() {
  const { paperId = '' } = useParams()
  const { data, error, refetch } = useCall(
    evidence.detail,
    { paperId },
    { quiet: true, refetchInterval: ({ state }) => (state.data?.state === RecordState.recording ? AGAIN_MS : false) },
  )
  usePageSubject(data?.realName)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading />
  return (
    <Flex vertical gap="middle">
      <Typography.Text type="secondary">
        <Tag>{tLabel(recordState[data.state])}</Tag>
        <VerdictTag verdict={data.verdict} />
        {data.title} · {data.zero}
        {data.keepUntil !== null && ` · ${t('保存至 {{time}}', { time: data.keepUntil })}`}
      </Typography.Text>
      <ReplayView key={data.paperId} replay={data} />
    </Flex>
  )
}
