// Back office: a new exam from a template, a copy of another exam (?from=), or an existing exam.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { useParams, useSearchParams } from 'react-router'
import { copyTitle } from '../../../kernel/copy-title.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useFormStart } from '../../../kernel/call/query.ts'
import { ExamForm } from './edit/ExamForm.tsx'
import { usePageSubject } from '../../../shared/page/page-subject.ts'

/** The id in the URL; '0' means none yet (admin.md §2). */
const idOf = (text: string | undefined) => (text !== undefined && /^[1-9]\d{0,17}$/.test(text) ? text : undefined)

export default function ExamEditPage() {
  const { id, tmplId } = useParams()
  const [address] = useSearchParams()
  const from = idOf(address.get('from') ?? undefined)
  if (id !== undefined) return <StoredExam key={id} id={id} />
  return from ? <CopiedExam key={`from ${from}`} id={from} /> : <ExamForm key={`new ${tmplId}`} tmplId={idOf(tmplId)} />
}

function StoredExam({ id }: { id: string }) {
  const { data, error, refetch } = useFormStart(exam.detail, { id })
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return <ExamForm stored={data} />
}

/** The window belongs to the event and is chosen anew; a password is secret and is set anew. */
function CopiedExam({ id }: { id: string }) {
  const { data, error, refetch } = useFormStart(exam.detail, { id })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return <ExamForm copied={{ ...data, title: copyTitle(data.title), startTime: null, endTime: null, answerUntil: null }} />
}
