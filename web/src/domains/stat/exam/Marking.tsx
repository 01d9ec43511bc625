// The questions of an exam that wait for a marker.
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { QuestionQueue } from '../../paper/review/QuestionQueue.tsx'
import styles from './exam-view.module.css'

export function Marking({ examId }: { examId: string }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useCall(review.queue, { examId }, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={4} />
  return (
    <>
      <div className={styles.remind}>
        <span />
        <Button onClick={() => void navigate(`/admin/exam/review/exam/${examId}`)}>{t('分配与进度')}</Button>
      </div>
      <QuestionQueue queue={data} />
    </>
  )
}
