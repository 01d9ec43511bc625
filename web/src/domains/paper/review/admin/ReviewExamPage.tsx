// Back office: marking of one exam: the marker's own queue by question; allotment and progress for users who manage the marking.
import type { Data, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { Button, Card, Flex, Tabs, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { usePageSubject } from '../../../../shared/page/page-subject.ts'
import { Figures } from '../../../../kernel/piece/Figures.tsx'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { can } from '../../../../kernel/access/permission.ts'
import { Term } from '../../../../kernel/piece/Term.tsx'
import { AllotDialog } from '../AllotDialog.tsx'
import { NoMarkerLeft } from '../NoMarkerLeft.tsx'
import { ProgressPanel } from '../ProgressPanel.tsx'
import { QuestionQueue } from '../QuestionQueue.tsx'
import { reviewTools } from '../review-tools.ts'
import styles from '../review.module.css'

type Queue = Data<typeof review.queue>

export default function ReviewExamPage() {
  const { examId = '' } = useParams()
  const read = useCall(review.queue, { examId })
  usePageSubject(read.data?.title)
  if (read.isPending) return <PageLoading />
  if (read.isLoadingError) return <PageError error={read.error} onRetry={() => void read.refetch()} />
  return <ReviewExam queue={read.data} />
}

function ReviewExam({ queue }: { queue: Queue }) {
  const [allotting, setAllotting] = useState(false)
  const navigate = useNavigate()
  const marks = can(['paper:review'])
  const { WithOpinions } = reviewTools.use()
  const go = (by: 'question' | 'paper') => void navigate(`/admin/exam/review/exam/${queue.examId}/mark?by=${by}`)
  return (
    <Flex vertical gap="middle">
      <Card size="small">
        <Flex justify="space-between" align="center" wrap gap="middle">
          <Flex gap={4} wrap>
            {queue.markBlind && (
              <Tag>
                <Term word="匿名阅卷" />
              </Tag>
            )}
            {queue.markDouble && (
              <Tag color="processing">
                <Term word="双评" />
              </Tag>
            )}
            <Tag>{t('评分步长 {{n}} 分', { n: queue.step })}</Tag>
          </Flex>
          <Flex gap="small" wrap className={styles.reviewQueue}>
            {queue.chief && <Button onClick={() => setAllotting(true)}>{t('分配任务')}</Button>}
            <Can permit="paper:review">
              <Button disabled={queue.waiting === 0} onClick={() => go('paper')}>
                {t('按卷评分')}
              </Button>
              <Button type="primary" disabled={queue.waiting === 0} onClick={() => go('question')}>
                {t('按题评分')}
              </Button>
            </Can>
          </Flex>
        </Flex>
      </Card>
      {marks && (
        <Figures
          items={[
            { label: t('等我评分'), value: queue.waiting },
            { label: t('分配给我'), value: queue.mine },
            { label: t('我已评'), value: queue.marked },
            { label: t('涉及答卷'), value: queue.papers },
          ]}
        />
      )}
      {queue.stuck > 0 && <NoMarkerLeft queue={queue} />}
      {WithOpinions ? (
        <WithOpinions>{(has) => <Parts queue={queue} hasOpinions={has} />}</WithOpinions>
      ) : (
        <Parts queue={queue} hasOpinions={false} />
      )}
      {allotting && <AllotDialog queue={queue} onClose={() => setAllotting(false)} />}
    </Flex>
  )
}

function Parts({ queue, hasOpinions }: { queue: Queue; hasOpinions: boolean }) {
  const marks = can(['paper:review'])
  const { Opinions } = reviewTools.use()
  return (
    <Tabs
      destroyOnHidden
      items={[
        ...(marks ? [{ key: 'questions', label: t('试题'), children: <QuestionQueue queue={queue} /> }] : []),
        ...(marks && can(['paper:list']) ? [{ key: 'papers', label: t('答卷'), children: <WaitingPapers queue={queue} /> }] : []),
        ...(queue.chief ? [{ key: 'progress', label: t('进度'), children: <ProgressPanel examId={queue.examId} /> }] : []),
        ...(queue.chief && hasOpinions && Opinions
          ? [
              {
                key: 'opinions',
                label: t('阅卷建议'),
                children: (
                  <Suspense fallback={<PageLoading shape="table" />}>
                    <Opinions examId={queue.examId} />
                  </Suspense>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

/** With double marking, whole papers are read-only: marks are given through the queue. */
function WaitingPapers({ queue }: { queue: Queue }) {
  return (
    <ListPage
      of={paper.paging}
      inUrl={false}
      fixedParams={{ state: PaperState.marking, examId: queue.examId }}
      columns={[
        { name: 'realName', render: (row: RowOf<typeof paper.paging>) => row.realName || t('匿名') },
        { name: 'deptCode_dictText', ellipsis: true },
        'handTime',
        { name: 'userTime', align: 'right' },
      ]}
      empty={{ text: t('没有等待阅卷的答卷') }}
      actions={(row) => <Link to={`/admin/exam/review/${row.id}`}>{queue.markDouble ? t('查看整卷') : t('整卷批阅')}</Link>}
    />
  )
}
