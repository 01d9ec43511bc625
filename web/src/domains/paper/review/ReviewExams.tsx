// Exams with papers that wait for marking, as cards.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { Button, Card, Flex, Progress, Tag, Typography } from 'antd'
import { useNavigate } from 'react-router'
import { Cards } from '../../../kernel/list/CardGrid.tsx'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import styles from './review.module.css'

type Row = RowOf<typeof review.paging>
/** exams beyond this number are reached through the list of papers */
const LIMIT = 12

export function ReviewExams() {
  const read = useCall(review.paging, { current: 1, size: LIMIT, params: {} })
  if (read.isPending) return <PageLoading shape="cards" rows={2} />
  if (read.isLoadingError) return <PageError compact error={read.error} onRetry={() => void read.refetch()} />
  // the list below has its own empty state
  if (read.data.total === 0) return null
  const first = read.data.records.find((row) => row.waiting > 0)
  return (
    <section aria-label={t('待阅考试')} className={styles.reviewExams}>
      <Cards
        rows={read.data.records}
        keyOf={(row) => row.id}
        render={(row) => <ExamCard row={row} isFirst={row.id === first?.id} />}
        perLine={3}
      />
    </section>
  )
}

/** @param isFirst of those with waiting answers: its button is the strong one of the page */
function ExamCard({ row, isFirst }: { row: Row; isFirst: boolean }) {
  const navigate = useNavigate()
  const examPath = `/admin/exam/review/exam/${row.id}`
  const all = row.waiting + row.marked
  return (
    <Card size="small" className={styles.reviewCard}>
      <Flex vertical gap="small">
        <Flex justify="space-between" gap="small" align="start">
          <Typography.Text strong>{row.title}</Typography.Text>
          <Flex gap={4} wrap justify="end">
            {row.markBlind && <Tag>{t('匿名')}</Tag>}
            {row.markDouble && <Tag color="processing">{t('双评')}</Tag>}
          </Flex>
        </Flex>
        <Progress
          percent={all === 0 ? 0 : Math.floor((row.marked / all) * 100)}
          size="small"
          aria-label={t('评分进度')}
          format={() => `${row.marked}/${all}`}
        />
        <Flex gap="small" wrap>
          <Typography.Text type="secondary">{t('{{n}} 份答卷待阅', { n: row.papers })}</Typography.Text>
          {row.mine > 0 && <Typography.Text>{t('分配给我 {{n}} 份', { n: row.mine })}</Typography.Text>}
          {row.differences > 0 && <Typography.Text type="warning">{t('{{n}} 份有差异', { n: row.differences })}</Typography.Text>}
          {row.stuck > 0 && <Typography.Text type="danger">{t('{{n}} 份无人可以再评', { n: row.stuck })}</Typography.Text>}
        </Flex>
        <Flex gap="small" wrap>
          <Button
            {...(isFirst ? { type: 'primary' as const } : {})}
            size="small"
            disabled={row.waiting === 0}
            onClick={() => void navigate(`${examPath}/mark`)}
          >
            {t('开始评分')}
          </Button>
          <Button size="small" onClick={() => void navigate(examPath)}>
            {t('任务与进度')}
          </Button>
        </Flex>
      </Flex>
    </Card>
  )
}
