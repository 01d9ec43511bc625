// Back office: marks one answer after another, by question or by paper.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { MarkDesk } from '../MarkDesk.tsx'

type Task = NonNullable<Data<typeof review.next>>

export default function ReviewTaskPage() {
  const { examId = '' } = useParams()
  const [query] = useSearchParams()
  const leaf = query.get('leaf') ?? undefined
  const by = query.get('by') === 'paper' ? 'paper' : 'question'
  return <TaskByTask key={`${examId} ${leaf} ${by}`} examId={examId} leaf={leaf} by={by} />
}

type TaskByTaskProps = { examId: string; leaf: string | undefined; by: 'question' | 'paper' }

/** `earlierId`: an earlier answer that is reviewed again; `skip`: the answer that was skipped. */
function TaskByTask({ examId, leaf, by }: TaskByTaskProps) {
  const navigate = useNavigate()
  const [earlierId, setEarlierId] = useState<string>()
  const [skip, setSkip] = useState<string>()
  const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }
  const body = { examId, by, ...(leaf === undefined ? {} : { leaf }), ...(skip === undefined ? {} : { skip }) }
  const next = useCall(review.next, body, { ...once, enabled: earlierId === undefined })
  const earlier = useCall(review.open, { taskId: earlierId ?? '' }, { ...once, enabled: earlierId !== undefined })
  const read = earlierId === undefined ? next : earlier
  const back = `/admin/exam/review/exam/${examId}`
  if (read.isPending) return <PageLoading />
  if (read.isLoadingError) return <PageError error={read.error} onRetry={() => void read.refetch()} />
  const task: Task | null = read.data
  if (!task)
    return (
      <PageEmpty
        text={t('没有等待您评分的答案了')}
        hint={t('其他老师手里的答案，一刻钟内没有评完会回到队列。')}
        action={
          <Button type="primary" onClick={() => void navigate(back)}>
            {t('返回任务')}
          </Button>
        }
      />
    )
  const goOn = () => {
    setEarlierId(undefined)
    // the claimed answer is marked now; fetch the next one
    if (earlierId === undefined) void next.refetch()
  }
  return (
    <MarkDesk
      key={`${task.taskId} ${task.version}`}
      task={task}
      busy={read.isFetching}
      isEarlier={earlierId !== undefined}
      back={back}
      onDone={goOn}
      onSkip={() => (earlierId === undefined ? setSkip(task.taskId) : setEarlierId(undefined))}
      onPrevious={() => task.previousId && setEarlierId(task.previousId)}
    />
  )
}
