// Back office: marks one hand-in after the other.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../../../../kernel/call/api.ts'
import { useFormStart } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { usePageSubject } from '../../../../shared/page/page-subject.ts'
import { Desk } from '../desk/Desk.tsx'

const LIST = '/admin/course/work'

export default function WorkMarkPage() {
  const { id = '' } = useParams()
  const [round, setRound] = useState(0)
  return <Read key={`${id} ${round}`} id={id} onAgain={() => setRound(round + 1)} />
}

function Read({ id, onAgain }: { id: string; onAgain: () => void }) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const courseId = query.get('courseId')
  const fileId = query.get('fileId')
  const choice = { ...(courseId ? { courseId } : {}), ...(fileId ? { fileId } : {}) }
  const { data, error, refetch } = useFormStart(courseWork.next, { ...choice, id })
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  const next = async () => {
    const found = await call(courseWork.next, { ...choice, after: id })
    if (found) return navigate(`${LIST}/mark/${found.id}${query.size > 0 ? `?${query}` : ''}`)
    notify.info(t('没有待您批改的作业'))
    return navigate(LIST)
  }
  return <Desk hand={data} onNext={() => void next().catch(() => undefined)} onAgain={onAgain} />
}
