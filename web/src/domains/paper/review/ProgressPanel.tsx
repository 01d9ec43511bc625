// Progress of an exam's marking, by question and by marker.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { Card, Flex, Progress, Table } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { Figures } from '../../../kernel/piece/Figures.tsx'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { pointsText } from '../question/marked.ts'

type Found = Data<typeof review.progress>
const LOOK_MS = 15_000

export function ProgressPanel({ examId }: { examId: string }) {
  const read = useCall(review.progress, { examId }, { refetchInterval: LOOK_MS })
  if (read.isPending) return <PageLoading shape="table" />
  if (read.isLoadingError) return <PageError error={read.error} onRetry={() => void read.refetch()} />
  const { papers, questions, markers } = read.data
  const differences = questions.reduce((sum, one) => sum + one.differences, 0)
  return (
    <Flex vertical gap="middle">
      <Figures
        items={[
          { label: t('待阅答卷'), value: papers.waiting },
          { label: t('已完成'), value: papers.finished },
          { label: t('有差异'), value: differences },
        ]}
      />
      <Questions rows={questions} />
      <Markers rows={markers} />
    </Flex>
  )
}

const share = (done: number, all: number) => (all === 0 ? 0 : Math.floor((done / all) * 100))

function Questions({ rows }: { rows: Found['questions'] }) {
  return (
    <Card size="small" title={t('按试题')}>
      <Table
        size="small"
        rowKey="leaf"
        dataSource={rows}
        pagination={false}
        scroll={{ x: 720 }}
        columns={[
          { title: t('试题'), dataIndex: 'title', ellipsis: true, width: 240 },
          {
            title: t('进度'),
            width: 180,
            render: (_value, row) => (
              <Progress
                percent={share(row.marked, row.marked + row.waiting)}
                size="small"
                aria-label={row.title}
                format={() => `${row.marked}/${row.marked + row.waiting}`}
              />
            ),
          },
          { title: t('已定分'), dataIndex: 'settled', align: 'right' },
          { title: t('有差异'), dataIndex: 'differences', align: 'right' },
          {
            title: t('平均分'),
            align: 'right',
            render: (_value, row) => (row.mean === null ? '—' : `${pointsText(row.mean)} / ${pointsText(row.maxScore)}`),
          },
        ]}
      />
    </Card>
  )
}

function Markers({ rows }: { rows: Found['markers'] }) {
  return (
    <Card size="small" title={t('按阅卷人')}>
      <Table
        size="small"
        rowKey="userId"
        dataSource={rows}
        pagination={false}
        scroll={{ x: 560 }}
        locale={{ emptyText: t('还没有分配，也没有人开始评分') }}
        columns={[
          { title: t('阅卷人'), dataIndex: 'realName' },
          { title: t('待评'), dataIndex: 'waiting', align: 'right' },
          { title: t('已评'), dataIndex: 'marked', align: 'right' },
          { title: t('平均得分率'), align: 'right', render: (_value, row) => (row.meanShare === null ? '—' : `${row.meanShare}%`) },
          { title: t('最近评分'), render: (_value, row) => row.lastTime ?? '—' },
        ]}
      />
    </Card>
  )
}
