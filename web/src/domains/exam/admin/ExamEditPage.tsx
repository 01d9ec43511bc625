// Back office: creates an exam from a template, or edits one.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { useParams } from 'react-router'
import { PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useFormStart } from '../../../kernel/call/query.ts'
import { ExamForm } from './edit/ExamForm.tsx'

/** The template in the URL; '0' means none yet (admin.md §2). */
const templateOf = (text: string | undefined) => (text !== undefined && /^[1-9]\d{0,17}$/.test(text) ? text : undefined)

export default function ExamEditPage() {
  const { id, tmplId } = useParams()
  return id === undefined ? <ExamForm key={`new ${tmplId}`} tmplId={templateOf(tmplId)} /> : <StoredExam key={id} id={id} />
}

function StoredExam({ id }: { id: string }) {
  const { data, error, refetch } = useFormStart(exam.detail, { id })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return <ExamForm stored={data} />
}
